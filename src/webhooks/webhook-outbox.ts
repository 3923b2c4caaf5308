import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { createHash, randomBytes } from 'node:crypto';
import { EntityManager, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { Clock } from '../common/clock';
import type { Step } from '../database/database';
import { prepared } from '../database/prepared';
import { WebhookDelivery } from './webhook-delivery.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import { WebhookEvent } from './webhook-event.entity';
import type { WebhookEventType } from './webhook-event-types';
import { WebhookUse } from './webhook-use';

/** What an event says, by the names in its JSON: each an expression of the query. */
export interface EventData {
  readonly [name: string]: string | EventData;
}

/** What is told of rows as the write leaves them. */
export interface EventSource {
  /** Of one row at most; selects nothing yet, and its values are named and not set. */
  query: SelectQueryBuilder<ObjectLiteral>;
  /** The expression with whose it is. */
  organization: string;
  /** An expression: a text in quotes, or a choice between some. */
  type: string;
  data: EventData;
  /** An expression that is 1 for what happened by a test token: its data say `"test": true`. Left out: it never does. */
  test?: string;
}

export interface ToldEvent {
  organizationId: number;
  type: WebhookEventType;
  data: object;
  /** What is told once: the second event of a cause is none. Left out: each is one. */
  cause?: string;
}

type Own = 'eventId' | 'now';

/**
 * Tells organizations what happened, as steps of the very write that makes it true: the event, and its delivery to each endpoint that
 * wants it. So there is never one without the other, whichever process dies when.
 *
 * The steps come last in their write, which they stop where nobody is to be told: `stopped` is as good as `done` then. For an
 * organization without endpoints that takes one statement; where that is too much (`isUsed`), none.
 */
@Injectable()
export class WebhookOutbox {
  private readonly told;
  private readonly toldOnce;
  private readonly delivering;
  /** The JSON value, in SQL. */
  private readonly isTrue: string;

  constructor(
    @InjectEntityManager() private readonly manager: EntityManager,
    private readonly use: WebhookUse,
    private readonly clock: Clock,
  ) {
    this.isTrue = manager.dataSource.options.type === 'mysql' ? "JSON_EXTRACT('true', '$')" : "JSON('true')";
    const given = (): SelectQueryBuilder<ObjectLiteral> =>
      manager.createQueryBuilder().select([]).from('(SELECT 1 AS one)', 'always');
    const values = { organization: ':organizationId', type: ':type', data: ':data' };
    this.told = prepared<Own | 'organizationId' | 'type' | 'data'>(this.inserting(given(), values));
    this.toldOnce = prepared<Own | 'organizationId' | 'type' | 'data'>(this.inserting(given(), values).orIgnore());
    this.delivering = prepared<'eventId'>(this.deliveries());
  }

  /** Whether an organization has endpoints: remembered, for writes that happen with every request. */
  isUsed(organizationId: number): boolean | Promise<boolean> {
    return this.use.isUsed(organizationId);
  }

  /** Tells of what is known before the write. */
  steps({ organizationId, type, data, cause }: ToldEvent): Step[] {
    const eventId = cause === undefined ? newEventId() : eventIdOf(organizationId, type, cause);
    const values = { eventId, organizationId, type, data: JSON.stringify(data), now: this.clock.now() };
    const statement = cause === undefined ? this.told(values) : this.toldOnce(values);
    return [{ statement, ifNone: 'stop' }, this.delivering({ eventId })];
  }

  /** Tells of what the write has made of some row. Built once, for steps that are made often. */
  from<Name extends string>({
    query,
    organization,
    type,
    data,
    test,
  }: EventSource): (values: Readonly<Record<Name, unknown>>) => Step[] {
    const inserting = this.inserting(query, { organization, type, data: this.textOf(data, test) });
    const insert = prepared<Name | Own>(inserting);
    return (values) => {
      const eventId = newEventId();
      const all = { ...values, eventId, now: this.clock.now() } as Readonly<Record<Name | Own, unknown>>;
      return [{ statement: insert(all), ifNone: 'stop' }, this.delivering({ eventId })];
    };
  }

  /** Whether an event of this cause was told, by what `steps` makes of it. */
  idOf({ organizationId, type, cause }: Pick<ToldEvent, 'organizationId' | 'type'> & { cause: string }): string {
    return eventIdOf(organizationId, type, cause);
  }

  private textOf(data: EventData, test: string | undefined): string {
    if (test === undefined) return jsonObject(data);
    // A whole object in each branch: within one, SQLite and MariaDB would take it for a text.
    return `CASE ${test} WHEN 1 THEN ${jsonObject({ ...data, test: this.isTrue })} ELSE ${jsonObject(data)} END`;
  }

  /** In the order of the entity's columns. */
  private inserting(
    query: SelectQueryBuilder<ObjectLiteral>,
    { organization, type, data }: { organization: string; type: string; data: string },
  ) {
    const endpoint = this.manager
      .createQueryBuilder(WebhookEndpoint, 'endpoint')
      .select('1')
      .where(`endpoint.organizationId = ${organization}`);
    const select = query
      .select(':eventId', 'id')
      .addSelect(value(organization), 'organizationId')
      .addSelect(type, 'type')
      .addSelect(data, 'data')
      .addSelect(':now', 'occurredAt')
      .andWhere(`EXISTS (${endpoint.getQuery()})`);
    return this.manager
      .createQueryBuilder()
      .insert()
      .into(WebhookEvent, ['id', 'organizationId', 'type', 'data', 'occurredAt'])
      .valuesFromSelect(select);
  }

  /** In the order of the entity's columns. */
  private deliveries() {
    const select = this.manager
      .createQueryBuilder(WebhookEvent, 'event')
      .innerJoin(WebhookEndpoint, 'endpoint', 'endpoint.organizationId = event.organizationId')
      .select(value('event.organizationId'), 'organizationId')
      .addSelect(value('endpoint.id'), 'endpointId')
      .addSelect(value('event.id'), 'eventId')
      .addSelect("'pending'", 'status')
      .addSelect(value('event.occurredAt'), 'nextAttemptAt')
      .addSelect(value('event.occurredAt'), 'createdAt')
      .where('event.id = :eventId AND endpoint.disabledAt IS NULL')
      .andWhere(isWanted);
    return this.manager
      .createQueryBuilder()
      .insert()
      .into(WebhookDelivery, ['organizationId', 'endpointId', 'eventId', 'status', 'nextAttemptAt', 'createdAt'])
      .valuesFromSelect(select);
  }
}

/** That the endpoint is registered for the event: types are words with quotes around them in its list. */
export const isWanted = "(endpoint.eventTypes IS NULL OR endpoint.eventTypes LIKE CONCAT('%\"', event.type, '\"%'))";

/** An expression and no column any more: TypeORM puts the columns of a select first, whatever their order. */
export const value = (expression: string): string => `(${expression})`;

export const newEventId = (): string => `msg_${randomBytes(18).toString('base64url')}`;

function eventIdOf(organizationId: number, type: string, cause: string): string {
  const hash = createHash('sha256').update(`${organizationId} ${type} ${cause}`);
  return `msg_${hash.digest('base64url').slice(0, 24)}`;
}

function jsonObject(data: EventData): string {
  const parts = Object.entries(data).map(
    ([name, value]) => `'${name}', ${typeof value === 'string' ? value : jsonObject(value)}`,
  );
  return `JSON_OBJECT(${parts.join(', ')})`;
}
