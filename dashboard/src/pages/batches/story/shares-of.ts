import type { SharedSummary } from '../../../api';
import type { Share } from '../../../charts/share-ring';
import { t } from '../../../texts';
import { ADDRESS_STATUSES } from '../../../verdict/address-status';

/** The counts of a summary by status. Catch-all rows are told apart by its reasons, where all rows have them. */
export function sharesOf(summary: SharedSummary): Share[] {
  const isWhole = summary.counted_count === summary.processed_count;
  const catchAll = isWhole
    ? summary.reasons.filter(({ status }) => status === 'catch_all').reduce((sum, { count }) => sum + count, 0)
    : 0;
  const values = {
    valid: summary.valid_count,
    catch_all: catchAll,
    risky: summary.risky_count - catchAll,
    invalid: summary.invalid_count,
    unknown: summary.unknown_count,
  };
  return ADDRESS_STATUSES.filter((status) => status !== 'catch_all' || isWhole).map((kind) => ({
    kind,
    name: t.verdict.statuses[kind].name,
    value: values[kind],
  }));
}
