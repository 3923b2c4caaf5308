import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, type Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import { limitRows } from '../database/limit-rows';
import { WebhookDelivery, type DeliveryStatus } from './webhook-delivery.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import { WebhookEvent } from './webhook-event.entity';
import { WebhookNotFoundError, WebhookStateError } from './webhook.errors';
import { isWanted, newEventId, value } from './webhook-outbox';

export interface ListedDelivery {
  delivery: WebhookDelivery;
  event: WebhookEvent;
}

export interface DeliveryQuery {
  /** All of the page have lower ids; null: from the newest on. */
  before: number | null;
  limit: number;
  /** Null: whatever became of them. */
  statuses: readonly DeliveryStatus[] | null;
}

/** That one statement begins again. */
const AT_A_TIME = 500;

/** What an organization sees of its deliveries, and sends again by hand. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    private readonly database: Database,
    @InjectRepository(WebhookEndpoint) private readonly endpoints: Repository<WebhookEndpoint>,
    @InjectRepository(WebhookEvent) private readonly events: Repository<WebhookEvent>,
    @InjectRepository(WebhookDelivery) private readonly deliveries: Repository<WebhookDelivery>,
    private readonly clock: Clock,
  ) {}

  /** The newest first. @throws WebhookNotFoundError */
  async page(
    organizationId: number,
    endpointId: number,
    { before, limit, statuses }: DeliveryQuery,
  ): Promise<{ deliveries: ListedDelivery[]; nextBefore: number | null }> {
    await this.find(organizationId, endpointId);
    const found = await this.deliveries.find({
      where: {
        endpointId,
        ...(before === null ? {} : { id: LessThan(before) }),
        ...(statuses === null ? {} : { status: In([...statuses]) }),
      },
      order: { id: 'DESC' },
      take: limit + 1,
    });
    const page = found.slice(0, limit);
    const ids = page.map(({ eventId }) => eventId);
    const events = ids.length === 0 ? [] : await this.events.findBy({ id: In(ids) });
    const byId = new Map(events.map((event) => [event.id, event]));
    return {
      deliveries: page.flatMap((delivery) => {
        const event = byId.get(delivery.eventId);
        return event === undefined ? [] : [{ delivery, event }];
      }),
      nextBefore: found.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  }

  /** Tells an endpoint something without meaning, whatever it is registered for; returns the event's id. @throws WebhookNotFoundError, WebhookStateError */
  async test(organizationId: number, endpointId: number): Promise<string> {
    await this.requireOn(organizationId, endpointId);
    const now = this.clock.now();
    const id = newEventId();
    const event = {
      id,
      organizationId,
      type: 'test',
      data: JSON.stringify({ webhook_id: endpointId }),
      occurredAt: now,
    };
    const delivery = { organizationId, endpointId, eventId: id, status: 'pending', nextAttemptAt: now, createdAt: now };
    await this.database.atomically(
      [
        this.events
          .createQueryBuilder()
          .insert()
          .values(event as WebhookEvent),
        this.deliveries
          .createQueryBuilder()
          .insert()
          .values(delivery as WebhookDelivery),
      ],
      this.events.createQueryBuilder('e').select('1').where({ id }),
    );
    return id;
  }

  /** From the first attempt on, under the same `webhook-id`, whatever became of it. @throws WebhookNotFoundError, WebhookStateError */
  async resend(organizationId: number, endpointId: number, id: number): Promise<void> {
    await this.requireOn(organizationId, endpointId);
    const { affected } = await this.deliveries.update({ id, endpointId, organizationId }, this.anew());
    if (affected === 0) throw new WebhookNotFoundError('delivery');
  }

  /**
   * Sends again what happened since then, that the endpoint is registered for and that did not reach it: failed, stopped, or while it
   * was off.
   * @returns how many
   * @throws WebhookNotFoundError, WebhookStateError
   */
  async recover(organizationId: number, endpointId: number, since: number): Promise<number> {
    await this.requireOn(organizationId, endpointId);
    let count = 0;
    for (const next of [() => this.again(endpointId, since), () => this.missing(organizationId, endpointId, since)]) {
      for (;;) {
        const some = await next();
        count += some;
        if (some < AT_A_TIME) break;
      }
    }
    return count;
  }

  private async again(endpointId: number, since: number): Promise<number> {
    const lost = this.deliveries
      .createQueryBuilder()
      .update()
      .set(this.anew())
      .where("endpointId = :endpointId AND createdAt >= :since AND status IN ('failed', 'stopped')", {
        endpointId,
        since,
      });
    return (await this.database.run(limitRows(lost, AT_A_TIME, 'id'))).affected;
  }

  /** Those that were never begun. */
  private async missing(organizationId: number, endpointId: number, since: number): Promise<number> {
    const begun = this.deliveries
      .createQueryBuilder('delivery')
      .select('1')
      .where('delivery.eventId = event.id AND delivery.endpointId = endpoint.id');
    const found = this.events
      .createQueryBuilder('event')
      .innerJoin(WebhookEndpoint, 'endpoint', 'endpoint.organizationId = event.organizationId')
      .select(value('event.organizationId'), 'organizationId')
      .addSelect(value('endpoint.id'), 'endpointId')
      .addSelect(value('event.id'), 'eventId')
      .addSelect("'pending'", 'status')
      .addSelect(':now', 'nextAttemptAt')
      .addSelect(value('event.occurredAt'), 'createdAt')
      .where('event.organizationId = :organizationId AND event.occurredAt >= :since AND endpoint.id = :endpointId')
      // A test is meant for one endpoint.
      .andWhere("event.type <> 'test'")
      .andWhere(isWanted)
      .andWhere(`NOT EXISTS (${begun.getQuery()})`)
      .orderBy('event.occurredAt')
      .limit(AT_A_TIME)
      .setParameters({ organizationId, endpointId, since, now: this.clock.now() });
    const inserting = this.deliveries
      .createQueryBuilder()
      .insert()
      .into(WebhookDelivery, ['organizationId', 'endpointId', 'eventId', 'status', 'nextAttemptAt', 'createdAt'])
      .valuesFromSelect(found)
      .orIgnore();
    return (await this.database.run(inserting)).affected;
  }

  private anew() {
    return { status: 'pending', attempts: 0, nextAttemptAt: this.clock.now(), claim: null } as const;
  }

  /** @throws WebhookNotFoundError, WebhookStateError */
  private async requireOn(organizationId: number, endpointId: number): Promise<void> {
    if ((await this.find(organizationId, endpointId)).disabledAt !== null) throw new WebhookStateError();
  }

  private async find(organizationId: number, endpointId: number): Promise<WebhookEndpoint> {
    const endpoint = await this.endpoints.findOneBy({ id: endpointId, organizationId });
    if (endpoint === null) throw new WebhookNotFoundError();
    return endpoint;
  }
}
