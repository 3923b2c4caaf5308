import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { In, type Repository } from 'typeorm';
import { Database, type Statement } from '../../database/database';
import { deleteInSlices } from '../../database/delete-in-slices';
import { inSlices } from '../../database/in-slices';
import { limitRows } from '../../database/limit-rows';
import { named, prepared } from '../../database/prepared';
import { preparedIn } from '../../database/prepared-in';
import {
  MOST_EARLIER_ATTEMPTS,
  WebhookDelivery,
  type DeliveryStatus,
  type EarlierAttempt,
} from '../webhook-delivery.entity';
import { WebhookEndpoint } from '../webhook-endpoint.entity';
import { WebhookEvent } from '../webhook-event.entity';
import type { Attempt } from './attempt';

/** An attempt takes 15 s at most; what was claimed for longer was claimed by a process that has died. */
export const LEASE_MS = 30_000;
/** Attempts at a time that a process makes of one endpoint. */
export const MOST_IN_HAND = 10;
/** Endpoints that are looked up at a time. */
const ENDPOINTS = 1000;

/** A delivery in hand: nobody else makes an attempt of it before the lease ends. */
export interface ClaimedDelivery {
  id: number;
  claim: string;
  /** Made before. */
  attempts: number;
  /** What will be known of these once another is made, the oldest first. */
  earlier: readonly EarlierAttempt[];
  event: Pick<WebhookEvent, 'id' | 'type' | 'data' | 'occurredAt'>;
}

export interface MadeAttempt extends Pick<Attempt, 'error' | 'httpStatus' | 'response'> {
  status: DeliveryStatus;
  /** Null: no more. */
  nextAttemptAt: number | null;
  attemptedAt: number;
  latencyMs: number;
}

/** Deliveries on their way: which are due, who has them in hand, and how their attempts went. */
@Injectable()
export class DeliveriesRepository {
  private readonly dueOf;
  private readonly taking;
  private readonly finish;

  constructor(
    private readonly database: Database,
    @InjectRepository(WebhookDelivery) private readonly deliveries: Repository<WebhookDelivery>,
  ) {
    this.dueOf = prepared<'endpointId' | 'now'>(
      deliveries
        .createQueryBuilder('delivery')
        .innerJoin(WebhookEvent, 'event', 'event.id = delivery.eventId')
        .select('delivery.id', 'id')
        .addSelect('delivery.attempts', 'attempts')
        .addSelect('delivery.attemptedAt', 'attemptedAt')
        .addSelect('delivery.latencyMs', 'latencyMs')
        .addSelect('delivery.httpStatus', 'httpStatus')
        .addSelect('delivery.error', 'error')
        .addSelect('delivery.earlierAttempts', 'earlierAttempts')
        .addSelect('event.id', 'eventId')
        .addSelect('event.type', 'type')
        .addSelect('event.data', 'data')
        .addSelect('event.occurredAt', 'occurredAt')
        .where('delivery.endpointId = :endpointId AND delivery.nextAttemptAt <= :now')
        .orderBy('delivery.nextAttemptAt')
        .limit(MOST_IN_HAND),
    );
    this.taking = preparedIn<'claim' | 'until' | 'now'>((ids) =>
      deliveries
        .createQueryBuilder()
        .update()
        .set({ claim: named('claim'), nextAttemptAt: named('until') })
        .where(`id IN (${ids}) AND nextAttemptAt <= :now`),
    );
    this.finish = prepared<'id' | 'claim' | 'earlier' | keyof MadeAttempt>(
      deliveries
        .createQueryBuilder()
        .update()
        .set({
          status: named('status'),
          attempts: () => 'attempts + 1',
          nextAttemptAt: named('nextAttemptAt'),
          claim: null,
          attemptedAt: named('attemptedAt'),
          latencyMs: named('latencyMs'),
          httpStatus: named('httpStatus'),
          error: named('error'),
          response: named('response'),
          earlierAttempts: named('earlier'),
        })
        .where('id = :id AND claim = :claim'),
    );
  }

