import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AuditLog } from '../../audit/audit-log';
import { person } from '../../audit/actor';
import { ActorNames, type ActorName } from '../../credits/actor-names';
import { Database } from '../../database/database';
import { Membership } from '../../organizations/membership.entity';
import { Organization } from '../../organizations/organization.entity';
import { MissingRoleError } from '../../organizations/organizations.errors';
import { CheckEntry } from './check-entry.entity';
import { CheckHistory, keyOf } from './check-history';

/** Behind every address that begins with the same letters, in the order of both engines. */
const LAST_CHARACTER = '\u{10ffff}';

export interface ChecksQuery {
  /** Addresses that begin so, in any case; null: all. */
  search: string | null;
  /** Id of the last entry of the page before; null: from the first on. */
  before: number | null;
  limit: number;
}

export interface PastCheck {
  entry: CheckEntry;
  by: ActorName;
}

/** Reads the history of an organization's single checks, and switches it on and off. */
@Injectable()
export class CheckPages {
  constructor(
    private readonly database: Database,
    @InjectRepository(CheckEntry) private readonly entries: Repository<CheckEntry>,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    private readonly names: ActorNames,
    private readonly history: CheckHistory,
    private readonly audit: AuditLog,
  ) {}

  async isKept(organizationId: number): Promise<boolean> {
    return this.organizations.existsBy({ id: organizationId, keepsChecks: 1 });
  }

  /** All: the newest first. Found by a search: by address, of each the newest first. */
  async read(
    organizationId: number,
    { search, before, limit }: ChecksQuery,
  ): Promise<{ checks: PastCheck[]; nextBefore: number | null }> {
    // While it is off, what is being deleted is gone.
    if (!(await this.isKept(organizationId))) return { checks: [], nextBefore: null };
    const found = this.entries
      .createQueryBuilder('c')
      .where('c.organizationId = :organizationId', { organizationId })
      .limit(limit + 1);
    if (search === null) {
      if (before !== null) found.andWhere('c.id < :before', { before });
    } else {
      const from = keyOf(search);
      found
        .andWhere('c.emailKey >= :from AND c.emailKey < :to', { from, to: `${from}${LAST_CHARACTER}` })
        .orderBy('c.emailKey');
      if (before !== null) {
        const last = await this.entries.findOneBy({ id: before, organizationId });
        if (last === null) return { checks: [], nextBefore: null };
        found.andWhere('(c.emailKey > :key OR (c.emailKey = :key AND c.id < :before))', { key: last.emailKey, before });
      }
    }
    const rows = await found.addOrderBy('c.id', 'DESC').getMany();
    const page = rows.slice(0, limit);
    const name = await this.names.of(page);
    return {
      checks: page.map((entry) => ({ entry, by: name(entry) })),
      nextBefore: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  }

  /**
   * Off: nothing is noted any more, and what was noted is deleted.
   * @param by who wants it, an owner or admin; @throws MissingRoleError
   */
  async keep(organizationId: number, by: number, isKept: boolean): Promise<void> {
    const mayManage = this.organizations.manager
      .createQueryBuilder(Membership, 'm')
      .select('1')
      .where("m.organizationId = :organizationId AND m.accountId = :by AND m.role IN ('owner', 'admin')");
    const change = this.organizations
      .createQueryBuilder()
      .update()
      .set({ keepsChecks: isKept ? 1 : 0 })
      .where(`id = :organizationId AND EXISTS (${mayManage.getQuery()})`, { organizationId, by });
    const event = { organizationId, by: person(by), action: 'check_history', details: { is_kept: isKept } } as const;
    const outcome = await this.database.atomically(
      [{ statement: change, ifNone: 'rollback' }, this.audit.entry(event)],
      this.organizations
        .createQueryBuilder('o')
        .select('1')
        .where({ id: organizationId, keepsChecks: isKept ? 1 : 0 }),
    );
    if (outcome !== 'done') throw new MissingRoleError('Only an owner or an admin may do this.');
    if (!isKept) await this.history.forget(organizationId);
  }
}
