import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { person } from '../audit/actor';
import { UnauthenticatedError } from '../auth/auth.errors';
import type { Right } from '../auth/right';
import { Clock } from '../common/clock';
import { exists } from '../database/exists';
import { Account } from '../organizations/account.entity';
import { Membership } from '../organizations/membership.entity';
import { requireRole } from '../organizations/role-rules';
import { OrganizationNotFoundError } from '../organizations/organizations.errors';
import { StoredSession } from '../sessions/session.entity';
import type { Session } from '../sessions/sessions.service';

/** What a member (no viewer) who is signed in may do, as `SessionGuard`, `MembershipGuard` and `RoleGuard` see it. */
@Injectable()
export class MemberRights {
  constructor(
    @InjectRepository(StoredSession) private readonly sessions: Repository<StoredSession>,
    private readonly clock: Clock,
  ) {}

  of({ id: sessionId, accountId }: Session, organizationId: number): Right {
    return {
      organizationId,
      accountId,
      isTest: false,
      by: person(accountId),
      condition: (prefix) => exists(this.working(sessionId, organizationId), prefix),
      require: () => this.require(sessionId, organizationId),
    };
  }

  private async require(sessionId: number, organizationId: number): Promise<void> {
    if (!(await this.live(sessionId).getExists())) throw new UnauthenticatedError();
    if (await this.working(sessionId, organizationId).getExists()) return;
    if (await this.holding(sessionId, organizationId).getExists()) requireRole('viewer', 'member');
    throw new OrganizationNotFoundError(organizationId);
  }

  private working(sessionId: number, organizationId: number) {
    return this.holding(sessionId, organizationId).andWhere("m.role <> 'viewer'");
  }

  private live(sessionId: number) {
    return this.sessions
      .createQueryBuilder('s')
      .select('1')
      .innerJoin(Account, 'holder', 'holder.id = s.accountId AND holder.disabledAt IS NULL')
      .where('s.id = :sessionId AND s.expiresAt > :now', { sessionId, now: this.clock.now() });
  }

  private holding(sessionId: number, organizationId: number) {
    return this.live(sessionId)
      .innerJoin(Membership, 'm', 'm.accountId = s.accountId')
      .andWhere('m.organizationId = :organizationId', { organizationId });
  }
}
