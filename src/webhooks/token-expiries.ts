import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { Token } from '../auth/token.entity';
import { TokenOrganization } from '../auth/token-organization.entity';
import { Clock } from '../common/clock';
import { publicOrigin } from '../common/public-origin';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Database } from '../database/database';
import { Membership } from '../organizations/membership.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import { WebhookEvent } from './webhook-event.entity';
import { WebhookOutbox, type ToldEvent } from './webhook-outbox';

const DAY_MS = 86_400_000;
/** Of events: longer than the time for which a token is about to expire, so that each is told once. */
const TOLD_BEFORE_MS = 7 * DAY_MS;
const EVERY_MS = 3_600_000;

interface Expiring {
  id: string;
  name: string;
  hint: string | null;
  accountId: number;
  expiresAt: number;
  organizationId: number;
}

/** Tells organizations with endpoints of tokens that work for them and expire within a week: once of each. */
@Injectable()
export class TokenExpiries {
  private lookedAt = -Infinity;

  constructor(
    private readonly database: Database,
    @InjectRepository(WebhookEndpoint) private readonly endpoints: Repository<WebhookEndpoint>,
    @InjectRepository(WebhookEvent) private readonly events: Repository<WebhookEvent>,
    private readonly outbox: WebhookOutbox,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Looks once an hour. */
  async tell(): Promise<void> {
    const now = this.clock.now();
    if (now - this.lookedAt < EVERY_MS) return;
    const news = (await this.expiring(now)).map((token) => this.newsOf(token));
    const told = await this.told(news.map((one) => this.outbox.idOf(one)));
    for (const one of news) {
      if (!told.has(this.outbox.idOf(one))) await this.database.atomically(this.outbox.steps(one));
    }
    this.lookedAt = now;
  }

  /** From the tokens of the week on, where there is an endpoint of an organization that they work for. */
  private async expiring(now: number): Promise<Expiring[]> {
    const { manager } = this.endpoints;
    const works = manager
      .createQueryBuilder(TokenOrganization, 'works')
      .select('1')
      .where('works.tokenId = token.id AND works.organizationId = member.organizationId');
    const found = await manager
      .createQueryBuilder(Token, 'token')
      .innerJoin(Membership, 'member', 'member.accountId = token.accountId')
      .select('token.id', 'id')
      .addSelect('token.name', 'name')
      .addSelect('token.hint', 'hint')
      .addSelect('token.accountId', 'accountId')
      .addSelect('token.expiresAt', 'expiresAt')
      .addSelect('member.organizationId', 'organizationId')
      .where('token.revokedAt IS NULL AND token.expiresAt > :now AND token.expiresAt <= :until', {
        now,
        until: now + TOLD_BEFORE_MS,
      })
      .andWhere(`(token.isLimited = 0 OR EXISTS (${works.getQuery()}))`)
      .getRawMany<Expiring>();
    const told = await this.withEndpoints(found.map(({ organizationId }) => organizationId));
    return found.filter(({ organizationId }) => told.has(organizationId));
  }

  private async withEndpoints(organizationIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (organizationIds.length === 0) return new Set();
    const where = { organizationId: In([...new Set(organizationIds)]) };
    const endpoints = await this.endpoints.find({ select: { id: true, organizationId: true }, where });
    return new Set(endpoints.map(({ organizationId }) => organizationId));
  }

  private newsOf({ id, name, hint, accountId, expiresAt, organizationId }: Expiring): ToldEvent & { cause: string } {
    return {
      organizationId,
      type: 'token.expiring',
      cause: id,
      data: {
        token_id: id,
        name,
        hint,
        account_id: accountId,
        expires_at: new Date(expiresAt).toISOString(),
        links: { tokens: `${publicOrigin(this.config)}/dashboard/#/tokens` },
      },
    };
  }

  private async told(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = ids.length === 0 ? [] : await this.events.find({ select: { id: true }, where: { id: In([...ids]) } });
    return new Set(found.map(({ id }) => id));
  }
}
