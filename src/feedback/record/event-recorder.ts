import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { Database, type Outcome, type Step } from '../../database/database';
import { isDuplicate } from '../../database/is-duplicate';
import { named } from '../../database/prepared';
import { preparedIn } from '../../database/prepared-in';
import { preparedRows } from '../../database/prepared-rows';
import type { FeedbackEvent } from '../events/feedback-event';
import { AnsweredVerdicts, type MailOutcome } from '../accuracy/answered-verdicts';
import { FeedbackAlarms } from '../feedback-alarms';
import { AddressTurns, PATIENT_TRIES } from '../known/address-turns';
import { FeedbackUse } from '../known/feedback-use';
import { foldEvents } from '../known/fold-events';
import { KnownAddressesRepository, type NewState, type ReadState } from '../known/known-addresses.repository';
import { isTestSide } from '../test-side';
import { StoredEvent } from './stored-event.entity';
import { isTooOld, keyOfEvent, toFoldedEvent, toStoredEvent, type NewEvent } from './to-stored-event';

export interface Telling {
  /** Or its test side. */
  organizationId: number;
  /** 0: a program of the organization. */
  sourceId: number;
  /** At most `EVENTS_OF_A_WRITE`. */
  events: readonly FeedbackEvent[];
}

export interface RecordedCounts {
  accepted: number;
  /** Told before, or twice here. */
  duplicates: number;
  /** They mean nothing here. */
  ignored: number;
}

/** So many take some milliseconds, in which SQLite does nothing else. */
export const EVENTS_OF_A_WRITE = 100;
/** Of a write with steps of the caller: as a rule it is one of those that undoes it. */
const FEW_TRIES = 5;

/**
 * Records events: each once, and in the same write what follows from it for its address and for what was answered about it,
 * whatever else the caller says. So neither the order in which events come nor a process that dies in between makes a difference.
 */
@Injectable()
export class EventRecorder {
  private readonly insert;
  private readonly toldBefore;

  constructor(
    private readonly database: Database,
    @InjectRepository(StoredEvent) events: Repository<StoredEvent>,
    private readonly addresses: KnownAddressesRepository,
    private readonly verdicts: AnsweredVerdicts,
    private readonly use: FeedbackUse,
    private readonly turns: AddressTurns,
    private readonly alarms: FeedbackAlarms,
    private readonly clock: Clock,
  ) {
    const names = events.metadata.columns.map(({ propertyName }) => propertyName).filter((name) => name !== 'id');
    this.insert = preparedRows<keyof NewEvent>(
      events
        .createQueryBuilder()
        .insert()
        .values(Object.fromEntries(names.map((name) => [name, named(name)]))),
    );
    this.toldBefore = preparedIn<'organizationId' | 'sourceId'>((hashes) =>
      events
        .createQueryBuilder('e')
        .select('e.dedupHash', 'dedupHash')
        .where('e.organizationId = :organizationId AND e.sourceId = :sourceId')
        .andWhere(`e.dedupHash IN (${hashes})`),
    );
  }

  /** Whether it happened so long ago that it counts for nothing. */
  isTooOld(event: FeedbackEvent): boolean {
    return isTooOld(event, this.clock.now());
  }

  /**
   * @param further steps of the same write, by what is counted; one that rolls back undoes all of it
   * @returns null: it was undone, by a step of the caller's or since others were faster again and again
   */
  async record(
    telling: Telling,
    further?: (counts: RecordedCounts, now: number) => Step[],
  ): Promise<RecordedCounts | null> {
    const now = this.clock.now();
    const wanted = telling.events.filter((event) => event.type !== 'ignored' && !isTooOld(event, now));
    const rows = new Map<string, NewEvent>();
    for (const event of wanted) {
      const row = toStoredEvent(event, telling, now);
      if (!rows.has(row.dedupHash)) rows.set(row.dedupHash, row);
    }
    const keys = new Set([...rows.values()].map(({ addressKey }) => addressKey).filter((key) => key !== ''));
    const most = further === undefined ? PATIENT_TRIES : FEW_TRIES;
    return this.turns.take(telling.organizationId, [...keys], most, () =>
      this.tryToRecord(telling, [...rows.values()], further ?? (() => []), now),
    );
  }

