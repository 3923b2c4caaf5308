import type { Clock } from '../../ports';
import type { Classified, Stage } from '../replies/outcome';

const REFUSALS_TO_OPEN = 3;
/** A refusal for "policy" at RCPT may be about that recipient only: ten in a row open the breaker. */
const WEIGHT_OF_POLICY_AT_RCPT = 0.3;
/** How long the one question may take that is let through after a pause. */
const PROBE_MS = 60_000;
const FIRST_PAUSE_MS = 15 * 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

export interface Refusal {
  classified: Classified;
  stage: Stage;
}

/** A mail host, or provider, that refuses this client: for health and metrics. */
export interface SmtpAlarm {
  /** Provider id, name of the mail host, or registrable domain of the recipients. */
  key: string;
  outcome: 'sender_blocked' | 'throttled';
  reason: Classified['reason'];
  text: string | null;
  /** Milliseconds since the epoch: until then nothing is asked there. */
  pausedUntil: number;
}

/**
 * A circuit breaker: three refusals of the client in a row (blocked or throttled) open it for 15 minutes. Then it is half-open and lets one
 * question through; each time that is refused as well the pause doubles, up to 6 hours.
 */
export class CircuitBreaker {
  private refusals = 0;
  private pauseMs = FIRST_PAUSE_MS;
  private pausedUntil = 0;
  private last: Refusal | undefined;
  private probingUntil = 0;

  constructor(
    private readonly key: string,
    private readonly clock: Clock,
  ) {}

  /** The remembered refusal while open; undefined when the question may be asked. The first question after the pause may. */
  refusal(): Refusal | undefined {
    if (!this.last || this.pausedUntil === 0) return undefined;
    const now = this.clock.now();
    if (now < this.pausedUntil || now < this.probingUntil) return this.last;
    this.probingUntil = now + PROBE_MS;
    return undefined;
  }

  /** Half-open: the one question after the pause is in flight. */
  get isProbing(): boolean {
    return this.probingUntil > 0;
  }

  /** A refusal of the client; returns true when this opened the breaker. */
  refused(refusal: Refusal): boolean {
    const wasProbing = this.isProbing;
    this.probingUntil = 0;
    this.last = refusal;
    this.refusals += weightOf(refusal);
    if (!wasProbing && this.refusals < REFUSALS_TO_OPEN) return false;
    this.open(wasProbing);
    return true;
  }

  /** Opens it at once, for what other refusals have proven. */
  openFor(refusal: Refusal): void {
    this.last = refusal;
    this.probingUntil = 0;
    this.open(false);
  }

  /** Closes it: the host serves the client. */
  reset(): void {
    this.refusals = 0;
    this.pauseMs = FIRST_PAUSE_MS;
    this.pausedUntil = 0;
    this.probingUntil = 0;
    this.last = undefined;
  }

  /** Undefined once the pause has been over for as long as it was: nobody has asked there since. */
  alarm(): SmtpAlarm | undefined {
    if (!this.last || this.pausedUntil === 0 || this.clock.now() > this.pausedUntil + this.pauseMs) return undefined;
    const { outcome, reason, text } = this.last.classified;
    if (outcome !== 'sender_blocked' && outcome !== 'throttled') return undefined;
    return { key: this.key, outcome, reason, text, pausedUntil: this.pausedUntil };
  }

  private open(isLonger: boolean): void {
    if (isLonger) this.pauseMs = Math.min(LONGEST_PAUSE_MS, this.pauseMs * 2);
    this.pausedUntil = this.clock.now() + this.pauseMs;
  }
}

/** A limit of recipients per session is no refusal of the client: a new session answers it. */
export const isClientRefusal = ({ outcome, reason }: Classified): boolean =>
  outcome === 'sender_blocked' || (outcome === 'throttled' && reason !== 'recipients');

const weightOf = ({ classified, stage }: Refusal): number =>
  classified.reason === 'policy' && stage === 'rcpt' ? WEIGHT_OF_POLICY_AT_RCPT : 1;
