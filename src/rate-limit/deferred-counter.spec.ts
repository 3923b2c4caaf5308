import type { Counter } from './counter';
import { DeferredCounter } from './deferred-counter';

/** What all processes share. */
class SharedCounter implements Counter {
  count = 0;
  commands = 0;
  isAway = false;

  consume(_key: string, points: number): ReturnType<Counter['consume']> {
    if (this.isAway) return Promise.reject(new Error('away'));
    this.commands += 1;
    this.count += points;
    return Promise.resolve({ consumedPoints: this.count, msBeforeNext: 60_000 });
  }

  get(): ReturnType<Counter['get']> {
    return Promise.resolve(this.count === 0 ? null : { consumedPoints: this.count, msBeforeNext: 60_000 });
  }
}

describe('DeferredCounter', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  async function counts(counter: Counter, uses: number): Promise<number[]> {
    const all: number[] = [];
    for (let use = 0; use < uses; use += 1) all.push((await counter.consume('key', 1)).consumedPoints);
    return all;
  }

  it('asks for the first use, counts the next by itself and tells them together', async () => {
    const shared = new SharedCounter();
    const counter = new DeferredCounter(shared);
    expect(await counts(counter, 5)).toEqual([1, 2, 3, 4, 5]);
    expect({ commands: shared.commands, count: shared.count }).toEqual({ commands: 1, count: 1 });
    await jest.advanceTimersByTimeAsync(50);
    expect({ commands: shared.commands, count: shared.count }).toEqual({ commands: 2, count: 5 });
  });

  it('says what was used without using any, also what it has not told yet', async () => {
    const shared = new SharedCounter();
    const counter = new DeferredCounter(shared);
    expect(await counter.get('key')).toBeNull();
    await counts(counter, 3);
    expect(await counter.get('key')).toEqual({ consumedPoints: 3, msBeforeNext: 60_000 });
    expect(await counts(counter, 1)).toEqual([4]);
  });

  it('sees what others used a moment later', async () => {
    const shared = new SharedCounter();
    const [one, other] = [new DeferredCounter(shared), new DeferredCounter(shared)];
    await counts(one, 1);
    expect(await counts(other, 10)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    await jest.advanceTimersByTimeAsync(50);
    expect(await counts(one, 1)).toEqual([2]);
    await jest.advanceTimersByTimeAsync(50);
    expect(await counts(one, 1)).toEqual([13]);
  });

  it('asks again when the window is over', async () => {
    const shared = new SharedCounter();
    const counter = new DeferredCounter(shared);
    await counts(counter, 1);
    await jest.advanceTimersByTimeAsync(60_000);
    shared.count = 0;
    expect(await counts(counter, 1)).toEqual([1]);
    expect(shared.commands).toBe(2);
  });

  it('goes on by itself while the other counter is away', async () => {
    const shared = new SharedCounter();
    const counter = new DeferredCounter(shared);
    await counts(counter, 1);
    shared.isAway = true;
    expect(await counts(counter, 2)).toEqual([2, 3]);
    await jest.advanceTimersByTimeAsync(50);
    expect(await counts(counter, 1)).toEqual([4]);
  });
});
