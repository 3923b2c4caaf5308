import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import type { Actor } from '../audit/actor';
import { Database } from '../database/database';
import { Organization } from '../organizations/organization.entity';
import { TwoFactorNeededError } from '../sessions/sessions.errors';
import { TwoFactorService } from '../sessions/two-factor.service';

/** Whether an organization lets only members in who sign in with a second factor. Their tokens work all the same. */
@Injectable()
export class TwoFactorRequirement {
  constructor(
    private readonly database: Database,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    private readonly twoFactor: TwoFactorService,
    private readonly audit: AuditLog,
  ) {}

  isRequired(organizationId: number): Promise<boolean> {
    return this.organizations.existsBy({ id: organizationId, twoFactorRequired: 1 });
  }

  /** @throws TwoFactorNeededError */
  async require(organizationId: number, accountId: number): Promise<void> {
    if (!(await this.isRequired(organizationId)) || (await this.twoFactor.isOn(accountId))) return;
    throw new TwoFactorNeededError();
  }

  /** Who requires it must have it himself. @throws TwoFactorNeededError */
  async set(organizationId: number, accountId: number, isRequired: boolean, by: Actor): Promise<void> {
    if (isRequired && !(await this.twoFactor.isOn(accountId))) throw new TwoFactorNeededError();
    const twoFactorRequired = isRequired ? 1 : 0;
    const update = this.organizations
      .createQueryBuilder()
      .update()
      .set({ twoFactorRequired })
      .where({ id: organizationId });
    await this.database.atomically(
      [
        { statement: update, ifNone: 'rollback' },
        this.audit.entry({ organizationId, by, action: 'two_factor_requirement', details: { required: isRequired } }),
      ],
      this.organizations.createQueryBuilder('o').select('1').where({ id: organizationId, twoFactorRequired }),
    );
  }
}
