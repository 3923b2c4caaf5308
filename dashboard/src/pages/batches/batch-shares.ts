import type { Batch } from '../../api';
import type { Share } from '../../charts/share-ring';

/** A batch's four counts. Its risky ones hold the catch-all ones. */
export function batchShares(batch: Batch): Share[] {
  return [
    { kind: 'valid', name: 'Valid', value: batch.valid_count },
    { kind: 'risky', name: 'Risky', value: batch.risky_count },
    { kind: 'invalid', name: 'Invalid', value: batch.invalid_count },
    { kind: 'unknown', name: 'Unknown', value: batch.unknown_count },
  ];
}
