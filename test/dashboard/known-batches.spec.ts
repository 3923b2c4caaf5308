import type { Batch } from '../../dashboard/src/api/types';
import { mergeFirstPage } from '../../dashboard/src/pages/batches/known-batches';

const batches = (...ids: number[]): Batch[] => ids.map((id) => ({ id }) as Batch);
const ids = (list: readonly Batch[]): number[] => list.map(({ id }) => id);

describe('the lists that are shown', () => {
  it('keep what a new one pushes off the first page', () => {
    const known = batches(30, 29, 28, 27, 26, 25);
    expect(ids(mergeFirstPage(known, batches(31, 30, 29), 29))).toEqual([31, 30, 29, 28, 27, 26, 25]);
  });

  it('lose what was deleted within the first page', () => {
    expect(ids(mergeFirstPage(batches(5, 4, 3, 2), batches(5, 3), 3))).toEqual([5, 3, 2]);
  });

  it('are the first page alone where that is all', () => {
    expect(ids(mergeFirstPage(batches(5, 4, 3), batches(4), null))).toEqual([4]);
  });
});
