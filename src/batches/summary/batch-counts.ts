import type { Status, SubStatus } from '../../engine';
import type { RowResult } from '../intake/csv';
import type { CountKind } from './batch-count.entity';

/** What can be seen of a row beside its status. `row` counts all of them. */
export type Trait = 'row' | 'repeat' | 'suggestion' | 'role' | 'disposable' | 'free';

/** The mail hosts that belong to no provider of the engine's map. */
const OTHER_PROVIDER = 'other';

export interface NamedCount {
  kind: CountKind;
  name: string;
  total: number;
}

/**
 * Counts the answers of a batch by what a person wants to know of a list. There are no more names than the engine has
 * statuses, sub-statuses and providers, and some traits: below a hundred, however long the list.
 */
export class BatchCounts {
  /** By status, then by sub-status: no name is put together for each of millions of rows. */
  private readonly reasons = new Map<Status, Map<SubStatus | null, number>>();
  private readonly providers = new Map<string, number>();
  private readonly traits = new Map<Trait, number>();

  /** @param isRepeat an earlier row of the file has the same address */
  addRow(result: RowResult, isRepeat: boolean): void {
    const status = result[0];
    let ofStatus = this.reasons.get(status);
    if (ofStatus === undefined) this.reasons.set(status, (ofStatus = new Map<SubStatus | null, number>()));
    addOne(ofStatus, result[1]);
    if (result[3]) addOne(this.providers, result[10] ?? OTHER_PROVIDER);
    addOne(this.traits, 'row');
    if (isRepeat) addOne(this.traits, 'repeat');
    if (result[8] !== null) addOne(this.traits, 'suggestion');
    if (result[7]) addOne(this.traits, 'role');
    if (result[5]) addOne(this.traits, 'disposable');
    if (result[11] === true) addOne(this.traits, 'free');
  }

  /** By kind and name, so that two who add to the same rows do it in one order. */
  sorted(): NamedCount[] {
    return [
      ...byName('provider', this.providers),
      ...byName(
        'reason',
        [...this.reasons].flatMap(([status, counts]) => reasonsOf(status, counts)),
      ),
      ...byName('trait', this.traits),
    ];
  }
}

function addOne<Name>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function reasonsOf(status: Status, counts: Map<SubStatus | null, number>): [string, number][] {
  return [...counts].map(([subStatus, total]) => [subStatus === null ? status : `${status}.${subStatus}`, total]);
}

function byName(kind: CountKind, counts: Iterable<[string, number]>): NamedCount[] {
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, total]) => ({ kind, name, total }));
}
