import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { parseId } from '../common/read-id';
import { CreditsService, type CreditBalance } from '../credits/credits.service';
import { likePattern } from '../database/like-pattern';
import { Membership } from '../organizations/membership.entity';
import { MembershipsService, type Member } from '../organizations/memberships.service';
import { Organization } from '../organizations/organization.entity';
import { OrganizationNotFoundError } from '../organizations/organizations.errors';
import { pageOf, type Found } from './account-directory';
import type { SearchQuery } from './search-query';

/** What an operator sees of an organization. */
export interface ListedOrganization {
  id: number;
  name: string;
  /** Credits that it can spend now. */
  balance: number;
  /** Credits a month; 0: none. */
  monthlyAllowance: number;
  memberCount: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

export interface ShownOrganization extends ListedOrganization {
  credits: CreditBalance;
  members: Member[];
}

/** Finds organizations for the operator, the newest first. */
@Injectable()
export class OrganizationDirectory {
  constructor(
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    private readonly memberships: MembershipsService,
    private readonly credits: CreditsService,
  ) {}

  async list({ before, limit, search }: SearchQuery): Promise<Found<ListedOrganization>> {
    const query = this.select();
    if (before !== null) query.andWhere('o.id < :before', { before });
    if (search !== null) {
      query.andWhere(`(LOWER(o.name) LIKE LOWER(:pattern) ESCAPE '!' OR o.id = :searchedId)`, {
        pattern: likePattern(search),
        searchedId: parseId(search) ?? 0,
      });
    }
    const page = pageOf(await query.limit(limit + 1).getRawMany<ListedOrganization>(), limit);
    // An allowance that is due is filled again by who reads the balance.
    const balances = await this.credits.balances(page.rows.map(({ id }) => id));
    return { ...page, rows: page.rows.map((row) => ({ ...row, balance: balances.get(row.id) ?? row.balance })) };
  }

  /** @throws OrganizationNotFoundError */
  async show(id: number): Promise<ShownOrganization> {
    const row = await this.select().andWhere('o.id = :id', { id }).getRawOne<ListedOrganization>();
    if (row === undefined) throw new OrganizationNotFoundError(id);
    const credits = await this.credits.balance(id);
    return { ...row, balance: credits.balance, credits, members: await this.memberships.members(id) };
  }

  private select(): SelectQueryBuilder<Organization> {
    return this.organizations
      .createQueryBuilder('o')
      .select(['o.id AS id', 'o.name AS name', 'o.balance AS balance', 'o.createdAt AS createdAt'])
      .addSelect('o.allowanceMonthly', 'monthlyAllowance')
      .addSelect(
        (members) => members.select('COUNT(*)').from(Membership, 'm').where('m.organizationId = o.id'),
        'memberCount',
      )
      .where('o.deletedAt IS NULL')
      .orderBy('o.id', 'DESC');
  }
}
