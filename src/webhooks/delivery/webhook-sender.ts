import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { GuardedFetch } from '../../common/guarded-fetch';
import { Database, type Statement } from '../../database/database';
import { bodyOf } from '../webhook-body';
import { WebhookEndpoint } from '../webhook-endpoint.entity';
import { WebhookSecrets } from '../webhook-secrets';
import { attemptOf, failureOf, type Attempt } from './attempt';
import { DeliveriesRepository, MOST_IN_HAND, type ClaimedDelivery, type MadeAttempt } from './deliveries.repository';
import { changeOf } from './endpoint-change';
import { nextDelay, pauseOf } from './retry-schedule';
import { WebhookNotices } from './webhook-notices';

/** The time slice of a job: others wait for their turn. */
const TIME_SLICE_MS = 5000;
const HOUR_MS = 3_600_000;
/** Longer than the longest wait for a next attempt: failures further apart have nothing to do with each other. */
const APART_MS = 36 * HOUR_MS;
const SUCCESS_NOTED_EVERY_MS = 60_000;

/** A signed message, as it goes out. */
interface Message {
  headers: Record<string, string>;
  body: string;
}

/**
 * Makes the attempts that are due of an endpoint: some at a time while it is well, one at a time while it fails. An attempt that was
 * made is noted with what follows for the endpoint, in one write; one that a dying process made is made again.
 */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly database: Database,
    @InjectRepository(WebhookEndpoint) private readonly endpoints: Repository<WebhookEndpoint>,
    private readonly deliveries: DeliveriesRepository,
    private readonly secrets: WebhookSecrets,
    private readonly fetch: GuardedFetch,
    private readonly notices: WebhookNotices,
    private readonly clock: Clock,
  ) {}

  /**
   * @param mayFail asked before the attempts of an endpoint that fails: whether there is room for a slow one
   * @param signal aborted when the process stops
   */
  async send(endpointId: number, mayFail: () => boolean, signal: AbortSignal): Promise<void> {
    const end = performance.now() + TIME_SLICE_MS;
    while (!signal.aborted && performance.now() < end) {
      const endpoint = await this.deliveries.endpoint(endpointId);
      if (endpoint === null) return this.deliveries.drop(endpointId, signal);
      const now = this.clock.now();
      if (endpoint.disabledAt !== null) return this.deliveries.stopDue(endpointId, now, signal);
      const isFailing = endpoint.failingSince !== null;
      if (endpoint.pausedUntil > now || (isFailing && !mayFail())) return;
      const limit = isFailing ? 1 : MOST_IN_HAND;
      const claims = await this.deliveries.claim(endpointId, limit);
      await Promise.all(claims.map((delivery) => this.attempt(endpoint, delivery, signal)));
      // What has come meanwhile the dispatcher finds soon enough.
      if (claims.length < limit) return;
    }
  }

  private async attempt(endpoint: WebhookEndpoint, delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    const attemptedAt = this.clock.now();
    const from = performance.now();
    const attempt = await this.post(endpoint, delivery, attemptedAt, signal);
    const latencyMs = Math.round(performance.now() - from);
    const now = this.clock.now();
    // Broken off by us: what came of it nobody knows.
    if (attempt.httpStatus === null && signal.aborted) return this.deliveries.putDown([delivery], now);
    const { error, httpStatus, response } = attempt;
    const outcome = { error, httpStatus, response, attemptedAt, latencyMs };
    if (error === null) return this.noteSuccess(endpoint, delivery, outcome, now);
    const made = { ...outcome, ...afterFailure(delivery, attempt, now) };
    return this.noteFailure(endpoint, delivery, made, attempt, now);
  }

  private async post(
    endpoint: WebhookEndpoint,
    delivery: ClaimedDelivery,
    now: number,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const message = this.messageOf(endpoint, delivery, now);
    // Not its fault, and no other message fares better.
    if (message === null) return { ...failureOf(new Error('There is no key to sign with.')), error: 'secret' };
    try {
      return attemptOf(await this.fetch.post(endpoint.url, { ...message, signal }), this.clock.now());
    } catch (error) {
      return failureOf(error);
    }
  }

  private messageOf(endpoint: WebhookEndpoint, { event }: ClaimedDelivery, now: number): Message | null {
    const { id } = event;
    const seconds = Math.floor(now / 1000);
    const body = bodyOf(event);
    const signature = this.secrets.sign(endpoint, { id, seconds, body }, now);
    if (signature === null) return null;
    return {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'email-validation-service',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signature,
      },
      body,
    };
  }

  private async noteSuccess(
    endpoint: WebhookEndpoint,
    delivery: ClaimedDelivery,
    outcome: Omit<MadeAttempt, 'status' | 'nextAttemptAt'>,
    now: number,
  ): Promise<void> {
    const { id, failingSince, lastSuccessAt } = endpoint;
    const isKnown = failingSince === null && now - (lastSuccessAt ?? 0) < SUCCESS_NOTED_EVERY_MS;
    if (isKnown) return this.deliveries.noteArrival(delivery, outcome);
    // One of those that are made at a time says it.
    endpoint.lastSuccessAt = now;
    await this.database.atomically([
      this.deliveries.finishing(delivery, { ...outcome, status: 'delivered', nextAttemptAt: null }),
      this.endpoints.createQueryBuilder().update().set({ failingSince: null, lastSuccessAt: now }).where({ id }),
    ]);
  }

  private async noteFailure(
    endpoint: WebhookEndpoint,
    delivery: ClaimedDelivery,
    made: MadeAttempt,
    attempt: Attempt,
    now: number,
  ): Promise<void> {
    const { isOut, isGone, asksMs } = attempt;
    const { id, url, lastFailureAt, warnedAt } = endpoint;
    const isApart = lastFailureAt !== null && now - lastFailureAt > APART_MS;
    const failingSince = isApart ? null : endpoint.failingSince;
    const pause = isOut || asksMs > 0 ? { pausedUntil: now + pauseOf(now - (failingSince ?? now), asksMs) } : {};
    const failing = this.endpoints
      .createQueryBuilder()
      .update()
      .set({
        ...pause,
        lastFailureAt: now,
        // A failure that began before the last success says nothing of what is now.
        ...(isApart ? { failingSince: now } : { failingSince: () => `COALESCE(failingSince, ${now})` }),
      })
      .where({ id });
    const steps: Statement[] = [this.deliveries.finishing(delivery, made), failing];
    const change = changeOf({ failingSince, warnedAt }, isGone, now);
    if (change === null) {
      await this.database.atomically(steps);
      return;
    }
    const { news, values, condition } = change;
    // Unless it is off, has succeeded meanwhile, or is another by now; whoever changes it tells of it.
    const changing = this.endpoints
      .createQueryBuilder()
      .update()
      .set(values)
      .where({ id, disabledAt: IsNull(), url, ...condition });
    const proof = this.endpoints
      .createQueryBuilder('e')
      .select('1')
      .where({ id, ...values });
    const outcome = await this.database.atomically([...steps, { statement: changing, ifNone: 'stop' }], proof);
    if (outcome === 'done') await this.notices.tell(endpoint, news);
  }
}

function afterFailure(
  { attempts }: ClaimedDelivery,
  { isGone, asksMs }: Attempt,
  now: number,
): Pick<MadeAttempt, 'status' | 'nextAttemptAt'> {
  const delay = isGone ? null : nextDelay(attempts + 1, asksMs, Math.random());
  return delay === null ? { status: 'failed', nextAttemptAt: null } : { status: 'pending', nextAttemptAt: now + delay };
}
