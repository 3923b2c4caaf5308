import { CircuitBreaker, type SmtpAlarm } from './circuit-breaker';
import { FailedAddresses } from './failed-addresses';
import { HostChannel } from './host-channel';
import { hostKey } from './host-key';
import type { SessionDependencies } from './open-session';
import { providerOf } from './providers';
import { PendingQuestion, type PoolAnswer, type Question } from './question';
import { SessionBudget } from './session-budget';
import type { SessionSlots } from './session-slots';
import { withoutReply } from './smtp-failure';

export interface SessionPoolOptions {
  session: SessionDependencies;
  slots: SessionSlots;
  /** Sessions at a time with one provider or registrable domain, by this process. */
  sessionsPerHost: number;
  /** Milliseconds that a session without a question is kept for later ones. */
  idleMs: number;
}

/** How long a wait for a slot may last before an idle session is ended for it. */
const PATIENCE_WITH_IDLE_SESSIONS_MS = 25;
/** Channels that are remembered (budgets, circuit breakers) while nothing is asked there. */
const MAX_QUIET_CHANNELS = 10_000;

/** Shares SMTP sessions between all who ask, politely: see `HostChannel`, `SessionBudget` and `CircuitBreaker`. */
export class SessionPool {
  readonly counters = { sessionsOpened: 0, sessionsOpen: 0, rcptCommands: 0 };
  private readonly channels = new Map<string, HostChannel>();
  private readonly failed: FailedAddresses;
  private slotsWanted = 0;
  private slotsGranted = new AbortController();
  private isClosed = false;

  constructor(private readonly options: SessionPoolOptions) {
    this.failed = new FailedAddresses(options.session.clock);
  }

  /** Never rejects. The question waits its turn; see `PoolAnswer` for what comes back. */
  ask(question: Question): Promise<PoolAnswer> {
    if (this.isClosed) return Promise.resolve(ABORTED);
    const channel = this.channelFor(question.host, question.address);
    const pending = new PendingQuestion(question, (gone) => {
      channel.abandoned(gone);
    });
    channel.ask(pending);
    return pending.answer;
  }

  /** Hosts and providers that refuse us, and are left in peace for a while. */
  alarms(): SmtpAlarm[] {
    return [...this.channels.values()].flatMap((channel) => channel.alarm() ?? []);
  }

  /** Ends idle sessions with QUIT, closes the others at once. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.channels.values()].map((channel) => channel.close(ABORTED)));
  }

  private channelFor(host: string, address: string): HostChannel {
    const key = hostKey(host, address);
    const known = this.channels.get(key);
    if (known) return known;
    this.forgetQuietChannels();
    const provider = providerOf(host);
    const { clock } = this.options.session;
    const channel = new HostChannel(
      key,
      {
        ...this.options,
        counters: this.counters,
        slotsAreWanted: () => this.slotsWanted > 0,
        slotFor: (...wish) => this.slotFor(...wish),
      },
      Math.min(this.options.sessionsPerHost, provider?.maxSessions ?? Infinity),
      new SessionBudget(provider?.isStrict !== true),
      new CircuitBreaker(key, clock, provider !== undefined),
      this.failed,
    );
    this.channels.set(key, channel);
    return channel;
  }

  private async slotFor(key: string, signal: AbortSignal, isUrgent: boolean): Promise<() => void> {
    this.slotsWanted += 1;
    void this.endIdleSessions();
    try {
      return await this.options.slots.acquire(key, signal, isUrgent);
    } finally {
      this.slotsWanted -= 1;
      if (this.slotsWanted === 0) this.slotsGranted.abort();
    }
  }

  /** While somebody waits for a slot, sessions that only linger give theirs up. */
  private async endIdleSessions(): Promise<void> {
    if (this.slotsWanted > 1) return;
    this.slotsGranted = new AbortController();
    const { signal } = this.slotsGranted;
    try {
      for (;;) {
        await this.options.session.clock.sleep(PATIENCE_WITH_IDLE_SESSIONS_MS, signal);
        const channels = [...this.channels.values()];
        for (let wanted = this.slotsWanted; wanted > 0; wanted--) {
          if (!channels.some((channel) => channel.endAnIdleSession())) break;
        }
      }
    } catch {
      // All who waited have a slot, or left.
    }
  }

  private forgetQuietChannels(): void {
    if (this.channels.size < MAX_QUIET_CHANNELS) return;
    for (const [key, channel] of this.channels) {
      if (channel.isQuiet && !channel.alarm()) this.channels.delete(key);
    }
  }
}

const ABORTED: PoolAnswer = { classified: withoutReply('aborted'), stage: 'connect', layer: 'smtp' };