  private async tryToRecord(
    telling: Telling,
    rows: readonly NewEvent[],
    further: (counts: RecordedCounts, now: number) => Step[],
    now: number,
  ): Promise<RecordedCounts | null> {
    const { organizationId } = telling;
    const { counts, steps, blocks } = await this.plan(telling, rows, now);
    const isFirst = counts.accepted > 0 && !isTestSide(organizationId) && !(await this.use.isUsed(organizationId));
    const begin: Step[] = isFirst ? [{ statement: this.use.begin(organizationId), ifNone: 'rollback' }] : [];
    const alarms = await this.alarms.blocked(organizationId, blocks);
    const outcome = await this.write([...begin, ...steps, ...further(counts, now), ...alarms]);
    if (outcome === 'rolled_back') return null;
    if (alarms.length > 0) this.alarms.noteBlocked(organizationId);
    if (isFirst) await this.use.announce(organizationId);
    return counts;
  }

  private async plan(
    { organizationId, sourceId, events }: Telling,
    rows: readonly NewEvent[],
    now: number,
  ): Promise<{ counts: RecordedCounts; steps: Step[]; blocks: number }> {
    const told = await this.hashesTold(organizationId, sourceId, rows);
    const fresh = rows.filter(({ dedupHash }) => !told.has(dedupHash));
    const byAddress = new Map<string, NewEvent[]>();
    for (const row of fresh) {
      if (row.addressKey === '') continue;
      const others = byAddress.get(row.addressKey);
      if (others === undefined) byAddress.set(row.addressKey, [row]);
      else others.push(row);
    }
    // In one order: two writes that change the same rows wait for each other, and don't collide.
    const keys = [...byAddress.keys()].sort();
    const states = await this.addresses.find(organizationId, keys);
    const isCleared = (row: NewEvent): boolean => {
      const { clearedAt = -Infinity, clearedEvents = [] } = states.get(row.addressKey)?.state ?? {};
      return row.occurredAt <= clearedAt || clearedEvents.includes(keyOfEvent(row));
    };
    const stored = fresh.filter((row) => !isCleared(row));
    const steps: Step[] = stored.length === 0 ? [] : [this.insert(stored)];
    const changes = keys.flatMap((key) => {
      const rowsOf = (byAddress.get(key) ?? []).filter((row) => !isCleared(row));
      return newState(key, rowsOf, states.get(key) ?? null, now) ?? [];
    });
    steps.push(...this.addresses.writeSteps(changes));
    steps.push(...(await this.verdicts.outcomeStatements(organizationId, stored.flatMap(toMailOutcome))));
    const ignored = events.filter((event) => event.type === 'ignored' || isTooOld(event, now)).length;
    const notCounted = ignored + fresh.length - stored.length;
    const duplicates = events.length - notCounted - stored.length;
    const blocks = stored.filter(({ type }) => type === 'block').length;
    return { counts: { accepted: stored.length, duplicates, ignored: notCounted }, steps, blocks };
  }

  private async hashesTold(
    organizationId: number,
    sourceId: number,
    rows: readonly NewEvent[],
  ): Promise<ReadonlySet<string>> {
    if (rows.length === 0) return new Set();
    const hashes = rows.map(({ dedupHash }) => dedupHash);
    const statement = this.toldBefore(hashes, { organizationId, sourceId });
    const found = await this.database.query<{ dedupHash: string }>(...statement.getQueryAndParameters());
    return new Set(found.map(({ dedupHash }) => dedupHash));
  }

  private async write(steps: Step[]): Promise<Outcome> {
    if (steps.length === 0) return 'done';
    try {
      return await this.database.atomically(steps);
    } catch (error) {
      if (isDuplicate(error)) return 'rolled_back';
      throw error;
    }
  }
}

/** What the events make of their address; null: nothing else than it was. */
function newState(
  addressKey: string,
  rows: readonly NewEvent[],
  before: ReadState | null,
  now: number,
): NewState | null {
  const [first] = rows;
  if (first === undefined) return null;
  const state = foldEvents(rows.map(toFoldedEvent), before?.state);
  if (JSON.stringify(state) === JSON.stringify(before?.state ?? {})) return null;
  const { organizationId, email } = first;
  return { organizationId, addressKey, email, state, before, now };
}

/** What came of a mail, as far as the event says so. A doubtful hard bounce is one: the mail did not arrive. */
function toMailOutcome({ type, email, occurredAt: at }: NewEvent): MailOutcome[] {
  if (email === null || (type !== 'delivered' && type !== 'hard_bounce')) return [];
  return [{ email, outcome: type === 'delivered' ? 'delivered' : 'hard_bounced', at }];
}
