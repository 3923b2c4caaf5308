/** What one session has asked so far. */
export interface SessionUsage {
  rcpts: number;
  /** Refusals of all kinds: servers count them for as long as the session lasts. With strict hosts: since the last acceptance. */
  refused: number;
}

/** Postfix slows down after 10 errors in a session and drops it after 20. What a greeting tells besides: `knownLimits`. */
const FIRST: SessionUsage = { rcpts: 20, refused: 8 };
/** For hosts that are known to be strict. */
const STRICT: SessionUsage = { rcpts: 10, refused: 3 };
/** RFC 5321 4.5.3.1.8 asks servers to take 100 recipients. Refusals stay clear of Postfix's limit, unless a trial was passed. */
const MOST: SessionUsage = { rcpts: 100, refused: 8 };
/** Not to be passed by questions in flight when the budget is spent: Postfix's slowness begins after the tenth. */
const MOST_REFUSED_IN_FLIGHT = 9;

/** A trial is passed when so many refusals came without trouble. */
const REFUSALS_OF_A_TRIAL = 12;
/** Refusals of one session with a host that passed: there are limits that a trial does not meet. */
const MOST_REFUSED_AFTER_TRIAL = 24;
/** With fewer questions waiting a trial is not worth its refusals. */
const QUESTIONS_WORTH_A_TRIAL = 40;

/** After trouble, sessions that must go well before the limit grows again. */
const SESSIONS_PER_GROWTH = 8;
const GROWTH = 2;
const GROWTH_AFTER_TROUBLE = 1.25;
/** Questions in flight together with a host that pipelines. */
const DEPTH = 8;
/** The same before the host has answered about a recipient: it may refuse this client, and need not do so many times. */
const INITIAL_DEPTH = 2;
/** A slow answer may be the network's: it never takes the budget below this. */
const LEAST_WHEN_SLOW = 5;

/**
 * How much one session with a host may ask, much like a congestion window. It starts small and doubles with every session that
 * went well to its end (slow start); after the first trouble it falls below what caused it and grows by a quarter, rarely.
 * Refusals stay below the usual limits of servers, until one session, where much waits, has tried whether the host has one.
 */
export class SessionBudget {
  private limit: SessionUsage;
  private hadTrouble = false;
  private wentWellSince = 0;
  private hasAnswered = false;
  /** False once commands that were sent together got no reply: some hosts offer PIPELINING and read one command at a time. */
  mayPipeline = true;
  /** The host has answered a command more than once: one command at a time, and unsolicited replies are discarded. */
  isLockStep = false;
  /** A pipelined group has been answered: PIPELINING works as offered. */
  isPipeliningProven = false;
  private trial: 'not tried' | 'under way' | 'passed' | 'failed';

  /** `grows` false: a host known to be strict keeps the careful budget, and is asked one question at a time. */
  constructor(private readonly grows = true) {
    this.limit = { ...(grows ? FIRST : STRICT) };
    this.trial = grows ? 'not tried' : 'failed';
  }

  /** What `usage` comes to with one more answer. */
  refusedAfter({ refused }: SessionUsage, isRefusal: boolean): number {
    if (isRefusal) return refused + 1;
    return this.grows ? refused : 0;
  }

  isSpent({ rcpts, refused }: SessionUsage): boolean {
    return (
      rcpts >= this.limit.rcpts || refused >= (this.trial === 'passed' ? MOST_REFUSED_AFTER_TRIAL : this.limit.refused)
    );
  }

  /**
   * Whether a refusal that came in a session of this `usage` proves nothing by itself: beyond the usual limits some hosts refuse
   * everybody, in the words that they have for unknown recipients. An acceptance after it shows that this host does not.
   */
  isProvisional({ refused }: SessionUsage): boolean {
    return this.grows && refused > MOST_REFUSED_IN_FLIGHT;
  }

  /** The host seems to refuse everybody from some refusal on. */
  failTrial(): void {
    this.trial = 'failed';
  }

  /**
   * Questions that may be in flight together (RFC 2920): about what the budget allows were all of them refused; one
   * after any trouble.
   */
  depth({ refused }: SessionUsage): number {
    if (!this.grows || this.hadTrouble) return 1;
    const depth = this.hasAnswered ? DEPTH : INITIAL_DEPTH;
    return this.trial === 'passed' ? depth : Math.max(1, Math.min(depth, MOST_REFUSED_IN_FLIGHT - refused));
  }

  /** The host has answered about a recipient. */
  gotAnswer(): void {
    this.hasAnswered = true;
  }

  /** Whether a session that has met as many refusals as it may is to meet a few more, one by one. One session at a time. */
  beginsTrial({ rcpts }: SessionUsage, waiting: number): boolean {
    if (this.trial !== 'not tried' || this.hadTrouble || rcpts >= this.limit.rcpts) return false;
    if (waiting < QUESTIONS_WORTH_A_TRIAL) return false;
    this.trial = 'under way';
    return true;
  }

  /** True once the trial is over. */
  passesTrial({ refused }: SessionUsage): boolean {
    if (this.trial !== 'under way' || refused < REFUSALS_OF_A_TRIAL) return false;
    this.trial = 'passed';
    return true;
  }

  /** The session of the trial came to its end before anything was known. */
  abandonTrial(): void {
    if (this.trial === 'under way') this.trial = 'not tried';
  }

  /** A session was ended because its budget was spent, and the host did not complain. */
  wentWell(): void {
    this.wentWellSince += 1;
    if (this.hadTrouble && this.wentWellSince % SESSIONS_PER_GROWTH !== 0) return;
    const growth = this.hadTrouble ? GROWTH_AFTER_TROUBLE : GROWTH;
    const most = this.grows ? MOST : STRICT;
    this.limit = {
      rcpts: Math.min(most.rcpts, Math.ceil(this.limit.rcpts * growth)),
      refused: Math.min(most.refused, Math.ceil(this.limit.refused * growth)),
    };
  }

  /** The last question of `usage` met a complaint ("too many errors", 421, a drop), or an answer that was slow in coming. */
  trouble(usage: SessionUsage, kind: 'complaint' | 'slow'): void {
    if (this.grows && usage.refused > MOST_REFUSED_IN_FLIGHT) {
      // More refusals than we otherwise meet: nothing but that was learned.
      this.trial = 'failed';
      return;
    }
    this.hadTrouble = true;
    this.wentWellSince = 0;
    const least = kind === 'slow' ? LEAST_WHEN_SLOW : 1;
    this.limit = {
      rcpts: Math.max(least, Math.min(usage.rcpts - 1, this.limit.rcpts)),
      refused: Math.min(Math.max(usage.refused - 1, STRICT.refused), this.limit.refused),
    };
  }
}
