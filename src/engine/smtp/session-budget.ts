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

/** A slow answer may be the network's: it never takes the budget below this. */
const LEAST_WHEN_SLOW = 5;

/**
 * How much one session with a host may ask. Starts careful; doubles with every session that went well to its end; after the first
 * trouble it falls below what caused it, and grows by a quarter at a time.
 */
export class SessionBudget {
  private limit: SessionUsage = { ...FIRST };
  private growth = 2;

  /** `grows` false: a host known to be strict keeps the careful budget. */
  constructor(private readonly grows = true) {}

  isSpent(usage: SessionUsage): boolean {
    return usage.rcpts >= this.limit.rcpts || usage.refusedInARow >= this.limit.refusedInARow;
  }

  /** A session was ended because its budget was spent, and the host did not complain. */
  wentWell(): void {
    const most = this.grows ? MOST : FIRST;
    this.limit = {
      rcpts: Math.min(most.rcpts, Math.ceil(this.limit.rcpts * this.growth)),
      refusedInARow: Math.min(most.refusedInARow, Math.ceil(this.limit.refusedInARow * this.growth)),
    };
  }

  /** The last question of `usage` met a complaint ("too many errors", 421, a drop), or an answer that was slow in coming. */
  trouble(usage: SessionUsage, kind: 'complaint' | 'slow'): void {
    this.growth = 1.25;
    const least = kind === 'slow' ? LEAST_WHEN_SLOW : 1;
    this.limit = {
      rcpts: Math.max(least, Math.min(usage.rcpts - 1, this.limit.rcpts)),
      refusedInARow: Math.min(Math.max(usage.refusedInARow - 1, FIRST.refusedInARow), this.limit.refusedInARow),
    };
  }
}
