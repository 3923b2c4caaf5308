import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import type { Step } from '../database/database';
import { insertIf } from '../database/insert-if';
import { Account } from './account.entity';
import type { MemberRole } from './member-role';
import { Membership } from './membership.entity';
import { Organization } from './organization.entity';
import { LimitReachedError } from './organizations.errors';

export interface OwnOrganization {
  id: number;
  name: string;
  role: MemberRole;
  /** 1: it lets in only those who have a second factor. */
  twoFactorRequired: number;
}

export interface Member {
  accountId: number;
  email: string;
  name: string | null;
  role: MemberRole;
  /** Milliseconds since the epoch. */
  joinedAt: number;
  /** The address of who invited it; null: it made the organization, or joined before this was noted. */
  invitedBy: string | null;
}

/** Who belongs to which organization, in which role. */
@Injectable()
export class MembershipsService {
  constructor(
    @InjectRepository(Membership) private readonly memberships: Repository<Membership>,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Null: the account does not belong to it, or there is none. */
  async role(organizationId: number, accountId: number): Promise<MemberRole | null> {
    return (await this.memberships.findOneBy({ organizationId, accountId }))?.role ?? null;
  }

  organizationsOf(accountId: number): Promise<OwnOrganization[]> {
    return this.memberships
      .createQueryBuilder('m')
      .innerJoin(Organization, 'o', 'o.id = m.organizationId')
      .select(['o.id AS id', 'o.name AS name', 'm.role AS role', 'o.twoFactorRequired AS twoFactorRequired'])
      .where('m.accountId = :accountId', { accountId })
      .orderBy('o.id')
      .getRawMany<OwnOrganization>();
  }

  members(organizationId: number): Promise<Member[]> {
    return this.memberships
      .createQueryBuilder('m')
      .innerJoin(Account, 'a', 'a.id = m.accountId')
      .leftJoin(Account, 'inviter', 'inviter.id = m.inviterId')
      .select(['a.id AS accountId', 'a.email AS email', 'a.name AS name', 'm.role AS role'])
      .addSelect(['m.createdAt AS joinedAt', 'inviter.email AS invitedBy'])
      .where('m.organizationId = :organizationId', { organizationId })
      .orderBy('m.createdAt')
      .addOrderBy('a.id')
      .getRawMany<Member>();
  }

  /** The addresses of its owners and admins whose accounts are on. */
  async managersOf(organizationId: number): Promise<string[]> {
    const found = await this.memberships
      .createQueryBuilder('m')
      .innerJoin(Account, 'a', 'a.id = m.accountId')
      .select('a.email', 'email')
      .where("m.organizationId = :organizationId AND m.role IN ('owner', 'admin')", { organizationId })
      .andWhere('a.disabledAt IS NULL')
      .orderBy('a.id')
      .getRawMany<{ email: string }>();
    return found.map(({ email }) => email);
  }

  /** The step that makes the account a member, unless it is one or belongs to as many organizations as it may. */
  joining(
    accountId: number,
    { organizationId, role, inviterId }: { organizationId: number; role: MemberRole; inviterId: number },
  ): Step {
    const own = this.memberships.createQueryBuilder('m').where('m.accountId = :accountId');
    const same = own.clone().select('1').andWhere('m.organizationId = :organizationId');
    const statement = insertIf(
      this.memberships,
      { accountId, organizationId, role, inviterId, createdAt: this.clock.now() },
      `NOT EXISTS (${same.getQuery()}) AND (${own.select('COUNT(*)').getQuery()}) < :most`,
      { accountId, organizationId, most: this.config.ORGANIZATIONS_PER_ACCOUNT },
    );
    return { statement, ifNone: 'rollback' };
  }

  /** @param field what the error is told about; @throws LimitReachedError when the account belongs to as many as it may */
  async requireRoom(accountId: number, field: string): Promise<void> {
    const limit = this.config.ORGANIZATIONS_PER_ACCOUNT;
    if ((await this.organizationsOf(accountId)).length < limit) return;
    throw new LimitReachedError(field, `An account may belong to ${limit} organizations. Leave or delete one first.`);
  }
}
