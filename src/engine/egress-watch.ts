import type { EgressState } from './egress-check';
import type { Clock } from './ports';

/** Milliseconds between looks: while mail hosts can be connected to, and while they can't. */
export const LOOK_EVERY_MS = { open: 10 * 60_000, blocked: 60_000 };

export interface EgressWatchParts {
  check: (signal: AbortSignal) => Promise<EgressState>;
  clock: Clock;
  /** How many SMTP sessions were opened so far: a single one proves that nothing is blocked. */
  sessionsOpened: () => number;
  lookEveryMs?: { open: number; blocked: number };
}

/**
 * Knows whether this machine can connect to mail hosts, by a look at once and another every 10 minutes (every minute
 * while it can't). Only a definite "blocked" counts: a look that finds out nothing changes nothing.
 */
export class EgressWatch {
  private blocked = false;
  private readonly stopped = new AbortController();
  private readonly listeners: ((isBlocked: boolean) => void)[] = [];
  private watching: Promise<void> | null = null;

  constructor(private readonly parts: EgressWatchParts) {}

  /** No mail host can be connected to: it is no use to ask them. */
  get isBlocked(): boolean {
    return this.blocked;
  }

  /** Called whenever it is found that mail hosts can't be connected to, or can be again. */
  onChange(listener: (isBlocked: boolean) => void): void {
    this.listeners.push(listener);
  }

  /** Looks from now on, in the background. Calling it again changes nothing. */
  start(): void {
    this.watching ??= this.watch();
  }

  async stop(): Promise<void> {
    this.stopped.abort(new Error('Nobody needs to know any more.'));
    await this.watching;
  }

  private async watch(): Promise<void> {
    const { clock, lookEveryMs = LOOK_EVERY_MS } = this.parts;
    const { signal } = this.stopped;
    try {
      while (!signal.aborted) {
        await this.look();
        await clock.sleep(this.blocked ? lookEveryMs.blocked : lookEveryMs.open, signal);
      }
    } catch {
      // Stopped.
    }
  }

  private async look(): Promise<void> {
    const { check, sessionsOpened } = this.parts;
    const before = sessionsOpened();
    const state = await check(this.stopped.signal);
    if (this.stopped.signal.aborted || state === 'undetermined') return;
    const isBlocked = state === 'blocked' && sessionsOpened() === before;
    if (isBlocked === this.blocked) return;
    this.blocked = isBlocked;
    for (const listener of this.listeners) listener(isBlocked);
  }
}
