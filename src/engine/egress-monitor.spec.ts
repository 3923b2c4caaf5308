import { EgressMonitor, CHECK_INTERVAL_MS } from './egress-monitor';
import type { EgressFault, EgressState } from './egress-check';
import type { Clock } from './ports';

/** A clock that stands still, and whose sleeps end when the test says so. */
class ScriptedClock implements Clock {
  time = 0;
  readonly slept: number[] = [];
  private end: () => void = () => undefined;

  now(): number {
    return this.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.slept.push(ms);
      this.end = resolve;
      signal?.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });
  }

  async wake(): Promise<void> {
    this.end();
    await this.settle();
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }
}

describe('EgressMonitor', () => {
  let states: EgressState[];
  let sessions: number[];
  let said: boolean[];
  let world: ScriptedClock;
  let watch: EgressMonitor;

  beforeEach(() => {
    states = [];
    sessions = [0];
    said = [];
    world = new ScriptedClock();
    watch = new EgressMonitor({
      clock: world,
      check: () => Promise.resolve(states.shift() ?? 'undetermined'),
      sessionsOpened: () => (sessions.length > 1 ? sessions.shift()! : sessions[0]!),
    });
    watch.onChange((isBlocked) => said.push(isBlocked));
  });

  afterEach(() => watch.stop());

  it('notices a block at once, says it once, checks more often, and recovers by itself', async () => {
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
    const { open, blocked } = CHECK_INTERVAL_MS;
    expect(world.slept.slice(0, 4)).toEqual([blocked, blocked, blocked, open]);
  });

  it('tells a proxy that is down from a network that lets nobody out, and checks at it more often', async () => {
    const faults: (EgressFault | null)[] = [];
    watch.onChange((_isBlocked, fault) => faults.push(fault));
    states = ['proxy_down', 'blocked', 'open'];
    watch.start();
    await world.wake();
    expect([watch.isBlocked, watch.fault]).toEqual([true, 'proxy_down']);
    await world.wake();
    await world.wake();
    expect(faults).toEqual(['proxy_down', 'blocked', null]);
    expect(world.slept.slice(0, 3)).toEqual([
      CHECK_INTERVAL_MS.proxy_down,
      CHECK_INTERVAL_MS.blocked,
      CHECK_INTERVAL_MS.open,
    ]);
  });

  it('checks at once when a connection failed for a reason that lies with us, and not again and again', async () => {
    states = ['open', 'proxy_down', 'open'];
    watch.start();
    await world.settle();
    world.time += 60_000;
    watch.checkSoon();
    await world.settle();
    expect(watch.fault).toBe('proxy_down');
    watch.checkSoon();
    await world.settle();
    expect(watch.fault).toBe('proxy_down');
  });

  it('changes nothing where nothing can be found out', async () => {
    watch.start();
    await world.wake();
    await world.wake();
    expect(watch.isBlocked).toBe(false);
    expect(said).toEqual([]);
    expect(world.slept[0]).toBe(600_000);
  });

  it('believes a session that was opened meanwhile rather than the check', async () => {
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
