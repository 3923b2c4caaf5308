import { Injectable } from '@nestjs/common';
import { OPEN_STATUSES, type BatchStatus } from '../batches/batch';
import { BatchesService } from '../batches/batches.service';
import { LedgerLines, type LedgerLine, type LineKind, type LinesQuery } from '../credits/ledger-lines';
import { readLedgerCursor } from '../credits/ledger-cursor';

/** Lines of a file that are in memory at a time. */
const LINES_AT_A_TIME = 200;

/** A line, and what is to be said of its list. */
export interface LedgerViewLine {
  line: LedgerLine;
  name: string | null;
  /** Null: the list is deleted, or the line is about none. */
  status: BatchStatus | null;
  isSetAside: boolean;
}

/** The folded ledger with its lists as they are now. */
@Injectable()
export class LedgerView {
  constructor(
    private readonly ledger: LedgerLines,
    private readonly batches: BatchesService,
  ) {}

  async page(
    organizationId: number,
    query: LinesQuery,
  ): Promise<{ lines: LedgerViewLine[]; nextBefore: string | null }> {
    const { lines, nextBefore } = await this.ledger.read(organizationId, query);
    const lists = await this.batches.named(
      organizationId,
      lines.flatMap(({ batchId }) => batchId ?? []),
    );
    return {
      lines: lines.map((line) => {
        const list = line.batchId === null ? undefined : lists.get(line.batchId);
        const status = list?.status ?? null;
        const isSetAside = OPEN_STATUSES.some((open) => open === status);
        return { line, name: line.label ?? list?.name ?? null, status, isSetAside };
      }),
      nextBefore,
    };
  }

  /** All lines, some at a time, as somebody takes them. */
  async *all(organizationId: number, kinds: readonly LineKind[] | null): AsyncGenerator<LedgerViewLine[], void> {
    for (let before: LinesQuery['before'] = null; ;) {
      const { lines, nextBefore } = await this.page(organizationId, { kinds, before, limit: LINES_AT_A_TIME });
      yield lines;
      if (nextBefore === null) return;
      before = readLedgerCursor(nextBefore);
    }
  }
}
