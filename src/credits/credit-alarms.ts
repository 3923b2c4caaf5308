import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { publicOrigin } from '../common/public-origin';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import type { Step } from '../database/database';
import { Organization } from '../organizations/organization.entity';
import { WebhookOutbox } from '../webhooks/webhook-outbox';

/**
 * Tells an organization's endpoints that its credits are low, or gone: the last steps of a write that spends some. The write itself sees
 * whether it is the one by which the balance fell below `warnBelow`, or to 0; so each fall is told once, and nothing is remembered.
 */
@Injectable()
export class CreditAlarms {
  private readonly told;
  private readonly link: string;

  constructor(
    @InjectRepository(Organization) organizations: Repository<Organization>,
    private readonly outbox: WebhookOutbox,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.link = `${publicOrigin(config)}/v1/credits/balance`;
    this.told = outbox.from<'organizationId' | 'amount' | 'balance'>({
      query: organizations
        .createQueryBuilder('organization')
        .where('organization.id = :organizationId')
        .andWhere(
          '(organization.balance = 0 OR (organization.balance < organization.warnBelow ' +
            'AND organization.balance + :amount >= organization.warnBelow))',
        ),
      organization: 'organization.id',
      // Gone says it all.
      type: "CASE organization.balance WHEN 0 THEN 'credits.exhausted' ELSE 'credits.low' END",
      data: {
        balance: 'organization.balance',
        warn_below: 'organization.warnBelow',
        links: { balance: ':balance' },
      },
    });
  }

  /** @param amount that the write takes: more than 0. None for organizations without endpoints. */
  async steps(organizationId: number, amount: number): Promise<Step[]> {
    if (amount === 0 || !(await this.outbox.isUsed(organizationId))) return [];
    return this.told({ organizationId, amount, balance: this.link });
  }
}
