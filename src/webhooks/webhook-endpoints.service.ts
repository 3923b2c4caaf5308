import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import type { Actor } from '../audit/actor';
import type { AuditAction } from '../audit/audit-action';
import { AuditLog } from '../audit/audit-log';
import { Clock } from '../common/clock';
import { requireEnded, ROTATION_MS } from '../common/rotation';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { bareColumnOf } from '../database/columns';
import type { Attempt } from '../database/attempt';
import { Database } from '../database/database';
import { insertIf } from '../database/insert-if';
import { Organization } from '../organizations/organization.entity';
import { LimitReachedError, OrganizationNotFoundError } from '../organizations/organizations.errors';
import { Destinations } from './delivery/destinations';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import type { WebhookEventType } from './webhook-event-types';
import { WebhookNotFoundError, WebhookUrlError } from './webhook.errors';
import { WebhookSecrets } from './webhook-secrets';
import { WebhookUse } from './webhook-use';

export interface EndpointWish {
  organizationId: number;
  url: string;
  /** Null: all there are, and those that will be. */
  eventTypes: readonly WebhookEventType[] | null;
}

/** What of an endpoint is to be another; what is left out stays. */
export interface EndpointChanges {
  url?: string | undefined;
  eventTypes?: readonly WebhookEventType[] | null | undefined;
}

/** An endpoint, and the key of its signatures: it is shown only now. */
export interface KeyedEndpoint {
  endpoint: WebhookEndpoint;
  secret: string;
}

/** What is noted of one that is made. */
export interface MadeEndpoint {
  id: number;
  secret: string;
}

/** For so long nothing but failures, and somebody should look. */
export const WARNING_AFTER_MS = 24 * 3_600_000;
/** Of an organization: each event goes to all of them. */
const MOST_ENDPOINTS = 50;

