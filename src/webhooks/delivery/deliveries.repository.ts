import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { In, type Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { Gathered } from '../../common/gathered';
import { Database, type Statement } from '../../database/database';
import { deleteInSlices } from '../../database/delete-in-slices';
import { inSlices } from '../../database/in-slices';
import { firstRows, limitRows } from '../../database/limit-rows';
import { named, placeholder, prepared } from '../../database/prepared';
import { preparedEach } from '../../database/prepared-each';
import { preparedIn } from '../../database/prepared-in';
import { union } from '../../database/union';
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
const LEASE_MS = 30_000;
/** Attempts at a time that a process makes of one endpoint. */
export const MOST_IN_HAND = 10;
/** Endpoints that are looked up at a time. */
const ENDPOINTS = 1000;
/** What is done in one go: on SQLite it holds the event loop for some milliseconds. */
const ENDPOINTS_OF_A_GO = 32;
const ARRIVALS_OF_A_GO = 64;

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

/** Which deliveries somebody would take in hand. */
interface Wish {
  endpointId: number;
  limit: number;
}

/** A delivery that arrived. */
type Arrival = Pick<ClaimedDelivery, 'id' | 'claim' | 'earlier'> &
  Pick<MadeAttempt, 'attemptedAt' | 'latencyMs' | 'httpStatus' | 'response'>;

/**
 * Deliveries on their way: which are due, who has them in hand, and how their attempts went. What the jobs of many endpoints ask one by
 * one is done in one go (`Gathered`): by itself each would take a handful of statements for a webhook or two.
 */
@Injectable()
export class DeliveriesRepository {
  private readonly dueOf;
  private readonly taking;
  private readonly takenBy;
  private readonly finish;
  private readonly arrive;
  private readonly endpointsInHand;
  private readonly wishes;
  private readonly arrivals;

  constructor(
    private readonly database: Database,
    @InjectRepository(WebhookDelivery) private readonly deliveries: Repository<WebhookDelivery>,
    @InjectRepository(WebhookEndpoint) private readonly endpoints: Repository<WebhookEndpoint>,
    private readonly clock: Clock,
  ) {
    const due = deliveries
      .createQueryBuilder('delivery')
      .select('delivery.id', 'id')
      .where('delivery.endpointId = :endpointId AND delivery.nextAttemptAt <= :now')
      .orderBy('delivery.nextAttemptAt');
    this.dueOf = prepared<'endpointId' | 'now' | 'limit'>(due, firstRows(due, placeholder('limit')));
    this.taking = preparedIn<'claim' | 'until' | 'now'>((ids) =>
      deliveries
        .createQueryBuilder()
        .update()
        .set({ claim: named('claim'), nextAttemptAt: named('until') })
        .where(`id IN (${ids}) AND nextAttemptAt <= :now`),
    );
    this.takenBy = preparedIn<'claim'>((ids) =>
      deliveries
        .createQueryBuilder('delivery')
        .innerJoin(WebhookEvent, 'event', 'event.id = delivery.eventId')
        .select('delivery.id', 'id')
        .addSelect('delivery.endpointId', 'endpointId')
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
        .where(`delivery.id IN (${ids}) AND delivery.claim = :claim`),
    );
    const made = {
      attempts: () => 'attempts + 1',
      claim: null,
    };
    this.finish = prepared<'id' | 'claim' | 'earlier' | keyof MadeAttempt>(
      deliveries
        .createQueryBuilder()
        .update()
        .set({
          ...made,
          status: named('status'),
          nextAttemptAt: named('nextAttemptAt'),
          attemptedAt: named('attemptedAt'),
          latencyMs: named('latencyMs'),
          httpStatus: named('httpStatus'),
          error: named('error'),
          response: named('response'),
          earlierAttempts: named('earlier'),
        })
        .where('id = :id AND claim = :claim'),
    );
    this.arrive = preparedEach<keyof Arrival>((ids, each) =>
      deliveries
        .createQueryBuilder()
        .update()
        .set({
          ...made,
          status: 'delivered',
          nextAttemptAt: null,
          attemptedAt: each('attemptedAt'),
          latencyMs: each('latencyMs'),
          httpStatus: each('httpStatus'),
          error: null,
          response: each('response'),
          earlierAttempts: each('earlier'),
        })
        .where(`id IN (${ids}) AND claim = ${each('claim')()}`),
    );
    this.endpointsInHand = new Gathered((ids: readonly number[]) => this.findAll(ids), ENDPOINTS_OF_A_GO);
    this.wishes = new Gathered((wishes: readonly Wish[]) => this.claimAll(wishes), ENDPOINTS_OF_A_GO);
    this.arrivals = new Gathered((arrivals: readonly Arrival[]) => this.noteAll(arrivals), ARRIVALS_OF_A_GO);
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

  /** As it stands now; null: it is gone. */
  endpoint(id: number): Promise<WebhookEndpoint | null> {
    return this.endpointsInHand.ask(id);
  }

  /** Takes some that are due in hand, those first that have waited longest. */
  claim(endpointId: number, limit: number): Promise<ClaimedDelivery[]> {
    return this.wishes.ask({ endpointId, limit });
  }

  /** Says of one that it arrived, as `finishing` does. */
  noteArrival(
    { id, claim, earlier }: ClaimedDelivery,
    made: Omit<MadeAttempt, 'status' | 'nextAttemptAt' | 'error'>,
  ): Promise<void> {
    const { attemptedAt, latencyMs, httpStatus, response } = made;
    return this.arrivals.ask({ id, claim, earlier, attemptedAt, latencyMs, httpStatus, response });
  }

  /** The statement that says how an attempt went, unless somebody has sent it again by hand, or the lease was over. */
  finishing({ id, claim, earlier }: Pick<ClaimedDelivery, 'id' | 'claim' | 'earlier'>, made: MadeAttempt): Statement {
    return this.finish({ id, claim, earlier: earlierText(earlier), ...made });
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

  private async findAll(ids: readonly number[]): Promise<(WebhookEndpoint | null)[]> {
    const found = await this.endpoints.findBy({ id: In([...ids]) });
    const byId = new Map(found.map((endpoint) => [endpoint.id, endpoint]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  /** By one claim: what it has taken is what nobody else was faster with. */
  private async claimAll(wishes: readonly Wish[]): Promise<ClaimedDelivery[][]> {
    const now = this.clock.now();
    const due = union(
      wishes.map((wish) => this.dueOf({ ...wish, now })),
      'all',
    );
    const rows = await this.database.query<{ id: number }>(...due.getQueryAndParameters());
    const ids = [...new Set(rows.map(({ id }) => id))];
    if (ids.length === 0) return wishes.map(() => []);
    const claim = randomUUID();
    await this.database.run(this.taking(ids, { claim, until: now + LEASE_MS, now }));
    const taken = await this.database.query<Taken>(...this.takenBy(ids, { claim }).getQueryAndParameters());
    const byEndpoint = new Map(wishes.map(({ endpointId }) => [endpointId, [] as ClaimedDelivery[]]));
    for (const one of taken) {
      const { id, endpointId, attempts, eventId, type, data, occurredAt } = one;
      const event = { id: eventId, type, data, occurredAt };
      byEndpoint.get(endpointId)?.push({ id, claim, attempts, earlier: earlierOf(one), event });
    }
    // Who asks for the same endpoint a second time gets nothing.
    return wishes.map(({ endpointId }) => {
      const own = byEndpoint.get(endpointId) ?? [];
      byEndpoint.delete(endpointId);
      return own;
    });
  }

  private async noteAll(arrivals: readonly Arrival[]): Promise<undefined[]> {
    await this.database.run(this.arrive(arrivals.map((one) => ({ ...one, earlier: earlierText(one.earlier) }))));
    return arrivals.map(() => undefined);
  }
}

/** What a query reads of a delivery in hand, and of its event. */
interface Taken
  extends
    Pick<WebhookDelivery, 'id' | 'endpointId' | 'attempts' | 'eventId' | 'latencyMs' | 'httpStatus' | 'error'>,
    Omit<WebhookEvent, 'id' | 'organizationId'> {
  attemptedAt: number | null;
  /** JSON. */
  earlierAttempts: string | null;
}

/** With the last attempt, to which another comes. */
function earlierOf({ earlierAttempts, attemptedAt, latencyMs, httpStatus, error }: Taken): EarlierAttempt[] {
  if (attemptedAt === null) return [];
  const before = earlierAttempts === null ? [] : (JSON.parse(earlierAttempts) as EarlierAttempt[]);
  return [...before, { attemptedAt, latencyMs, httpStatus, error }].slice(-MOST_EARLIER_ATTEMPTS);
}

const earlierText = (earlier: readonly EarlierAttempt[]): string | null =>
  earlier.length === 0 ? null : JSON.stringify(earlier);
