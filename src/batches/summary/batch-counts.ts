import type { RowResult } from '../intake/csv';
import type { CountKind } from './batch-count.entity';

/** What can be seen of a row beside its status. `row` counts all of them. */
export type Trait = 'row' | 'repeat' | 'suggestion' | 'role' | 'disposable' | 'free';

/** The mail hosts that belong to no provider of the engine's map. */
export const OTHER_PROVIDER = 'other';

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
  private readonly totals = new Map<string, NamedCount>();

  /** @param isRepeat an earlier row of the file has the same address */
  addRow(result: RowResult, isRepeat: boolean): void {
    const [status, subStatus, , mxFound, , isDisposable, , isRole, didYouMean, , provider, isFree] = result;
    this.add('reason', subStatus === null ? status : `${status}.${subStatus}`);
    if (mxFound) this.add('provider', provider ?? OTHER_PROVIDER);
    this.trait('row', true);
    this.trait('repeat', isRepeat);
    this.trait('suggestion', didYouMean !== null);
    this.trait('role', isRole);
    this.trait('disposable', isDisposable);
    this.trait('free', isFree === true);
  }

  /** By kind and name, so that two who add to the same rows do it in one order. */
  sorted(): NamedCount[] {
    return [...this.totals].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, count]) => count);
  }

  private trait(name: Trait, isThere: boolean): void {
    if (isThere) this.add('trait', name);
  }

  private add(kind: CountKind, name: string): void {
    const key = `${kind} ${name}`;
    const count = this.totals.get(key);
    if (count === undefined) this.totals.set(key, { kind, name, total: 1 });
    else count.total += 1;
  }
}