/** `warning`: nothing but failures for a day. */
export const WEBHOOK_STATES = ['on', 'warning', 'off'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** Makes and changes the endpoints at which organizations are told what happens. */
@Injectable()
export class WebhookEndpoints {
  private readonly destinations: Destinations;

  constructor(
    private readonly database: Database,
    @InjectRepository(WebhookEndpoint) private readonly endpoints: Repository<WebhookEndpoint>,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    private readonly secrets: WebhookSecrets,
    private readonly use: WebhookUse,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.destinations = new Destinations(config);
  }

  /** @throws WebhookUrlError, OrganizationNotFoundError, LimitReachedError, what the attempt says */
  async create(
    { organizationId, url, eventTypes }: EndpointWish,
    by: Actor,
    attempt: Attempt<MadeEndpoint> | null = null,
  ): Promise<KeyedEndpoint> {
    this.requireUrl(url);
    const secret = this.secrets.make();
    const row = {
      organizationId,
      url,
      eventTypes: listed(eventTypes),
      secret: this.secrets.close(organizationId, secret),
      createdAt: this.clock.now(),
    };
    const count = this.endpoints.createQueryBuilder('e').select('COUNT(*)').where('e.organizationId = :organizationId');
    const outcome = await this.database.atomically(
      [
        // It holds the organization's row, so that two that are made at a time both count.
        { statement: this.holding(organizationId), ifNone: 'rollback' },
        {
          statement: insertIf(this.endpoints, row, `(${count.getQuery()}) < :most`, {
            organizationId,
            most: MOST_ENDPOINTS,
          }),
          ifNone: 'rollback',
        },
        {
          statement: ([, id = 0]) =>
            this.audit.entry({
              organizationId,
              by,
              action: 'webhook_creation',
              subject: id,
              details: { host: hostOf(url), events: eventTypes?.join(' ') ?? 'all' },
            }),
        },
        ...(attempt === null ? [] : [attempt.step(([, id = 0]) => ({ id, secret }))]),
      ],
      this.endpoints.createQueryBuilder('e').select('1').where({ organizationId, secret: row.secret }),
    );
    if (outcome !== 'done') {
      await attempt?.require();
      if ((await this.endpoints.countBy({ organizationId })) < MOST_ENDPOINTS)
        throw new OrganizationNotFoundError(organizationId);
      throw new LimitReachedError('url', `An organization has ${MOST_ENDPOINTS} webhooks at most.`);
    }
    await this.use.announce(organizationId);
    const endpoint = await this.endpoints.findOneByOrFail({ organizationId, secret: row.secret });
    return { endpoint, secret };
  }

  /** The oldest first. */
  list(organizationId: number): Promise<WebhookEndpoint[]> {
    return this.endpoints.find({ where: { organizationId }, order: { id: 'ASC' } });
  }

  /** @throws WebhookNotFoundError */
  async find(organizationId: number, id: number): Promise<WebhookEndpoint> {
    const endpoint = await this.endpoints.findOneBy({ id, organizationId });
    if (endpoint === null) throw new WebhookNotFoundError();
    return endpoint;
  }

  /** Whose an endpoint is, for the operator. @throws WebhookNotFoundError */
  async organizationOf(id: number): Promise<number> {
    const endpoint = await this.endpoints.findOne({ select: { id: true, organizationId: true }, where: { id } });
    if (endpoint === null) throw new WebhookNotFoundError();
    return endpoint.organizationId;
  }

  stateOf({ disabledAt, failingSince, lastFailureAt }: WebhookEndpoint): WebhookState {
    if (disabledAt !== null) return 'off';
    const isFailing = failingSince !== null && (lastFailureAt ?? 0) - failingSince >= WARNING_AFTER_MS;
    return isFailing ? 'warning' : 'on';
  }

  /** Another address, or other events. @throws WebhookUrlError, WebhookNotFoundError */
  async change(
    organizationId: number,
    id: number,
    { url, eventTypes }: EndpointChanges,
    by: Actor,
  ): Promise<WebhookEndpoint> {
    if (url !== undefined) this.requireUrl(url);
    const endpoint = await this.find(organizationId, id);
    const changes: Partial<WebhookEndpoint> = {
      // What was found out about the address before says nothing of this one.
      ...(url === undefined || url === endpoint.url ? {} : { url, failingSince: null, pausedUntil: 0 }),
      ...(eventTypes === undefined ? {} : { eventTypes: listed(eventTypes) }),
    };
    if (Object.keys(changes).length > 0) {
      await this.write({ organizationId, id }, changes, 'webhook_change', by, {
        host: hostOf(url ?? endpoint.url),
        ...(eventTypes === undefined ? {} : { events: eventTypes?.join(' ') ?? 'all' }),
      });
    }
    return this.find(organizationId, id);
  }

  /** Off, nothing is sent to it; on again, it starts with a clean slate. @throws WebhookNotFoundError */
  async setDisabled(organizationId: number, id: number, isDisabled: boolean, by: Actor): Promise<WebhookEndpoint> {
    const { url, disabledAt } = await this.find(organizationId, id);
    if ((disabledAt !== null) !== isDisabled) {
      const changes: Partial<WebhookEndpoint> = isDisabled
        ? { disabledAt: this.clock.now(), disabledReason: 'switched_off' }
        : { disabledAt: null, disabledReason: null, failingSince: null, pausedUntil: 0 };
      const action = isDisabled ? 'webhook_disabling' : 'webhook_enabling';
      await this.write({ organizationId, id }, changes, action, by, { host: hostOf(url) });
    }
    return this.find(organizationId, id);
  }

  /**
   * A new key; the one before signs too for a day longer.
   * @param mayEnd whether the one before that may end now, should it still sign
   * @throws WebhookNotFoundError, RotatedRecentlyError
   */
  async rotate(organizationId: number, id: number, by: Actor, mayEnd = false): Promise<KeyedEndpoint> {
    const { secret: before, oldSecretUntil, url } = await this.find(organizationId, id);
    if (!mayEnd) requireEnded(oldSecretUntil, this.clock.now());
    const secret = this.secrets.make();
    const changes = {
      secret: this.secrets.close(organizationId, secret),
      oldSecret: before,
      oldSecretUntil: this.clock.now() + ROTATION_MS,
    };
    try {
      await this.write({ organizationId, id, secret: before }, changes, 'webhook_rotation', by, { host: hostOf(url) });
    } catch (error) {
      // Another rotated it at this moment, unless it is gone.
      if (error instanceof WebhookNotFoundError)
        requireEnded((await this.find(organizationId, id)).oldSecretUntil, this.clock.now());
      throw error;
    }
    return { endpoint: await this.find(organizationId, id), secret };
  }

  /** What waits for it is not sent any more. @throws WebhookNotFoundError */
  async remove(organizationId: number, id: number, by: Actor): Promise<void> {
    const { url } = await this.find(organizationId, id);
    const outcome = await this.database.atomically(
      [
        { statement: this.endpoints.createQueryBuilder().delete().where({ id, organizationId }), ifNone: 'rollback' },
        this.audit.entry({
          organizationId,
          by,
          action: 'webhook_removal',
          subject: id,
          details: { host: hostOf(url) },
        }),
      ],
      { statement: this.endpoints.createQueryBuilder('e').select('1').where({ id }), shows: 'no_row' },
    );
    if (outcome !== 'done') throw new WebhookNotFoundError();
  }

  private async write(
    where: Partial<WebhookEndpoint>,
    changes: Partial<WebhookEndpoint>,
    action: AuditAction,
    by: Actor,
    details: Record<string, string>,
  ): Promise<void> {
    const { organizationId = 0, id = 0 } = where;
    const { eventTypes: _, ...compared } = changes;
    const shown = Object.fromEntries(Object.entries(compared).map(([name, value]) => [name, value ?? IsNull()]));
    const outcome = await this.database.atomically(
      [
        { statement: this.endpoints.createQueryBuilder().update().set(changes).where(where), ifNone: 'rollback' },
        this.audit.entry({ organizationId, by, action, subject: id, details }),
      ],
      this.endpoints
        .createQueryBuilder('e')
        .select('1')
        .where({ id, ...shown }),
    );
    if (outcome !== 'done') throw new WebhookNotFoundError();
  }

  /** Changes no row where the organization is gone. */
  private holding(organizationId: number) {
    const itself = () => bareColumnOf(this.organizations.metadata, 'createdAt');
    return this.organizations
      .createQueryBuilder()
      .update()
      .set({ createdAt: itself })
      .where('id = :organizationId AND deletedAt IS NULL', { organizationId });
  }

  /** @throws WebhookUrlError */
  private requireUrl(url: string): void {
    const fault = this.destinations.faultOf(url);
    if (fault !== null) throw new WebhookUrlError(`The url field ${fault}`);
  }
}

/** Each once; null: all. */
function listed(eventTypes: readonly WebhookEventType[] | null): WebhookEventType[] | null {
  return eventTypes === null ? null : [...new Set(eventTypes)];
}

/** Of an address, which may have a secret in its path. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
