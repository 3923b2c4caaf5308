import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, LessThanOrEqual, type Repository } from 'typeorm';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Database, type Step } from '../../database/database';
import { deleteInSlices } from '../../database/delete-in-slices';
import { JointWrites } from '../../database/joint-writes';
import { named, prepared } from '../../database/prepared';
import { preparedRows } from '../../database/prepared-rows';
import { InboxEntry } from './inbox-entry.entity';
import { SeenRequest } from './seen-request.entity';

/** Smaller ones wait for a moment only: packing them takes longer than all else that is done before the answer. */
const PACKED_FROM_BYTES = 256 * 1024;
/** Servers take statements of 16 MiB as a rule, some of 8. */
const MOST_STORED_BYTES = 7 * 1024 * 1024;
/** Looked at, and read, at a time. */
const ENTRIES_AT_A_TIME = 50;
const BYTES_AT_A_TIME = 4 * 1024 * 1024;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export interface ReceivedRequest {
  organizationId: number;
  sourceId: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Told with it once is told with it for a day; null: it has none. */
  replayHash: string | null;
  /** Of an event that tests the source; else null. */
  testAt: number | null;
  receivedAt: number;
}

type Row = Omit<InboxEntry, 'id' | 'done' | 'attempts' | 'dueAt'>;

/** An entry that is to be read. */
export interface WaitingEntry {
  id: number;
  done: number;
  attempts: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Of an event that tests the source. */
  testAt: number | null;
  receivedAt: number;
}

/** The inbox of sources: verified requests that wait to be read. */
@Injectable()
export class InboxRepository {
  private readonly insert;
  private readonly writes;
  private readonly seen;
  private readonly deletion;
  private readonly progress;

  constructor(
    private readonly database: Database,
    @InjectRepository(InboxEntry) private readonly entries: Repository<InboxEntry>,
    @InjectRepository(SeenRequest) private readonly requests: Repository<SeenRequest>,
  ) {
    this.insert = preparedRows<keyof Row>(
      entries
        .createQueryBuilder()
        .insert()
        .values({
          organizationId: named('organizationId'),
          sourceId: named('sourceId'),
          headers: named('headers'),
          body: named('body'),
          isPacked: named('isPacked'),
          bodyBytes: named('bodyBytes'),
          done: 0,
          attempts: 0,
          dueAt: named('receivedAt'),
          testAt: named('testAt'),
          receivedAt: named('receivedAt'),
        }),
    );
    this.writes = new JointWrites<Row>((rows) => database.run(this.insert(rows)));
    this.seen = prepared<keyof SeenRequest>(
      requests
        .createQueryBuilder()
        .insert()
        .orIgnore()
        .values({ sourceId: named('sourceId'), keyHash: named('keyHash'), seenAt: named('seenAt') }),
    );
    this.deletion = prepared<'id' | 'done'>(entries.createQueryBuilder().delete().where('id = :id AND done = :done'));
    this.progress = prepared<'id' | 'done' | 'to'>(
      entries
        .createQueryBuilder()
        .update()
        .set({ done: named('to') })
        .where('id = :id AND done = :done'),
    );
  }

  /** Keeps a request; `seen`: it was kept before. `too_large`: its bytes can't be packed into what a database takes. */
  async add(request: ReceivedRequest): Promise<'added' | 'seen' | 'too_large'> {
    const { organizationId, sourceId, headers, body, replayHash: keyHash, testAt, receivedAt } = request;
    const isPacked = body.length >= PACKED_FROM_BYTES;
    const bytes = isPacked ? await pack(body) : body;
    if (bytes.length > MOST_STORED_BYTES) return 'too_large';
    const row: Row = {
      organizationId,
      sourceId,
      headers: JSON.stringify(headers),
      body: bytes,
      isPacked: isPacked ? 1 : 0,
      bodyBytes: body.length,
      testAt,
      receivedAt,
    };
    if (keyHash === null) {
      await this.writes.add(row, bytes.length);
      return 'added';
    }
    const outcome = await this.database.atomically([
      { statement: this.seen({ sourceId, keyHash, seenAt: receivedAt }), ifNone: 'rollback' },
      this.insert([row]),
    ]);
    return outcome === 'done' ? 'added' : 'seen';
  }

  /** Some of a source's entries that are due, in the order in which they came: as many as memory has room for. */
  async next(sourceId: number, now: number): Promise<WaitingEntry[]> {
    const due = await this.entries.find({
      select: { id: true, bodyBytes: true },
      where: { sourceId, dueAt: LessThanOrEqual(now) },
      order: { dueAt: 'ASC', id: 'ASC' },
      take: ENTRIES_AT_A_TIME,
    });
    let bytes = 0;
    const fitting = due.filter(({ bodyBytes }, index) => {
      bytes += bodyBytes;
      return index === 0 || bytes <= BYTES_AT_A_TIME;
    });
    if (fitting.length === 0) return [];
    const found = await this.entries.find({ where: { id: In(fitting.map(({ id }) => id)) }, order: { id: 'ASC' } });
    return Promise.all(
      found.map(async ({ id, done, attempts, headers, body, isPacked, testAt, receivedAt }) => ({
        id,
        done,
        attempts,
        headers: JSON.parse(headers) as Record<string, string>,
        body: isPacked === 1 ? await unpack(body) : body,
        testAt,
        receivedAt,
      })),
    );
  }

  /** A step of the write that records its last events; undoes it where somebody else was faster. */
  finishStep({ id, done }: Pick<WaitingEntry, 'id' | 'done'>): Step {
    return { statement: this.deletion({ id, done }), ifNone: 'rollback' };
  }

  /** The same where some of its events are left. @param to how many are recorded then */
  progressStep({ id, done }: Pick<WaitingEntry, 'id' | 'done'>, to: number): Step {
    return { statement: this.progress({ id, done, to }), ifNone: 'rollback' };
  }

  /** It could not be read: not before then again. */
  async putOff({ id, attempts }: Pick<WaitingEntry, 'id' | 'attempts'>, dueAt: number): Promise<void> {
    await this.entries.update({ id, attempts }, { attempts: attempts + 1, dueAt });
  }

  /** Drops what waits of a source that is gone. */
  async drop(sourceId: number): Promise<void> {
    await this.forget({ sourceId });
  }

  /** Whether something waits of a source, due or put off. */
  holds(sourceId: number): Promise<boolean> {
    return this.entries.existsBy({ sourceId });
  }

  /** The next source after this one, by id, that has something due; null: none has. One look into an index. */
  async nextSource(after: number, now: number): Promise<number | null> {
    const found = await this.entries
      .createQueryBuilder('e')
      .select('e.sourceId', 'sourceId')
      .where('e.sourceId > :after AND e.dueAt <= :now', { after, now })
      .orderBy('e.sourceId')
      .limit(1)
      .getRawOne<{ sourceId: number }>();
    return found?.sourceId ?? null;
  }

  /** Deletes what was received, and seen, before then, some at a time; returns whether none is left. */
  async sweep(receivedBefore: number, seenBefore: number, signal?: AbortSignal): Promise<boolean> {
    const requests = { seenAt: LessThan(seenBefore) };
    const areGone = await deleteInSlices(this.database, this.requests, requests, 'seenAt', signal);
    const entries = { receivedAt: LessThan(receivedBefore) };
    return (await deleteInSlices(this.database, this.entries, entries, 'receivedAt', signal)) && areGone;
  }

  /** Those of an organization, or of a source. */
  async forget(whose: { organizationId: number } | { sourceId: number }): Promise<void> {
    await deleteInSlices(this.database, this.entries, whose, 'id');
  }
}
