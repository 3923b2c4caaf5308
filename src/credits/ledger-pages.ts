import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import type { EntryKind } from './ledger';

export interface LedgerEntry {
  id: number;
  /** Negative: credits went. */
  amount: number;
  kind: EntryKind;
  reason: string | null;
  /** What moved them, such as `batch:12:hold`. */
  cause: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** Reads the ledger, the newest movement first. */
@Injectable()
export class LedgerPages {
  constructor(private readonly database: Database) {}

  /** @param before the id that all of the page are below; null: from the newest on */
  async read(
    organizationId: number,
    before: number | null,
    limit: number,
  ): Promise<{ entries: LedgerEntry[]; nextBefore: number | null }> {
    const entries = await this.database.query<LedgerEntry>(
      `SELECT id, amount, kind, reason, cause, created_at AS createdAt FROM credit_entries
        WHERE organization_id = ? ${before === null ? '' : 'AND id < ?'} ORDER BY id DESC LIMIT ?`,
      [organizationId, ...(before === null ? [] : [before]), limit + 1],
    );
    const page = entries.slice(0, limit);
    return { entries: page, nextBefore: entries.length > limit ? (page.at(-1)?.id ?? null) : null };
  }
}
