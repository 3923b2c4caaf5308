import type { ControlQuestions } from '../control/control-questions';
import type { SmtpAlarm } from './circuit-breaker';
import { FailedAddresses } from './failed-addresses';
import { Destination } from './destination';
import { HarvestGuard } from './harvest-guard';
import { hostKey } from './host-key';
import type { HostMemory } from './known-failures';
import { preempt } from './preemption';
import type { SessionDependencies } from '../session/open-session';
import { providerOf } from '../providers';
import { PendingQuestion, type PoolAnswer, type Question } from './question';
import { CircuitBreakers } from './circuit-breakers';
import { SessionBudget } from '../session/session-budget';
import type { RemoteSlotRequest, SessionSlots, SlotLimits, SlotRequest } from './session-slots';
import type { SessionWorker } from './session-worker';
import { withoutReply } from '../session/smtp-failure';
import { DONE } from '../wire/with-timeout';
import { WorkerSlot } from './worker-slot';

export interface SessionPoolOptions {
  session: SessionDependencies;
  slots: SessionSlots;
  /** Sessions at a time in all, over every process that shares the slots. */
  maxSessions: number;
  /** Sessions at a time with one provider, host name or address, by this process. */
  sessionsPerHost: number;
  /** Sessions at a time with addresses of one network (/24, /48); as the `slots` have it; default: any number. */
  sessionsPerNetwork?: number | undefined;
  /** Least milliseconds from the opening of a session with a host to that of the next, for lists, by this process; default: none. */
  sessionPauseMs?: number | undefined;
  /** Recipients that do not exist, beyond as many as exist, that a host is asked about in an hour for lists; default: any number. */
  unknownPerHostHour?: number | undefined;
  /** Undefined: a refusal whose words nobody has read stays one. */
  controls?: ControlQuestions | undefined;
  /** Milliseconds that a session without a question is kept for later ones. */
  idleMs: number;
}

/** How long a request waits before an idle session is ended for it. */
const IDLE_GRACE_MS = 25;
/** Milliseconds between polls for requests of other processes while none is known. */
const REMOTE_POLL_MS = 250;
/** Destinations that are remembered while nothing is asked there. */
const MAX_QUIET_DESTINATIONS = 10_000;
const SHARE_TO_KEEP = 0.9;

/** Pools SMTP sessions over all questions: queued and paced by `Destination`, bounded by `SessionBudget` and `SessionSlots`. */
export class SessionPool {
  readonly counters = { sessionsOpened: 0, sessionsOpen: 0, rcptCommands: 0 };
  private readonly destinations = new Map<string, Destination>();
  private readonly memory: HostMemory;
  private readonly requests = new Set<SlotRequest>();
  private readonly held = new Set<WorkerSlot>();
  private isPreempting = false;
  private allDone = new AbortController();
  private isClosed = false;

  constructor(private readonly options: SessionPoolOptions) {
    const { clock } = options.session;
    this.memory = {
      failed: new FailedAddresses(clock),
      breakers: new CircuitBreakers(clock),
      harvest: new HarvestGuard(clock, options.unknownPerHostHour ?? Infinity),
    };
  }

  /** Queues the question; resolves with its answer. Never rejects. */
  ask(question: Question): Promise<PoolAnswer> {
    if (this.isClosed) return Promise.resolve(ABORTED);
    const destination = this.destinationFor(question.host);
    const pending = new PendingQuestion(question, destination, this.options.session.clock);
    destination.ask(pending);
    return pending.answer;
  }

  /** Hosts and providers whose circuit breakers are open. */
  alarms(): SmtpAlarm[] {
    return this.memory.breakers.alarms();
  }

  /** Ends idle sessions with QUIT, closes the others at once. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.destinations.values()].map((destination) => destination.close(ABORTED)));
  }

  private destinationFor(host: string): Destination {
    const key = hostKey(host);
    const known = this.destinations.get(key);
    if (known) return known;
    this.forgetQuietDestinations();
    const provider = providerOf(host);
    const destination = new Destination(
      key,
      {
        ...this.options,
        counters: this.counters,
        isContended: () => this.requests.size > 0 || this.remoteRequests().length > 0,
        slotFor: (request, signal) => this.slotFor(request, signal),
        hold: (request, worker) => this.hold(request, worker),
      },
      Math.min(this.options.sessionsPerHost, provider?.maxSessions ?? Infinity),
      new SessionBudget(provider?.isStrict !== true),
      this.memory,
    );
    this.destinations.set(key, destination);
    return destination;
  }

  private async slotFor(request: SlotRequest, signal: AbortSignal): Promise<() => void> {
    this.requests.add(request);
    void this.preemptWhileRequested();
    try {
      return await this.options.slots.acquire(request, signal);
    } finally {
      this.requests.delete(request);
    }
  }

  private hold(request: SlotRequest, worker: () => SessionWorker): () => void {
    const slot = new WorkerSlot(request, worker);
    this.held.add(slot);
    void this.preemptWhileRequested();
    return () => {
      this.held.delete(slot);
      if (this.held.size === 0 && this.requests.size === 0) this.allDone.abort(DONE);
    };
  }

  /** Preempts every few milliseconds while a request for a slot waits, here or in another process. */
  private async preemptWhileRequested(): Promise<void> {
    if (this.isPreempting) return;
    this.isPreempting = true;
    this.allDone = new AbortController();
    const { clock } = this.options.session;
    const isShared = this.options.slots.remoteRequests !== undefined;
    try {
      while (this.requests.size > 0 || (isShared && this.held.size > 0)) {
        const isQuiet = this.requests.size === 0 && this.remoteRequests().length === 0;
        await clock.sleep(isQuiet ? REMOTE_POLL_MS : IDLE_GRACE_MS, this.allDone.signal);
        const requests = [...this.requests, ...this.remoteRequests()];
        if (requests.length > 0) preempt(requests, [...this.held], this.limits);
      }
    } catch {
      // No request waits, and no slot is held.
    } finally {
      this.isPreempting = false;
    }
    // A request may have come in this very moment.
    if (this.requests.size > 0) void this.preemptWhileRequested();
  }

  private get limits(): SlotLimits {
    const { maxSessions, sessionsPerHost, sessionsPerNetwork = Infinity } = this.options;
    return { maxSessions, sessionsPerHost, sessionsPerNetwork };
  }

  private remoteRequests(): readonly RemoteSlotRequest[] {
    return this.options.slots.remoteRequests?.() ?? [];
  }

  /** Only the session budget of a destination is lost. The oldest go first, some at a time. */
  private forgetQuietDestinations(): void {
    if (this.destinations.size < MAX_QUIET_DESTINATIONS) return;
    for (const [key, destination] of this.destinations) {
      if (this.destinations.size < MAX_QUIET_DESTINATIONS * SHARE_TO_KEEP) return;
      if (destination.isQuiet) this.destinations.delete(key);
    }
  }
}

const ABORTED: PoolAnswer = { classified: withoutReply('aborted'), stage: 'connect', layer: 'smtp' };
