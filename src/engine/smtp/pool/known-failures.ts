import type { Outcome, Stage } from '../replies/outcome';
import type { SmtpOptions } from '../smtp-options';
import { isClientRefusal } from './circuit-breaker';
import type { BreakerScope, CircuitBreakers } from './circuit-breakers';
import type { FailedAddresses } from './failed-addresses';
import type { HarvestGuard } from './harvest-guard';
import { SILENT_MS } from './preemption';
import { withoutReply } from '../session/smtp-failure';
import type { PendingQuestion, PoolAnswer, Question } from './question';
import type { QuestionQueue } from './question-queue';

/** What the destinations of a pool have learnt of hosts. */
export interface HostMemory {
  failed: FailedAddresses;
  breakers: CircuitBreakers;
  harvest: HarvestGuard;
}

/** The answer to a question that `HarvestGuard` holds back. */
const HELD_BACK: PoolAnswer = {
  classified: { ...withoutReply('aborted'), outcome: 'throttled', reason: 'harvest' },
  stage: 'rcpt',
  layer: 'smtp',
  wasNotAsked: true,
};

/** No reply in an open session: the host's fault once it is repeated. */
const WITHOUT_REPLY: readonly Outcome[] = ['reply_timeout', 'dropped', 'protocol_error'];

/**
 * What is known to fail at one destination: the negative cache of addresses and the circuit breakers, under this destination's
 * keys. A failure that proves something settles the waiting questions that would meet it too.
 */
export class KnownFailures {
  private readonly failed: FailedAddresses;
  private readonly breakers: CircuitBreakers;
  private readonly harvest: HarvestGuard;

  constructor(
    private readonly destination: string,
    private readonly waiting: QuestionQueue,
    { failed, breakers, harvest }: HostMemory,
    private readonly options: SmtpOptions,
  ) {
    this.failed = failed;
    this.breakers = breakers;
    this.harvest = harvest;
  }

  /** The answer to a question that need not be asked; undefined when it must be. */
  answerTo(pending: PendingQuestion): PoolAnswer | undefined {
    return this.failure(pending) ?? this.refusal(pending) ?? this.holdBack(pending);
  }

  /** Takes in what an open session came to for this question. */
  answered(pending: PendingQuestion, answer: PoolAnswer): void {
    const { outcome, code } = answer.classified;
    if (code !== null) {
      this.failed.gotReply(this.addressKey(pending.question.address, answer.stage));
      if (answer.stage === 'rcpt') this.failed.repliedAbout(this.domainKey(pending));
    } else if (WITHOUT_REPLY.includes(outcome) && answer.stage !== 'connect') this.gotNoReply(pending, answer);
    this.record(pending, answer);
    this.countRecipient(pending, answer);
  }

  /** The question's deadline passed after a session had been asking it for `underWayMs`. */
  timedOut(pending: PendingQuestion, answer: PoolAnswer, underWayMs: number): void {
    const { connectTimeoutMs, commandTimeoutMs } = this.options;
    if (isRecipientNamed(answer)) this.gotNoReply(pending, answer);
    else if (underWayMs >= Math.min(SILENT_MS, connectTimeoutMs, commandTimeoutMs)) {
      this.failed.wasSilent(this.addressKey(pending.question.address, answer.stage), answer);
    }
  }

  /** No session came about for this question. */
  openFailed(pending: PendingQuestion, answer: PoolAnswer): void {
    const { address, mode } = pending.question;
    const { outcome } = answer.classified;
    const key = this.addressKey(address, answer.stage);
    if (outcome === 'banner_timeout' && mode === 'single') {
      // In `batch` mode, which waits longer, the host may still greet.
      this.failed.wasSilent(key, answer);
      return;
    }
    // A failure of the proxy or of this machine is not the host's.
    if (answer.layer === 'proxy' || outcome === 'out_of_resources') return;
    this.failed.openFailed(key, answer);
    this.settleAt(address, answer);
    this.record(pending, answer);
  }

