import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessChanges } from '../common/access-changes';
import { Database } from '../database/database';
import { prepared } from '../database/prepared';
import { RememberedUse } from '../database/remembered-use';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/**
 * Which organizations have endpoints, on or off: the writes that happen most say nothing to all others, without a question
 * more. A "yes" that is none any more costs a statement that does nothing.
 */
@Injectable()
export class WebhookUse extends RememberedUse {
  constructor(
    database: Database,
    @InjectRepository(WebhookEndpoint) endpoints: Repository<WebhookEndpoint>,
    changes: AccessChanges,
  ) {
    const used = prepared<'organizationId'>(
      endpoints.createQueryBuilder('e').select('e.id', 'id').where('e.organizationId = :organizationId').limit(1),
    );
    super(database, changes, async (organizationId) => {
      const rows = await database.query(...used({ organizationId }).getQueryAndParameters());
      return rows.length > 0;
    });
  }
}
