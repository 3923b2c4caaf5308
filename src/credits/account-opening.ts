import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ObjectLiteral, QueryDeepPartialEntity, Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import { OPERATOR, person, type Actor } from '../audit/actor';
import { AccessChanges } from '../common/access-changes';
import { normaliseAccountAddress } from '../common/account-address';
import { Clock } from '../common/clock';
import type { Attempt } from '../database/attempt';
import { Database, type Proof, type Statement, type Step } from '../database/database';
import { insertIf } from '../database/insert-if';
import { lockRow } from '../database/lock-row';
import { Account } from '../organizations/account.entity';
import { Membership } from '../organizations/membership.entity';
import { Organization } from '../organizations/organization.entity';
import { AccountExistsError, LimitReachedError } from '../organizations/organizations.errors';
import { ServiceSettings } from '../settings/service-settings';
import { firstOrganizationName } from './first-organization-name';
import { Ledger } from './ledger';

/** Opens accounts and organizations; stands here because an account's first organization starts with free credits. */
@Injectable()
export class AccountOpening {
  constructor(
    private readonly database: Database,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    @InjectRepository(Membership) private readonly memberships: Repository<Membership>,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
    private readonly settings: ServiceSettings,
    private readonly audit: AuditLog,
    private readonly changes: AccessChanges,
  ) {}

  /**
   * An account with its first organization, which is its default one.
   * @param passwordHash null: nobody can sign in yet
   * @param freeCredits null: as the settings say
   * @throws AccountExistsError
   */
  async openAccount(
    email: string,
    name: string | null,
    passwordHash: string | null = null,
    freeCredits: number | null = null,
  ): Promise<{ accountId: number; organizationId: number; balance: number }> {
    const now = this.clock.now();
    const credits = freeCredits ?? (await this.settings.freeCredits());
    const address = normaliseAccountAddress(email);
    const ids: number[] = [];
    const row = { email: address, name, createdAt: now, passwordHash };
    const taken = this.accounts.createQueryBuilder('other').select('1').where('other.email = :address', { address });
    const steps: Step[] = [
      {
        // On MySQL two at once lock each other out here; one of them runs again and finds the other's row.
        statement: insertIf(this.accounts, row, `NOT EXISTS (${taken.getQuery()})`, taken.getParameters()),
        ifNone: 'rollback',
      },
      insertInto(this.organizations, { name: firstOrganizationName(name, address), balance: credits, createdAt: now }),
      {
        statement: ([accountId = 0, organizationId = 0]) => {
          ids.splice(0, 2, accountId, organizationId);
          return insertInto(this.memberships, { accountId, organizationId, role: 'owner', createdAt: now });
        },
      },
      {
        statement: ([accountId, organizationId = 0]) =>
          this.accounts
            .createQueryBuilder()
            .update()
            .set({ defaultOrganizationId: organizationId })
            .where('id = :accountId', { accountId }),
      },
      { statement: ([, organizationId = 0]) => this.ledger.entry(organizationId, credits, 'free', 'free') },
      // Who chose a password made it; the command line makes accounts without one.
      {
        statement: ([accountId = 0]) =>
          this.audit.entry({
            organizationId: null,
            by: passwordHash === null ? OPERATOR : person(accountId),
            action: 'sign_up',
            subject: accountId,
          }),
      },
    ];
    const proof: Proof = {
      statement: ([accountId]) =>
        this.accounts
          .createQueryBuilder('account')
          .select('account.id')
          .where('account.id = :accountId AND account.email = :address', { accountId, address }),
    };
    if ((await this.database.atomically(steps, proof)) !== 'done') throw new AccountExistsError(address);
    const [accountId = 0, organizationId = 0] = ids;
    return { accountId, organizationId, balance: credits };
  }

  /**
   * A further organization of an account; it starts empty.
   * @param limit how many organizations the account may belong to; left out: any number
   * @param by who opens it
   * @param attempt as part of this; its id is what is made
   * @throws LimitReachedError, what the attempt says
   */
  async openOrganization(
    accountId: number,
    name: string,
    limit = Number.MAX_SAFE_INTEGER,
    by: Actor = OPERATOR,
    attempt: Attempt<number> | null = null,
  ): Promise<number> {
    const now = this.clock.now();
    let id = 0;
    const held = this.memberships
      .createQueryBuilder('membership')
      .select('COUNT(*)')
      .where('membership.accountId = :accountId', { accountId });
    const isThere = this.accounts.createQueryBuilder('account').select('1').where('account.id = :accountId');
    const hasRoom = `EXISTS (${isThere.getQuery()}) AND (${held.getQuery()}) < :limit`;
    const outcome = await this.database.atomically(
      [
        lockRow(this.accounts, accountId),
        {
          statement: insertIf(this.organizations, { name, createdAt: now }, hasRoom, { accountId, limit }),
          ifNone: 'rollback',
        },
        {
          statement: ([, organizationId = 0]) => {
            id = organizationId;
            return insertInto(this.memberships, { accountId, organizationId, role: 'owner', createdAt: now });
          },
        },
        {
          statement: ([, organizationId = 0]) =>
            this.audit.entry({ organizationId, by, action: 'organization_creation', details: { name } }),
        },
        ...(attempt === null ? [] : [attempt.step(([, organizationId = 0]) => organizationId)]),
      ],
      {
        statement: ([, organizationId]) =>
          this.organizations
            .createQueryBuilder('organization')
            .select('organization.id')
            .where('organization.id = :organizationId', { organizationId }),
      },
    );
    if (outcome !== 'done') {
      await attempt?.require();
      throw new LimitReachedError(
        'name',
        `An account may belong to ${limit} organizations. Leave or delete one first.`,
      );
    }
    await this.changes.announce();
    return id;
  }
}

function insertInto<Row extends ObjectLiteral>(rows: Repository<Row>, row: QueryDeepPartialEntity<Row>): Statement {
  return rows.createQueryBuilder().insert().values(row);
}
