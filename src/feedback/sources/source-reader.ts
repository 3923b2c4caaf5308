import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import { AccessChanges } from '../../common/access-changes';
import { Database } from '../../database/database';
import { RememberedReads } from '../../database/remembered-reads';
import { FeedbackSource } from './feedback-source.entity';

/** What the intake asks of a source with each request. Who changes one announces it. */
@Injectable()
export class SourceReader {
  private readonly reads: RememberedReads<number, FeedbackSource | null>;

  constructor(
    database: Database,
    @InjectRepository(FeedbackSource) sources: Repository<FeedbackSource>,
    private readonly changes: AccessChanges,
  ) {
    this.reads = new RememberedReads(database, changes, (id) => sources.findOneBy({ id, removedAt: IsNull() }));
  }

  /** As it was some seconds ago at most: its counters are older than they are. Null: there is no such source. */
  find(id: number): Promise<Readonly<FeedbackSource> | null> {
    return this.reads.find(id);
  }

  /** After each write to what the intake looks at. */
  announce(): Promise<void> {
    return this.changes.announce();
  }
}
