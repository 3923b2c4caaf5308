import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import type { Actor } from '../audit/actor';
import { Database } from '../database/database';
import { Membership } from './membership.entity';
import { Organization } from './organization.entity';
import { OrganizationNotFoundError } from './organizations.errors';

export interface OrganizationFacts {
  id: number;
  name: string;
  memberCount: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** Reads and renames organizations. */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly database: Database,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    private readonly audit: AuditLog,
  ) {}

  /** @throws OrganizationNotFoundError */
  async get(id: number): Promise<OrganizationFacts> {
    const row = await this.organizations
      .createQueryBuilder('o')
      .select(['o.id AS id', 'o.name AS name', 'o.createdAt AS createdAt'])
      .addSelect(
        (members) => members.select('COUNT(*)').from(Membership, 'm').where('m.organizationId = o.id'),
        'memberCount',
      )
      .where('o.id = :id AND o.deletedAt IS NULL', { id })
      .getRawOne<OrganizationFacts>();
    if (row === undefined) throw new OrganizationNotFoundError(id);
    return row;
  }

  async rename(id: number, name: string, by: Actor): Promise<void> {
    await this.database.atomically(
      [
        { statement: this.organizations.createQueryBuilder().update().set({ name }).where({ id }), ifNone: 'rollback' },
        this.audit.entry({ organizationId: id, by, action: 'organization_renaming', details: { name } }),
      ],
      this.organizations.createQueryBuilder('o').select('1').where({ id, name }),
    );
  }
}
