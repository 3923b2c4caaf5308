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

/**
 * How much one session with a host may ask. Starts careful; doubles with every session that went well to its end; after the first
 * trouble (slow answers, "too many errors", 421, a drop) it falls below what caused it, and grows by one step only.
 */
export class SessionBudget {
  private limit: SessionUsage = { ...FIRST };
  private hadTrouble = false;

  /** `grows` false: a host known to be strict keeps the careful budget. */
  constructor(private readonly grows = true) {}

  isSpent(usage: SessionUsage): boolean {
    return usage.rcpts >= this.limit.rcpts || usage.refusedInARow >= this.limit.refusedInARow;
  }

  /** A session was ended because its budget was spent, and the host did not complain. */
  wentWell(): void {
    if (!this.grows) return;
    const { rcpts, refusedInARow } = this.limit;
    this.limit = {
      rcpts: Math.min(MOST.rcpts, this.hadTrouble ? rcpts + 1 : rcpts * 2),
      refusedInARow: Math.min(MOST.refusedInARow, this.hadTrouble ? refusedInARow : refusedInARow * 2),
    };
  }

  /** The host complained about the last of `usage`. */
  trouble(usage: SessionUsage): void {
    this.hadTrouble = true;
    this.limit = {
      rcpts: Math.max(1, Math.min(usage.rcpts - 1, this.limit.rcpts)),
      refusedInARow: Math.max(
        1,
        Math.min(Math.max(usage.refusedInARow - 1, FIRST.refusedInARow), this.limit.refusedInARow),
      ),
    };
  }
}
