import { EgressWatch, LOOK_EVERY_MS } from './egress-watch';
import type { EgressState } from './egress-check';
import type { Clock } from './ports';

/** A clock whose sleeps end when the test says so. */
function scriptedClock(): { clock: Clock; slept: number[]; wake: () => Promise<void> } {
  const slept: number[] = [];
  let end: () => void = () => undefined;
  const clock: Clock = {
    now: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        slept.push(ms);
        end = resolve;
        signal?.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      }),
  };
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return {
    clock,
    slept,
    wake: async () => {
      end();
      await settle();
    },
  };
}

describe('EgressWatch', () => {
  let states: EgressState[];
  let sessions: number[];
  let said: boolean[];
  let world: ReturnType<typeof scriptedClock>;
  let watch: EgressWatch;

  beforeEach(() => {
    states = [];
    sessions = [0];
    said = [];
    world = scriptedClock();
    watch = new EgressWatch({
      clock: world.clock,
      check: () => Promise.resolve(states.shift() ?? 'undetermined'),
      sessionsOpened: () => (sessions.length > 1 ? sessions.shift()! : sessions[0]!),
    });
    watch.onChange((isBlocked) => said.push(isBlocked));
  });

  afterEach(() => watch.stop());

  it('notices a block at once, says it once, looks more often, and recovers by itself', async () => {
    states = ['blocked', 'blocked', 'undetermined', 'open', 'open'];
    watch.start();
    watch.start();
    await world.wake();
    expect(watch.isBlocked).toBe(true);
    await world.wake();
    await world.wake();
    expect(watch.isBlocked).toBe(true);
    await world.wake();
    expect(watch.isBlocked).toBe(false);
    expect(said).toEqual([true, false]);
    const { open, blocked } = LOOK_EVERY_MS;
    expect(world.slept.slice(0, 4)).toEqual([blocked, blocked, blocked, open]);
  });

  it('changes nothing where nothing can be found out', async () => {
    watch.start();
    await world.wake();
    await world.wake();
    expect(watch.isBlocked).toBe(false);
    expect(said).toEqual([]);
    expect(world.slept[0]).toBe(600_000);
  });

  it('believes a session that was opened meanwhile rather than the look', async () => {
    states = ['blocked'];
    sessions = [3, 4];
    watch.start();
    await world.wake();
    expect(watch.isBlocked).toBe(false);
  });

  it('ends when it is stopped, also before it began', async () => {
    watch.start();
    await world.wake();
    await watch.stop();
    const looked = world.slept.length;
    await world.wake();
    expect(world.slept.length).toBe(looked);
  });
});
