import type { EgressFault, EgressState } from './egress-check';
import type { Clock } from './ports';

/** Milliseconds between checks: while mail hosts can be connected to, and while they can't. A check at the proxy is cheap. */
export const CHECK_INTERVAL_MS = { open: 10 * 60_000, blocked: 60_000, proxy_down: 10_000 };

export interface EgressMonitorDependencies {
  check: (signal: AbortSignal) => Promise<EgressState>;
  clock: Clock;
  /** How many SMTP sessions were opened so far: a single one proves that nothing is blocked. */
  sessionsOpened: () => number;
  intervalMs?: typeof CHECK_INTERVAL_MS;
}

/**
 * Knows whether this machine can connect to mail hosts, by a check at once and another every 10 minutes (more often while
 * it can't). Only a definite fault counts: a check that finds out nothing changes nothing.
 */
export class EgressMonitor {
  private found: EgressFault | null = null;
  private readonly stopped = new AbortController();
  private readonly listeners: ((isBlocked: boolean, fault: EgressFault | null) => void)[] = [];
  private watching: Promise<void> | null = null;
  private sleep: AbortController | null = null;
  private checkedAt = -Infinity;

  constructor(private readonly dependencies: EgressMonitorDependencies) {}

  /** Why no mail host can be connected to: none is asked then. Null while one can, and while nothing is known. */
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

  /** Checks from now on, in the background. Calling it again changes nothing. */
  start(): void {
    this.watching ??= this.watch();
  }

  /** A connection failed because of a local error: the next check comes now, unless one has just been. */
  checkSoon(): void {
    if (this.dependencies.clock.now() - this.checkedAt >= LEAST_INTERVAL_MS) this.sleep?.abort(CHECK_NOW);
  }

  async stop(): Promise<void> {
    this.stopped.abort(new Error('Nobody needs to know any more.'));
    this.sleep?.abort(CHECK_NOW);
    await this.watching;
  }

  private async watch(): Promise<void> {
    const { clock, intervalMs = CHECK_INTERVAL_MS } = this.dependencies;
    while (!this.isStopped()) {
      await this.check();
      this.checkedAt = clock.now();
      if (this.isStopped()) return;
      this.sleep = new AbortController();
      // Woken for another check, or for good.
      await clock.sleep(intervalMs[this.found ?? 'open'], this.sleep.signal).catch(() => undefined);
    }
  }

  private isStopped(): boolean {
    return this.stopped.signal.aborted;
  }

  private async check(): Promise<void> {
    const { check, sessionsOpened } = this.dependencies;
    const before = sessionsOpened();
    const state = await check(this.stopped.signal);
    if (this.isStopped() || state === 'undetermined') return;
    const fault = state === 'open' || sessionsOpened() !== before ? null : state;
    if (fault === this.found) return;
    this.found = fault;
    for (const listener of this.listeners) listener(fault !== null, fault);
  }
}

const LEAST_INTERVAL_MS = 5_000;
const CHECK_NOW = new Error('It is time for another check.');
