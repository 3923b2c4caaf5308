import { CoalescingCounter } from './coalescing-counter';
import type { Counter } from './counter';

/** Counts in memory, answers when told to. */
class SlowCounter implements Counter {
  readonly commands: number[] = [];
  isBroken = false;
  private count = 0;
  private answer: () => void = () => undefined;

  consume(_key: string, points: number): ReturnType<Counter['consume']> {
    this.commands.push(points);
    return new Promise((resolve, reject) => {
      this.answer = () => {
        if (this.isBroken) {
          reject(new Error('away'));
          return;
        }
        this.count += points;
        resolve({ consumedPoints: this.count, msBeforeNext: 60_000 });
      };
    });
  }

  get(): ReturnType<Counter['get']> {
    return Promise.resolve(this.count === 0 ? null : { consumedPoints: this.count, msBeforeNext: 60_000 });
  }

  async reply(): Promise<void> {
    this.answer();
    await new Promise(setImmediate);
  }
}

describe('CoalescingCounter', () => {
  it('gives each use the count it would have got alone, in the order of arrival', async () => {
    const slow = new SlowCounter();
    const joined = new CoalescingCounter(slow);
    const counts = Promise.all(Array.from({ length: 5 }, () => joined.consume('key', 1)));
    await slow.reply();
    await slow.reply();
    expect((await counts).map(({ consumedPoints }) => consumedPoints)).toEqual([1, 2, 3, 4, 5]);
    expect(slow.commands).toEqual([1, 4]);
  });

  it('asks what was used by the name under which it is counted', async () => {
    const asked: string[] = [];
    const elsewhere: Counter = {
      consume: (key) => {
        asked.push(key);
        return Promise.resolve({ consumedPoints: 1, msBeforeNext: 60_000 });
      },
      get: (key) => {
        asked.push(key);
        return Promise.resolve(null);
      },
    };
    const joined = new CoalescingCounter(elsewhere);
    await joined.consume('key', 1);
    expect(await joined.get('key')).toBeNull();
    expect(asked).toEqual([asked[0], asked[0]]);
    expect(asked[0]).not.toBe('key');
  });

  it('starts anew once nobody waits', async () => {
    const slow = new SlowCounter();
    const joined = new CoalescingCounter(slow);
    const first = joined.consume('key', 1);
    await slow.reply();
    await first;
    const second = joined.consume('key', 1);
    await slow.reply();
    expect((await second).consumedPoints).toBe(2);
    expect(slow.commands).toEqual([1, 1]);
  });

  it('tells everybody who waits for a failed command, and nobody else', async () => {
    const slow = new SlowCounter();
    const joined = new CoalescingCounter(slow);
    slow.isBroken = true;
    const first = joined.consume('key', 1).catch((error: unknown) => String(error));
    const second = joined.consume('key', 1);
    await slow.reply();
    slow.isBroken = false;
    await slow.reply();
    expect(await first).toBe('Error: away');
    expect((await second).consumedPoints).toBe(1);
  });
});
