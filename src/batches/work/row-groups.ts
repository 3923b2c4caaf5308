import type { Engine } from '../../engine';
import type { LeasedChunk } from './leased-chunk';
import type { RowResult } from '../intake/csv';

/** Rows of a chunk, without an answer, that hold the same address. */
export interface RowGroup {
  normalised: string;
  /** The address as given in the first of the rows. */
  address: string;
  rows: number[];
  /** Whether the first row of the whole file with this address is among them: that is the one that is charged. */
  hasFirst: boolean;
}

export interface GroupedRows {
  groups: RowGroup[];
  malformed: number[];
  /** Rows whose address an answered row of the chunk has. */
  repeats: { row: number; of: RowResult }[];
}

/** Sorts the rows without an answer by address. */
export function groupRows({ addresses, results }: LeasedChunk, normalise: Engine['normalise']): GroupedRows {
  const groups = new Map<string, RowGroup>();
  const malformed: number[] = [];
  for (const [row, [address, isRepeat]] of addresses.entries()) {
    if (results[row] !== null) continue;
    const normalised = normalise(address);
    if (normalised === null) {
      malformed.push(row);
      continue;
    }
    const group = groups.get(normalised);
    if (group === undefined) groups.set(normalised, { normalised, address, rows: [row], hasFirst: isRepeat === 0 });
    else group.rows.push(row);
  }
  return { groups: [...groups.values()], malformed, repeats: takeRepeats(groups, addresses, results, normalise) };
}

/** Takes out the groups whose first row was answered in an earlier pass. */
function takeRepeats(
  groups: Map<string, RowGroup>,
  addresses: LeasedChunk['addresses'],
  results: LeasedChunk['results'],
  normalise: Engine['normalise'],
): GroupedRows['repeats'] {
  const repeats: GroupedRows['repeats'] = [];
  if ([...groups.values()].every(({ hasFirst }) => hasFirst)) return repeats;
  for (const [row, [address, isRepeat]] of addresses.entries()) {
    const of = results[row];
    if (of === null || of === undefined || isRepeat === 1) continue;
    const normalised = normalise(address);
    const group = normalised === null ? undefined : groups.get(normalised);
    if (group === undefined || group.hasFirst) continue;
    for (const repeat of group.rows) repeats.push({ row: repeat, of });
    groups.delete(group.normalised);
  }
  return repeats;
}
