import { Deadlines } from './deadlines';
import type { Clock } from './ports';

/** Time that goes on when it is told to; counts those who sleep. */
class ScriptedClock implements Clock {
  sleeping = 0;
  private time = 0;
  private readonly sleepers = new Set<{ at: number; wake: () => void }>();

  now(): number {
    return this.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { at: this.time + ms, wake: resolve };
      this.sleepers.add(sleeper);
      this.sleeping = this.sleepers.size;
      signal?.addEventListener('abort', () => {
        this.sleepers.delete(sleeper);
        this.sleeping = this.sleepers.size;
        reject(signal.reason as Error);
      });
    });
  }

  async goOn(ms: number): Promise<void> {
    this.time += ms;
    for (const sleeper of this.sleepers) {
      if (sleeper.at > this.time) continue;
      this.sleepers.delete(sleeper);
      sleeper.wake();
    }
    this.sleeping = this.sleepers.size;
    await new Promise(setImmediate);
  }
}

describe('Deadlines', () => {
  const clock = new ScriptedClock();
  let deadlines: Deadlines;
  let ended: string[];
  const add = (name: string): (() => void) => deadlines.add(() => ended.push(name));

  beforeEach(() => {
    deadlines = new Deadlines(100, clock);
    ended = [];
  });

  it('ends each when its time is over, and none that is done', async () => {
    add('a');
    await clock.goOn(30);
    const done = add('b');
    add('c');
    await clock.goOn(69);
    expect(ended).toEqual([]);
    await clock.goOn(1);
    expect(ended).toEqual(['a']);
    done();
    await clock.goOn(29);
    expect(ended).toEqual(['a']);
    await clock.goOn(1);
    expect(ended).toEqual(['a', 'c']);
    expect(clock.sleeping).toBe(0);
  });

  it('needs one timer for all, and none for nothing', async () => {
    const done = Array.from({ length: 1000 }, (_, index) => add(String(index)));
    expect(clock.sleeping).toBe(1);
    for (const each of done) each();
    expect(clock.sleeping).toBe(0);
    const last = add('anew');
    expect(clock.sleeping).toBe(1);
    await clock.goOn(99);
    last();
    last();
    expect([clock.sleeping, ended]).toEqual([0, []]);
  });

  it('goes on when the first is done, with the time that the others have', async () => {
    const first = add('first');
    await clock.goOn(50);
    add('second');
    first();
    await clock.goOn(50);
    expect(ended).toEqual([]);
    await clock.goOn(50);
    expect(ended).toEqual(['second']);
  });

  it('takes further work from what it ends', async () => {
    deadlines.add(() => add('later'));
    await clock.goOn(100);
    expect(ended).toEqual([]);
    await clock.goOn(100);
    expect(ended).toEqual(['later']);
  });
});