  /** Endpoints that have something due and are not paused, those that have waited longest first; one that is gone among them. */
  async dueEndpoints(now: number): Promise<number[]> {
    const found = await this.deliveries
      .createQueryBuilder('delivery')
      .leftJoin(WebhookEndpoint, 'endpoint', 'endpoint.id = delivery.endpointId')
      .select('MIN(delivery.endpointId)', 'endpointId')
      .addSelect('MIN(delivery.nextAttemptAt)', 'since')
      .where('delivery.nextAttemptAt <= :now AND (endpoint.id IS NULL OR endpoint.pausedUntil <= :now)', { now })
      // The sum keeps SQLite from walking through all deliveries in the order of endpoints.
      .groupBy('delivery.endpointId + 0')
      .getRawMany<{ endpointId: number; since: number }>();
    return found
      .sort((one, other) => one.since - other.since)
      .slice(0, ENDPOINTS)
      .map(({ endpointId }) => endpointId);
  }

  /** Takes some that are due in hand, `MOST_IN_HAND` at most. */
  async claim(endpointId: number, limit: number, now: number): Promise<ClaimedDelivery[]> {
    const statement = this.dueOf({ endpointId, now });
    const rows = await this.database.query<Due>(...statement.getQueryAndParameters());
    const due = rows.slice(0, limit);
    if (due.length === 0) return [];
    const claim = randomUUID();
    const ids = due.map(({ id }) => id);
    const { affected } = await this.database.run(this.taking(ids, { claim, until: now + LEASE_MS, now }));
    // Somebody else was faster with some of them.
    const ours = affected === ids.length ? new Set(ids) : await this.claimed(claim);
    return due
      .filter(({ id }) => ours.has(id))
      .map((one) => {
        const { id, attempts, eventId, type, data, occurredAt } = one;
        return { id, claim, attempts, earlier: earlierOf(one), event: { id: eventId, type, data, occurredAt } };
      });
  }

  /** The statement that says how an attempt went, unless somebody has sent it again by hand, or the lease was over. */
  finishing({ id, claim, earlier }: Pick<ClaimedDelivery, 'id' | 'claim' | 'earlier'>, made: MadeAttempt): Statement {
    return this.finish({ id, claim, earlier: earlier.length === 0 ? null : JSON.stringify(earlier), ...made });
  }

  /** Puts down what no attempt was made of. */
  async putDown(claims: readonly ClaimedDelivery[], now: number): Promise<void> {
    const [first] = claims;
    if (first === undefined) return;
    const where = { id: In(claims.map(({ id }) => id)), claim: first.claim };
    await this.deliveries.update(where, { claim: null, nextAttemptAt: now });
  }

  /** What is due of an endpoint that is off is not sent any more, until somebody asks for it. */
  async stopDue(endpointId: number, now: number, signal: AbortSignal): Promise<void> {
    await inSlices(this.database, { fewest: 20, signal }, async (limit) => {
      const due = this.deliveries
        .createQueryBuilder()
        .update()
        .set({ status: 'stopped', nextAttemptAt: null, claim: null })
        .where('endpointId = :endpointId AND nextAttemptAt <= :now', { endpointId, now });
      return (await this.database.run(limitRows(due, limit, 'nextAttemptAt'))).affected;
    });
  }

  /** Deletes those of an endpoint that is gone. */
  async drop(endpointId: number, signal?: AbortSignal): Promise<void> {
    await deleteInSlices(this.database, this.deliveries, { endpointId }, 'id', signal);
  }

  private async claimed(claim: string): Promise<ReadonlySet<number>> {
    const found = await this.deliveries.find({ select: { id: true }, where: { claim } });
    return new Set(found.map(({ id }) => id));
  }
}

/** What a query reads of a delivery that is due, and of its event. */
interface Due
  extends
    Pick<WebhookDelivery, 'id' | 'attempts' | 'eventId' | 'latencyMs' | 'httpStatus' | 'error'>,
    Omit<WebhookEvent, 'id' | 'organizationId'> {
  attemptedAt: number | null;
  /** JSON. */
  earlierAttempts: string | null;
}

/** With the last attempt, to which another comes. */
function earlierOf({ earlierAttempts, attemptedAt, latencyMs, httpStatus, error }: Due): EarlierAttempt[] {
  if (attemptedAt === null) return [];
  const before = earlierAttempts === null ? [] : (JSON.parse(earlierAttempts) as EarlierAttempt[]);
  return [...before, { attemptedAt, latencyMs, httpStatus, error }].slice(-MOST_EARLIER_ATTEMPTS);
}
