/** What one session has asked so far. */
export interface SessionUsage {
  rcpts: number;
  /** Refusals since the last acceptance. */
  refusedInARow: number;
}

/** Postfix slows down at 10 errors and drops at 20; Exim refuses all after 10 RCPT of which fewer than half were accepted. */
const FIRST: SessionUsage = { rcpts: 10, refusedInARow: 3 };
/** RFC 5321 4.5.3.1.8 asks servers to take 100 recipients. */
const MOST: SessionUsage = { rcpts: 100, refusedInARow: 40 };

/** After trouble so many sessions must go well before a little more is tried. */
const SESSIONS_OF_GRACE = 8;
const GROWTH = 2;
const GROWTH_AFTER_TROUBLE = 1.25;
/** Questions under way together with a host that pipelines and does not mind. */
const DEPTH = 4;
/** A slow answer may be the network's: it never takes the budget below this. */
const LEAST_WHEN_SLOW = 5;

/**
 * How much one session with a host may ask. Starts careful; doubles with every session that went well to its end; after the first
 * trouble it falls below what caused it, and only rarely tries a quarter more.
 */
export class SessionBudget {
  private limit: SessionUsage = { ...FIRST };
  private hadTrouble = false;
  private wentWellSince = 0;

  /** `grows` false: a host known to be strict keeps the careful budget. */
  constructor(private readonly grows = true) {}

  /** Questions that may be under way together (RFC 2920): one until a whole session went well, and again after any trouble. */
  get depth(): number {
    return !this.hadTrouble && this.limit.rcpts > FIRST.rcpts ? DEPTH : 1;
  }

  isSpent(usage: SessionUsage): boolean {
    return usage.rcpts >= this.limit.rcpts || usage.refusedInARow >= this.limit.refusedInARow;
  }

  refusalsLeft({ refusedInARow }: SessionUsage): number {
    return this.limit.refusedInARow - refusedInARow;
  }

  /** A session was ended because its budget was spent, and the host did not complain. */
  wentWell(): void {
    this.wentWellSince += 1;
    if (this.hadTrouble && this.wentWellSince % SESSIONS_OF_GRACE !== 0) return;
    const growth = this.hadTrouble ? GROWTH_AFTER_TROUBLE : GROWTH;
    const most = this.grows ? MOST : FIRST;
    this.limit = {
      rcpts: Math.min(most.rcpts, Math.ceil(this.limit.rcpts * growth)),
      refusedInARow: Math.min(most.refusedInARow, Math.ceil(this.limit.refusedInARow * growth)),
    };
  }

  /** The last question of `usage` met a complaint ("too many errors", 421, a drop), or an answer that was slow in coming. */
  trouble(usage: SessionUsage, kind: 'complaint' | 'slow'): void {
    this.hadTrouble = true;
    this.wentWellSince = 0;
    const least = kind === 'slow' ? LEAST_WHEN_SLOW : 1;
    this.limit = {
      rcpts: Math.max(least, Math.min(usage.rcpts - 1, this.limit.rcpts)),
      refusedInARow: Math.min(Math.max(usage.refusedInARow - 1, FIRST.refusedInARow), this.limit.refusedInARow),
    };
  }
}
