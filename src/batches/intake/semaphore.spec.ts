import { Semaphore } from './semaphore';

describe('Semaphore', () => {
  it('lets so many go at a time, and the others in the order in which they came', async () => {
    const semaphore = new Semaphore(2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3].map(async (each) => {
      ends[each] = await semaphore.acquire();
      started.push(each);
    });
    await new Promise(setImmediate);
    expect(started).toEqual([0, 1]);
    ends[1]?.();
    // A turn ends once.
    ends[1]?.();
    await new Promise(setImmediate);
    expect(started).toEqual([0, 1, 2]);
    ends[0]?.();
    await Promise.all(all);
    expect(started).toEqual([0, 1, 2, 3]);
  });
});
