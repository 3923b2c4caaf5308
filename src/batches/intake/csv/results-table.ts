import type { Status } from '../../../engine';
import { KNOWN_COLUMN, RESULT_COLUMNS, type RowResult } from './row-result';

/** The statuses that rows can have, and `unchecked` for those that have none. */
export type RowStatus = Status | 'unchecked';

/** What stands in a row: the caller's columns and ours (`all`), his alone, the address and ours (`results`), or it alone. */
export const COLUMN_CHOICES = ['all', 'original', 'results', 'address'] as const;
export type ColumnChoice = (typeof COLUMN_CHOICES)[number];

/** What the column of the address is called where the caller's own are left out. */
const ADDRESS_COLUMN = 'email';

export interface ResultsOptions {
  /** Rows of these statuses only; all rows when left out. */
  statuses?: ReadonlySet<RowStatus>;
  /** `all` when left out. */
  columns?: ColumnChoice;
  /** Whether what the organization's own mails say is a column behind ours. */
  hasKnown?: boolean;
}

/** Which rows and columns of a list stand in its results. */
export class ResultsTable {
  constructor(
    private readonly columns: readonly string[],
    private readonly options: ResultsOptions = {},
  ) {}

  /** Whether rows begin with the address, in place of the caller's columns. */
  get isOfAddresses(): boolean {
    return this.options.columns === 'results' || this.options.columns === 'address';
  }

  /** The names of the columns that rows begin with. */
  get theirs(): readonly string[] {
    return this.isOfAddresses ? [ADDRESS_COLUMN] : this.columns;
  }

  get hasResults(): boolean {
    return this.options.columns !== 'original' && this.options.columns !== 'address';
  }

  get hasKnown(): boolean {
    return this.options.hasKnown === true;
  }

  /** The columns that are ours. */
  get names(): readonly string[] {
    return this.hasKnown ? [...RESULT_COLUMNS, KNOWN_COLUMN] : RESULT_COLUMNS;
  }

  /** Whether any of these rows are wanted. @param results one for each row; null: without an answer */
  wantsAny(results: readonly (RowResult | null)[]): boolean {
    return results.some((result) => this.wants(result));
  }

  wants(result: RowResult | null): boolean {
    return this.options.statuses?.has(result?.[0] ?? 'unchecked') ?? true;
  }
}

/** Names of ours beside those that are taken: with the prefix `validation_`, as often as it takes. */
export function freeNames(taken: readonly string[], ours: readonly string[]): string[] {
  const names = new Set(taken.map((name) => name.trim().toLowerCase()));
  return ours.map((column) => {
    let name: string = column;
    while (names.has(name)) name = `validation_${name}`;
    names.add(name);
    return name;
  });
}
