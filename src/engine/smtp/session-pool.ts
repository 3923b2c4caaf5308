import type { SmtpAlarm } from './circuit-breaker';
import { FailedAddresses } from './failed-addresses';
import { HostChannel } from './host-channel';
import { hostKey } from './host-key';
import { makeRoom } from './make-room';
import type { SessionDependencies } from './open-session';
import { providerOf } from './providers';
import { PendingQuestion, type PoolAnswer, type Question } from './question';
import { Refusals } from './refusals';
import { SessionBudget } from './session-budget';
import type { ForeignWish, SessionSlots, SlotWish } from './session-slots';
import type { SessionWorker } from './session-worker';
import { withoutReply } from './smtp-failure';
import { DONE } from './within';
import { WorkersSlot } from './workers-slot';

export interface SessionPoolOptions {
  session: SessionDependencies;
  slots: SessionSlots;
  /** Sessions at a time in all, over every process that shares the slots. */
  maxSessions: number;
  /** Sessions at a time with one provider, host name or address, by this process. */
  sessionsPerHost: number;
  /** Milliseconds that a session without a question is kept for later ones. */
  idleMs: number;
}

/** How long a wait for a slot may last before an idle session is ended for it. */
const PATIENCE_WITH_IDLE_SESSIONS_MS = 25;
/** How often wishes of other processes are looked at while none is known. */
const LOOK_AT_OTHERS_MS = 250;
/** Channels that are remembered while nothing is asked there. */
const MAX_QUIET_CHANNELS = 10_000;
const SHARE_TO_KEEP = 0.9;

/** Shares SMTP sessions between all who ask, politely: see `HostChannel`, `SessionBudget` and `Refusals`. */
export class SessionPool {
  readonly counters = { sessionsOpened: 0, sessionsOpen: 0, rcptCommands: 0 };
  private readonly channels = new Map<string, HostChannel>();
  private readonly failed: FailedAddresses;
  private readonly refusals: Refusals;
  private readonly wishes = new Set<SlotWish>();
  private readonly held = new Set<WorkersSlot>();
  private isMakingRoom = false;
  private allDone = new AbortController();
  private isClosed = false;

  constructor(private readonly options: SessionPoolOptions) {
    this.failed = new FailedAddresses(options.session.clock);
    this.refusals = new Refusals(options.session.clock);
  }

  /** Never rejects. The question waits its turn; see `PoolAnswer` for what comes back. */
  ask(question: Question): Promise<PoolAnswer> {
    if (this.isClosed) return Promise.resolve(ABORTED);
    const channel = this.channelFor(question.host);
    const pending = new PendingQuestion(question, channel, this.options.session.clock);
    channel.ask(pending);
    return pending.answer;
  }

  /** Hosts and providers that refuse us, and are left in peace for a while. */
  alarms(): SmtpAlarm[] {
    return this.refusals.alarms();
  }

  /** Ends idle sessions with QUIT, closes the others at once. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.channels.values()].map((channel) => channel.close(ABORTED)));
  }

  private channelFor(host: string): HostChannel {
    const key = hostKey(host);
    const known = this.channels.get(key);
    if (known) return known;
    this.forgetQuietChannels();
    const provider = providerOf(host);
    const channel = new HostChannel(
      key,
      {
        ...this.options,
        counters: this.counters,
        slotsAreWanted: () => this.wishes.size > 0 || this.foreignWishes().length > 0,
        slotFor: (wish, signal) => this.slotFor(wish, signal),
        hold: (wish, worker) => this.hold(wish, worker),
      },
      Math.min(this.options.sessionsPerHost, provider?.maxSessions ?? Infinity),
      new SessionBudget(provider?.isStrict !== true),
      this.refusals,
      this.failed,
    );
    this.channels.set(key, channel);
    return channel;
  }

  private async slotFor(wish: SlotWish, signal: AbortSignal): Promise<() => void> {
    this.wishes.add(wish);
    void this.makeRoomWhileWanted();
    try {
      return await this.options.slots.acquire(wish, signal);
    } finally {
      this.wishes.delete(wish);
    }
  }

  private hold(wish: SlotWish, worker: () => SessionWorker): () => void {
    const slot = new WorkersSlot(wish, worker);
    this.held.add(slot);
    void this.makeRoomWhileWanted();
    return () => {
      this.held.delete(slot);
      if (this.held.size === 0 && this.wishes.size === 0) this.allDone.abort(DONE);
    };
  }

  /** Looks again and again while somebody waits for a slot, here or in another process that shares them. */
  private async makeRoomWhileWanted(): Promise<void> {
    if (this.isMakingRoom) return;
    this.isMakingRoom = true;
    this.allDone = new AbortController();
    const { clock } = this.options.session;
    const isShared = 'foreignWishes' in this.options.slots;
    try {
      while (this.wishes.size > 0 || (isShared && this.held.size > 0)) {
        const isQuiet = this.wishes.size === 0 && this.foreignWishes().length === 0;
        await clock.sleep(isQuiet ? LOOK_AT_OTHERS_MS : PATIENCE_WITH_IDLE_SESSIONS_MS, this.allDone.signal);
        const wishes = [...this.wishes, ...this.foreignWishes()];
        if (wishes.length > 0) makeRoom(wishes, [...this.held], this.options);
      }
    } catch {
      // Nobody waits, and nothing is held.
    } finally {
      this.isMakingRoom = false;
    }
    // Somebody may have come in the very moment.
    if (this.wishes.size > 0) void this.makeRoomWhileWanted();
  }

  private foreignWishes(): readonly ForeignWish[] {
    return this.options.slots.foreignWishes?.() ?? [];
  }

  /** What is forgotten is how much a host bears, nothing more. The oldest go first, some at a time. */
  private forgetQuietChannels(): void {
    if (this.channels.size < MAX_QUIET_CHANNELS) return;
    for (const [key, channel] of this.channels) {
      if (this.channels.size < MAX_QUIET_CHANNELS * SHARE_TO_KEEP) return;
      if (channel.isQuiet) this.channels.delete(key);
    }
  }
}

const ABORTED: PoolAnswer = { classified: withoutReply('aborted'), stage: 'connect', layer: 'smtp' };
