import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import type { Proof, Step } from '../../database/database';
import { named, prepared } from '../../database/prepared';
import { OPEN_STATUSES } from '../batch';
import { Batch } from '../batch.entity';
import { Chunk } from '../chunk.entity';
import type { Tally } from './tally';

type SavedChunk = Pick<
  Chunk,
  | 'id'
  | 'version'
  | 'results'
  | 'state'
  | 'attempt'
  | 'dueAt'
  | 'leaseUntil'
  | 'waitsForEarlier'
  | 'retryAt'
  | 'waitingRows'
>;

/** Milliseconds between two samples of the progress, at least. */
const SAMPLE_EVERY_MS = 30_000;
/** What a column is set to when it is time for another sample, and otherwise. */
const atSample = (then: string, otherwise: string): string =>
  `CASE WHEN paceAt <= :now - ${SAMPLE_EVERY_MS} THEN ${then} ELSE ${otherwise} END`;

/** The statements of `ChunkSaver`, built once: each chunk is saved some times. */
@Injectable()
export class SaveStatements {
  private readonly saving;
  private readonly saved;
  private readonly counting;
  private readonly completing;

  constructor(@InjectRepository(Chunk) chunks: Repository<Chunk>, @InjectRepository(Batch) batches: Repository<Batch>) {
    this.saving = prepared<keyof SavedChunk>(
      chunks
        .createQueryBuilder()
        .update()
        .set({
          version: () => 'version + 1',
          results: named('results'),
          state: named('state'),
          attempt: named('attempt'),
          dueAt: named('dueAt'),
          leaseUntil: named('leaseUntil'),
          waitsForEarlier: named('waitsForEarlier'),
          retryAt: named('retryAt'),
          waitingRows: named('waitingRows'),
        })
        .where("id = :id AND version = :version AND state = 'pending'"),
    );
    this.saved = prepared<'id' | 'version' | 'results'>(
      chunks
        .createQueryBuilder('chunk')
        .select('1')
        .where('chunk.id = :id AND chunk.version = :version AND chunk.results = :results'),
    );
    this.counting = prepared<'id' | 'now' | keyof Omit<Tally, 'statuses' | 'counts'>>(
      batches
        .createQueryBuilder()
        .update()
        .set({
          status: 'processing',
          // Before the counts: MySQL evaluates the assignments from left to right.
          startedAt: () => 'CASE processedCount WHEN 0 THEN COALESCE(startedAt, :now) ELSE startedAt END',
          paceBeforeCount: () => atSample('paceCount', 'paceBeforeCount'),
          paceBeforeAt: () => atSample('paceAt', 'paceBeforeAt'),
          paceCount: () => atSample('processedCount', 'paceCount'),
          paceAt: () => atSample(':now', 'paceAt'),
          processedCount: () => 'processedCount + :processed',
          validCount: () => 'validCount + :valid',
          invalidCount: () => 'invalidCount + :invalid',
          riskyCount: () => 'riskyCount + :risky',
          // Null stays null: of a batch that was begun before this was counted, nobody knows it.
          catchAllCount: () => 'catchAllCount + :catchAll',
          unknownCount: () => 'unknownCount + :unknown',
          creditsUsed: () => 'creditsUsed + :credits',
          updatedAt: named('now'),
        })
        .where({ status: In(OPEN_STATUSES) })
        .andWhere('id = :id'),
    );
    this.completing = prepared<'id' | 'now'>(
      batches
        .createQueryBuilder()
        .update()
        .set({ status: 'completed', completedAt: named('now') })
        .where("id = :id AND status = 'processing' AND processedCount = totalCount"),
    );
  }

  /** Saves a chunk that is still to be worked on, from the version that is given; rolls back when it is at another one. */
  save(chunk: SavedChunk): Step {
    return { statement: this.saving(chunk), ifNone: 'rollback' };
  }

  /** Found when these results were saved from this version: whoever else did it counted and charged the same. */
  proof({ id, version }: Pick<Chunk, 'id' | 'version'>, results: Buffer): Proof {
    return this.saved({ id, version: version + 1, results });
  }

  /** Adds to the counts of a batch on which the work goes on; rolls back otherwise. */
  count(id: number, { processed, valid, invalid, risky, catchAll, unknown, credits }: Tally, now: number): Step {
    const statement = this.counting({ id, now, processed, valid, invalid, risky, catchAll, unknown, credits });
    return { statement, ifNone: 'rollback' };
  }

  /** Ends a batch of which all rows are answered; otherwise the steps stop here. */
  complete(id: number, now: number): Step {
    return { statement: this.completing({ id, now }), ifNone: 'stop' };
  }
}
