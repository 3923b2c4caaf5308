import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessChanges } from '../../common/access-changes';
import { Database, type Statement } from '../../database/database';
import { prepared } from '../../database/prepared';
import { RememberedUse } from '../../database/remembered-use';
import { Organization } from '../../organizations/organization.entity';

/** Which organizations use feedback: verdicts of all others are given without a look for it. */
@Injectable()
export class FeedbackUse extends RememberedUse {
  constructor(
    database: Database,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    changes: AccessChanges,
  ) {
    const used = prepared<'id'>(
      organizations.createQueryBuilder('o').select('o.usesFeedback', 'uses').where('o.id = :id AND o.usesFeedback = 1'),
    );
    super(database, changes, async (id) => {
      const rows = await database.query(...used({ id }).getQueryAndParameters());
      return rows.length > 0;
    });
  }

  /** A step of the write that begins it; changes no row where the organization is gone. Then `announce`. */
  begin(organizationId: number): Statement {
    return this.organizations
      .createQueryBuilder()
      .update()
      .set({ usesFeedback: 1 })
      .where('id = :organizationId AND deletedAt IS NULL', { organizationId });
  }
}
