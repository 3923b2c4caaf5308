import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
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
  constructor(private readonly database: Database) {}

  /** @throws OrganizationNotFoundError */
  async get(id: number): Promise<OrganizationFacts> {
    const [row] = await this.database.query<OrganizationFacts>(
      `SELECT id, name, created_at AS createdAt,
          (SELECT COUNT(*) FROM memberships WHERE organization_id = organizations.id) AS memberCount
        FROM organizations WHERE id = ? AND deleted_at IS NULL`,
      [id],
    );
    if (row === undefined) throw new OrganizationNotFoundError(id);
    return row;
  }

  async rename(id: number, name: string): Promise<void> {
    await this.database.execute('UPDATE organizations SET name = ? WHERE id = ?', [name, id]);
  }
}
