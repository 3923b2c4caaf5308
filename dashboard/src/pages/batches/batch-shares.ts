import type { Batch } from '../../api';
import type { Share } from '../../charts/share-ring';
import { t } from '../../texts';

/**
 * A list's counts by status: the same parts, names and colours everywhere. `risky_count` holds the catch-all ones; they
 * are taken out where they were counted apart.
 */
export function batchShares(batch: Batch): Share[] {
  const { statuses } = t.verdict;
  const catchAll = batch.catch_all_count;
  return [
    { kind: 'valid', name: statuses.valid.name, value: batch.valid_count },
    ...(catchAll === null ? [] : [{ kind: 'catch_all', name: statuses.catch_all.name, value: catchAll }]),
    { kind: 'risky', name: statuses.risky.name, value: batch.risky_count - (catchAll ?? 0) },
    { kind: 'invalid', name: statuses.invalid.name, value: batch.invalid_count },
    { kind: 'unknown', name: statuses.unknown.name, value: batch.unknown_count },
  ];
}
