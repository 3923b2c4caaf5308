import type { EgressFault, EgressState } from './egress-check';
import type { Clock } from './ports';

/** Milliseconds between looks: while mail hosts can be connected to, and while they can't. A look at our proxy is cheap. */
export const LOOK_EVERY_MS = { open: 10 * 60_000, blocked: 60_000, proxy_down: 10_000 };

export interface EgressWatchParts {
  check: (signal: AbortSignal) => Promise<EgressState>;
  clock: Clock;
  /** How many SMTP sessions were opened so far: a single one proves that nothing is blocked. */
  sessionsOpened: () => number;
  lookEveryMs?: typeof LOOK_EVERY_MS;
}

/**
 * Knows whether this machine can connect to mail hosts, by a look at once and another every 10 minutes (more often while
 * it can't). Only a definite fault counts: a look that finds out nothing changes nothing.
 */
export class EgressWatch {
  private found: EgressFault | null = null;
  private readonly stopped = new AbortController();
  private readonly listeners: ((isBlocked: boolean, fault: EgressFault | null) => void)[] = [];
  private watching: Promise<void> | null = null;
  private sleep: AbortController | null = null;
  private lookedAt = -Infinity;

  constructor(private readonly parts: EgressWatchParts) {}

  /** Why no mail host can be connected to: then it is no use to ask them. Null while one can, and while nothing is known. */
  get fault(): EgressFault | null {
    return this.found;
  }

  get isBlocked(): boolean {
    return this.found !== null;
  }

  /** Called whenever another fault is found, or none any more. */
  onChange(listener: (isBlocked: boolean, fault: EgressFault | null) => void): void {
    this.listeners.push(listener);
  }

  /** Looks from now on, in the background. Calling it again changes nothing. */
  start(): void {
    this.watching ??= this.watch();
  }

  /** A connection failed for a reason that lies with us: the next look comes now, unless one has just been. */
  lookSoon(): void {
    if (this.parts.clock.now() - this.lookedAt >= SHORTEST_BETWEEN_LOOKS_MS) this.sleep?.abort(LOOK_NOW);
  }

  async stop(): Promise<void> {
    this.stopped.abort(new Error('Nobody needs to know any more.'));
    this.sleep?.abort(LOOK_NOW);
    await this.watching;
  }

  private async watch(): Promise<void> {
    const { clock, lookEveryMs = LOOK_EVERY_MS } = this.parts;
    while (!this.isStopped()) {
      await this.look();
      this.lookedAt = clock.now();
      if (this.isStopped()) return;
      this.sleep = new AbortController();
      // Woken for another look, or for good.
      await clock.sleep(lookEveryMs[this.found ?? 'open'], this.sleep.signal).catch(() => undefined);
    }
  }

  private isStopped(): boolean {
    return this.stopped.signal.aborted;
  }

  private async look(): Promise<void> {
    const { check, sessionsOpened } = this.parts;
    const before = sessionsOpened();
    const state = await check(this.stopped.signal);
    if (this.isStopped() || state === 'undetermined') return;
    const fault = state === 'open' || sessionsOpened() !== before ? null : state;
    if (fault === this.found) return;
    this.found = fault;
    for (const listener of this.listeners) listener(fault !== null, fault);
  }
}

const SHORTEST_BETWEEN_LOOKS_MS = 5_000;
const LOOK_NOW = new Error('It is time for another look.');