  private failure(pending: PendingQuestion): PoolAnswer | undefined {
    const { address, mode, tenant } = pending.question;
    const key = this.addressKey(address, 'rcpt');
    const keys = [this.addressKey(address, 'connect'), key, this.domainKey(pending), `${key} ${tenant}`];
    const failure = keys.map((key) => this.failed.get(key, mode)).find((known) => known !== undefined);
    return failure && isClientRefusal(failure.classified) ? { ...failure, wasNotAsked: true } : failure;
  }

  private refusal(pending: PendingQuestion): PoolAnswer | undefined {
    const refusal = this.breakers.of(scopeOf(pending));
    return refusal && { classified: refusal.classified, stage: refusal.stage, layer: 'smtp', wasNotAsked: true };
  }

  /**
   * Up to EHLO the address alone; from MAIL on only what is asked there for this destination. Anybody may point an MX record of
   * his own to somebody else's mail host.
   */
  private addressKey(address: string, stage: Stage): string {
    return stage === 'connect' || stage === 'banner' || stage === 'ehlo' ? address : `${this.destination} ${address}`;
  }

  /** Silence after RCPT may be caused by the recipient's domain, at a host that serves many. */
  private domainKey({ domain, question: { address } }: PendingQuestion): string {
    return `${this.addressKey(address, 'rcpt')} ${domain}`;
  }

  /** No reply in an open session: once a recipient was named, it counts for the recipient's domain, and for the tenant. */
  private gotNoReply(pending: PendingQuestion, answer: PoolAnswer): void {
    const { domain } = pending;
    const { address, tenant, mode, recipient } = pending.question;
    const key = this.addressKey(address, answer.stage);
    if (!isRecipientNamed(answer)) {
      if (this.failed.gotNoReply(key, answer)) this.settleAt(address, answer);
      return;
    }
    const domainKey = this.domainKey(pending);
    const isOfDomain = (other: PendingQuestion): boolean => this.domainKey(other) === domainKey;
    if (this.failed.gotNoReply(domainKey, answer)) this.settleThose(isOfDomain, answer);
    if (this.failed.gotNoReplyFor({ key, tenant, domain }, answer)) {
      this.settleThose(({ question }) => question.tenant === tenant && question.address === address, answer);
    }
    if (mode !== 'single' || answer.classified.outcome !== 'reply_timeout') return;
    if (!this.failed.wasSilentAbout(domainKey, recipient.address, answer)) return;
    this.settleThose((other) => other.question.mode === 'single' && isOfDomain(other), answer);
  }

  private record(pending: PendingQuestion, answer: PoolAnswer): void {
    if (!this.breakers.record(answer, scopeOf(pending))) return;
    for (const other of this.waiting.all()) {
      const refusal = this.refusal(other);
      if (refusal && this.waiting.remove(other)) other.settle(refusal);
    }
  }

  private countRecipient({ question: { tenant } }: PendingQuestion, answer: PoolAnswer): void {
    const { stage, classified } = answer;
    this.harvest.replied(this.destination, tenant, { stage, outcome: classified.outcome });
    if (classified.outcome !== 'mailbox_not_found' || !this.harvest.isHeldBack(this.destination, tenant)) return;
    this.settleThose(({ question }) => question.tenant === tenant && isOfList(question), HELD_BACK);
  }

  private holdBack({ question }: PendingQuestion): PoolAnswer | undefined {
    return isOfList(question) && this.harvest.isHeldBack(this.destination, question.tenant) ? HELD_BACK : undefined;
  }

  private settleAt(address: string, answer: PoolAnswer): void {
    for (const pending of this.waiting.removeAll(address)) pending.settle(answer);
  }

  private settleThose(isMeant: (pending: PendingQuestion) => boolean, answer: PoolAnswer): void {
    for (const pending of this.waiting.all()) {
      if (isMeant(pending) && this.waiting.remove(pending)) pending.settle(answer);
    }
  }
}

/** Commands that are sent together name the recipient before the first of them is answered. */
const isRecipientNamed = ({ stage }: PoolAnswer): boolean => stage === 'mail' || stage === 'rcpt';

/** Harvests are lists: a single check, and what belongs to a question under way, are never held back. */
const isOfList = ({ mode, isFollowUp }: Question): boolean => mode === 'batch' && !isFollowUp;

const scopeOf = ({ domain, question: { host, tenant } }: PendingQuestion): BreakerScope => ({ host, domain, tenant });
