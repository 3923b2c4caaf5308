import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, type Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import { deleteInSlices } from '../database/delete-in-slices';
import { TokenExpiries } from './token-expiries';
import { WebhookDelivery } from './webhook-delivery.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import { WebhookEvent } from './webhook-event.entity';

const DAY_MS = 86_400_000;
/** Longer than the last attempt takes, so that there is something to look at. */
const DELIVERY_DAYS = 30;

/** What is done from time to time: tells of tokens that are about to expire, and deletes what is past its time. */
@Injectable()
export class WebhookRetention {
  constructor(
    private readonly database: Database,
    @InjectRepository(WebhookEndpoint) private readonly endpoints: Repository<WebhookEndpoint>,
    @InjectRepository(WebhookEvent) private readonly events: Repository<WebhookEvent>,
    @InjectRepository(WebhookDelivery) private readonly deliveries: Repository<WebhookDelivery>,
    private readonly expiries: TokenExpiries,
    private readonly clock: Clock,
  ) {}

  /** Some rows at a time; returns whether none is left. */
  async sweep(signal?: AbortSignal): Promise<boolean> {
    await this.expiries.tell();
    const before = this.clock.now() - DELIVERY_DAYS * DAY_MS;
    const isPast = { createdAt: LessThan(before) };
    // An event stays as long as a delivery of it.
    if (!(await deleteInSlices(this.database, this.deliveries, isPast, 'createdAt', signal))) return false;
    return deleteInSlices(this.database, this.events, { occurredAt: LessThan(before) }, 'occurredAt', signal);
  }

  /** Deletes all of an organization, some rows at a time. */
  async forget(organizationId: number): Promise<void> {
    await deleteInSlices(this.database, this.endpoints, { organizationId }, 'id');
    await deleteInSlices(this.database, this.deliveries, { organizationId }, 'id');
    await deleteInSlices(this.database, this.events, { organizationId }, 'occurredAt');
  }
}
