import type { Clock } from '../ports';
import { DnsMonitor } from './dns-monitor';

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
  const state = { answers: true, checks: 0, lastAnswerAt: -Infinity, forgotten: 0 };
  let held: Promise<void> = Promise.resolve();
  /** The next checks take until the returned function is called. */
  const hold = (): (() => void) => {
    let release = (): void => undefined;
    held = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  };
  const watch = new DnsMonitor({
    check: async () => {
      state.checks += 1;
      await held;
      return state.answers;
    },
    lastAnswerAt: () => state.lastAnswerAt,
    forgetFailures: () => (state.forgotten += 1),
    clock,
  });
  const changes: boolean[] = [];
  watch.onChange((isDown) => changes.push(isDown));
  return { clock, state, watch, changes, hold };
}

describe('DnsMonitor', () => {
  it('blames the domain when large providers are known, or, for rows, when another question was just answered', async () => {
    const { clock, state, watch } = world();
    expect(await watch.isResolverDown(clock.now(), 'single')).toBe(false);
    expect(state.checks).toBe(1);
    state.answers = false;
    state.lastAnswerAt = clock.now();
    expect(await watch.isResolverDown(clock.now(), 'batch')).toBe(false);
    expect(state.checks).toBe(1);
  });

  it('checks for somebody who waits, however lately another question was answered', async () => {
    const { clock, state, watch } = world();
    state.answers = false;
    state.lastAnswerAt = clock.now();
    expect(await watch.isResolverDown(clock.now(), 'single')).toBe(true);
    expect(state.checks).toBe(1);
    watch.stop();
  });

  it('checks again where the check under way found what was answered before the failure', async () => {
    const { clock, state, watch, hold } = world();
    state.answers = false;
    const release = hold();
    const first = watch.isResolverDown(clock.now(), 'single');
    await clock.pass(10);
    state.lastAnswerAt = clock.now();
    await clock.pass(10);
    const second = watch.isResolverDown(clock.now(), 'single');
    release();
    expect([await first, await second, state.checks]).toEqual([false, true, 2]);
    watch.stop();
  });

  it('blames the resolver when nobody is known, with one check for all who ask', async () => {
    const { clock, state, watch, changes } = world();
    state.answers = false;
    expect(await Promise.all([1, 2, 3].map(() => watch.isResolverDown(clock.now(), 'single')))).toEqual([
      true,
      true,
      true,
    ]);
    expect(state.checks).toBe(1);
    expect(watch.isDown).toBe(true);
    expect(changes).toEqual([true]);
    watch.stop();
  });

  it('checks again every two seconds, and forgets what failed when there are answers', async () => {
    const { clock, state, watch, changes } = world();
    state.answers = false;
    const askedAt = clock.now();
    await watch.isResolverDown(askedAt, 'single');
    await clock.pass(2000);
    expect([state.checks, watch.isDown]).toEqual([2, true]);
    state.answers = true;
    await clock.pass(2000);
    expect([watch.isDown, state.forgotten]).toEqual([false, 1]);
    expect(changes).toEqual([true, false]);
    // A question that was asked before, and failed since.
    expect(await watch.isResolverDown(askedAt, 'single')).toBe(true);
    await clock.pass(1);
    expect(await watch.isResolverDown(clock.now(), 'single')).toBe(false);
  });

  it('takes any answer for a proof', async () => {
    const { clock, state, watch } = world();
    state.answers = false;
    await watch.isResolverDown(clock.now(), 'single');
    await clock.pass(1000);
    state.lastAnswerAt = clock.now();
    await clock.pass(1000);
    expect(watch.isDown).toBe(false);
  });

  it('stops looking when it is stopped', async () => {
    const { clock, state, watch } = world();
    state.answers = false;
    await watch.isResolverDown(clock.now(), 'single');
    watch.stop();
    await clock.pass(60_000);
    expect(state.checks).toBe(1);
  });
});
