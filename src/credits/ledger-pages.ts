import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, type Repository } from 'typeorm';
import { CreditEntry } from './credit-entry.entity';

export type LedgerEntry = Omit<CreditEntry, 'organizationId'>;

/** Reads the ledger, the newest movement first. */
@Injectable()
export class LedgerPages {
  constructor(@InjectRepository(CreditEntry) private readonly entries: Repository<CreditEntry>) {}

  /** @param before the id that all of the page are below; null: from the newest on */
  async read(
    organizationId: number,
    before: number | null,
    limit: number,
  ): Promise<{ entries: LedgerEntry[]; nextBefore: number | null }> {
    const entries = await this.entries.find({
      select: { id: true, amount: true, kind: true, cause: true, reason: true, createdAt: true },
      where: { organizationId, ...(before === null ? {} : { id: LessThan(before) }) },
      order: { id: 'DESC' },
      take: limit + 1,
    });
    const page = entries.slice(0, limit);
    return { entries: page, nextBefore: entries.length > limit ? (page.at(-1)?.id ?? null) : null };
  }
}
