import { STATUSES } from '../../engine';
import type { RowStatus } from '../intake/csv';

const ROW_STATUSES: readonly RowStatus[] = [...STATUSES, 'unchecked'];

/** What a results file of these statuses is called behind the batch's name: `valid`, `valid_catch_all`, `results`. */
export function partName(statuses: ReadonlySet<RowStatus> | undefined): string {
  const isPart = statuses !== undefined && STATUSES.some((status) => !statuses.has(status));
  return isPart ? ROW_STATUSES.filter((status) => statuses.has(status)).join('_') : 'results';
}
