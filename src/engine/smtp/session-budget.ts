/** What one session has asked so far. */
export interface SessionUsage {
  rcpts: number;
  /** Refusals of all kinds: servers count them for as long as the session lasts. With strict hosts: since the last acceptance. */
  refused: number;
}

/**
 * Exim's example configuration refuses all after 10 RCPT of which fewer than half were accepted; Postfix slows down after 10
 * errors in a session and drops it after 20.
 */
const FIRST: SessionUsage = { rcpts: 10, refused: 8 };
/** For hosts that are known to be strict. */
const STRICT: SessionUsage = { rcpts: 10, refused: 3 };
/** RFC 5321 4.5.3.1.8 asks servers to take 100 recipients. Refusals stay clear of Postfix's limit. */
const MOST: SessionUsage = { rcpts: 100, refused: 8 };

/** After trouble so many sessions must go well before a little more is tried. */
const SESSIONS_OF_GRACE = 8;
const GROWTH = 2;
const GROWTH_AFTER_TROUBLE = 1.25;
/** Questions under way together with a host that pipelines and does not mind. */
const DEPTH = 8;
/** A slow answer may be the network's: it never takes the budget below this. */
const LEAST_WHEN_SLOW = 5;

/**
 * How much one session with a host may ask. Starts careful; the recipients double with every session that went well to its end;
 * after the first trouble it falls below what caused it, and only rarely tries a quarter more.
 */
export class SessionBudget {
  private limit: SessionUsage;
  private hadTrouble = false;
  private wentWellSince = 0;

  /** `grows` false: a host known to be strict keeps the careful budget, and is asked one question at a time. */
  constructor(private readonly grows = true) {
    this.limit = { ...(grows ? FIRST : STRICT) };
  }

  /** Questions that may be under way together (RFC 2920), once a session has shown that it does not mind; one after any trouble. */
  get depth(): number {
    return this.grows && !this.hadTrouble ? DEPTH : 1;
  }

  /** What `usage` comes to with one more answer. */
  refusedAfter({ refused }: SessionUsage, isRefusal: boolean): number {
    if (isRefusal) return refused + 1;
    return this.grows ? refused : 0;
  }

  isSpent(usage: SessionUsage): boolean {
    return usage.rcpts >= this.limit.rcpts || usage.refused >= this.limit.refused;
  }

  refusalsLeft({ refused }: SessionUsage): number {
    return this.limit.refused - refused;
  }

  /** A session was ended because its budget was spent, and the host did not complain. */
  wentWell(): void {
    this.wentWellSince += 1;
    if (this.hadTrouble && this.wentWellSince % SESSIONS_OF_GRACE !== 0) return;
    const growth = this.hadTrouble ? GROWTH_AFTER_TROUBLE : GROWTH;
    const most = this.grows ? MOST : STRICT;
    this.limit = {
      rcpts: Math.min(most.rcpts, Math.ceil(this.limit.rcpts * growth)),
      refused: Math.min(most.refused, Math.ceil(this.limit.refused * growth)),
    };
  }

  /** The last question of `usage` met a complaint ("too many errors", 421, a drop), or an answer that was slow in coming. */
  trouble(usage: SessionUsage, kind: 'complaint' | 'slow'): void {
    this.hadTrouble = true;
    this.wentWellSince = 0;
    const least = kind === 'slow' ? LEAST_WHEN_SLOW : 1;
    this.limit = {
      rcpts: Math.max(least, Math.min(usage.rcpts - 1, this.limit.rcpts)),
      refused: Math.min(Math.max(usage.refused - 1, STRICT.refused), this.limit.refused),
    };
  }
}
