import type { Clock } from '../ports';
import { DnsWatch } from './dns-watch';

/** Time that passes when it is told to. */
class ScriptedClock implements Clock {
  private time = 100_000;
  private readonly sleepers: { until: number; wake: () => void }[] = [];

  now(): number {
    return this.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
      this.sleepers.push({ until: this.time + ms, wake: resolve });
    });
  }

  async pass(ms: number): Promise<void> {
    this.time += ms;
    for (const { until, wake } of this.sleepers) if (until <= this.time) wake();
    await new Promise(setImmediate);
  }
}

function world() {
  const clock = new ScriptedClock();
  const state = { answers: true, looks: 0, lastAnswerAt: -Infinity, forgotten: 0 };
  const watch = new DnsWatch({
    look: () => {
      state.looks += 1;
      return Promise.resolve(state.answers);
    },
    lastAnswerAt: () => state.lastAnswerAt,
    forgetFailures: () => (state.forgotten += 1),
    clock,
  });
  const changes: boolean[] = [];
  watch.onChange((isDown) => changes.push(isDown));
  return { clock, state, watch, changes };
}

describe('DnsWatch', () => {
  it('blames the domain when large providers are known, or another question was just answered', async () => {
    const { clock, state, watch } = world();
    expect(await watch.isToBlame(clock.now())).toBe(false);
    expect(state.looks).toBe(1);
    state.answers = false;
    state.lastAnswerAt = clock.now();
    expect(await watch.isToBlame(clock.now())).toBe(false);
    expect(state.looks).toBe(1);
  });

  it('blames the resolver when nobody is known, with one look for all who ask', async () => {
    const { clock, state, watch, changes } = world();
    state.answers = false;
    expect(await Promise.all([1, 2, 3].map(() => watch.isToBlame(clock.now())))).toEqual([true, true, true]);
    expect(state.looks).toBe(1);
    expect(watch.isDown).toBe(true);
    expect(changes).toEqual([true]);
    watch.stop();
  });

  it('looks again every two seconds, and forgets what failed when there are answers', async () => {
    const { clock, state, watch, changes } = world();
    state.answers = false;
    const askedAt = clock.now();
    await watch.isToBlame(askedAt);
    await clock.pass(2000);
    expect([state.looks, watch.isDown]).toEqual([2, true]);
    state.answers = true;
    await clock.pass(2000);
    expect([watch.isDown, state.forgotten]).toEqual([false, 1]);
    expect(changes).toEqual([true, false]);
    // A question that was asked before, and failed since.
    expect(await watch.isToBlame(askedAt)).toBe(true);
    await clock.pass(1);
    expect(await watch.isToBlame(clock.now())).toBe(false);
  });

  it('takes any answer for a proof', async () => {
    const { clock, state, watch } = world();
    state.answers = false;
    await watch.isToBlame(clock.now());
    await clock.pass(1000);
    state.lastAnswerAt = clock.now();
    await clock.pass(1000);
    expect(watch.isDown).toBe(false);
  });

  it('stops looking when it is stopped', async () => {
    const { clock, state, watch } = world();
    state.answers = false;
    await watch.isToBlame(clock.now());
    watch.stop();
    await clock.pass(60_000);
    expect(state.looks).toBe(1);
  });
});
