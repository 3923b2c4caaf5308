import { Injectable } from '@nestjs/common';
import { UnauthenticatedError } from '../auth/auth.errors';
import type { Right } from '../auth/right';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import { OrganizationNotFoundError } from '../organizations/organizations.errors';
import type { Session } from '../sessions/sessions.service';

/** What a member who is signed in may do, as `SessionGuard` and `OrganizationGuard` see it. */
@Injectable()
export class MemberRights {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  of({ id: sessionId, accountId }: Session, organizationId: number): Right {
    const condition: Right['condition'] = () => ({
      sql: `EXISTS (SELECT 1 FROM sessions s JOIN memberships m ON m.account_id = s.account_id
        WHERE s.id = ? AND s.expires_at > ? AND m.organization_id = ?)`,
      parameters: [sessionId, this.clock.now(), organizationId],
    });
    return { organizationId, accountId, condition, require: () => this.require(sessionId, organizationId, condition) };
  }

  private async require(sessionId: number, organizationId: number, condition: Right['condition']): Promise<void> {
    const now = this.clock.now();
    const live = await this.database.query('SELECT 1 FROM sessions WHERE id = ? AND expires_at > ?', [sessionId, now]);
    if (live.length === 0) throw new UnauthenticatedError();
    const { sql, parameters } = condition();
    if ((await this.database.query(`SELECT 1 FROM (SELECT 1) AS one WHERE ${sql}`, parameters)).length === 0) {
      throw new OrganizationNotFoundError(organizationId);
    }
  }
}
