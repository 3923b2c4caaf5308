import fc from 'fast-check';
import { ScriptedClock } from '../../../../test/support/scripted-clock';
import { request } from '../../../../test/support/slot-request';
import type { Dialler } from '../../ports';
import { DEFAULT_SMTP_OPTIONS } from '../smtp-options';
import { DialError } from '../wire/dial-error';
import { InProcessSessionSlots } from './in-process-session-slots';
import { networkOf } from './network-of';
import type { PoolAnswer, Question } from './question';
import { SessionPace } from './session-pace';
import { SessionPool } from './session-pool';
import type { Release, SlotLimits } from './session-slots';
import { runs } from '../../../../test/support/runs';

const PAUSE_MS = 100;
const LIMITS: SlotLimits = { maxSessions: 20, sessionsPerHost: 2, sessionsPerNetwork: 10 };
const never = (): AbortSignal => new AbortController().signal;

/** A session that is being opened: none of them comes about, so that each question has one of its own. */
interface Opening {
  /** Milliseconds since the world began. */
  at: number;
  address: string;
}

interface World {
  clock: ScriptedClock;
  pool: SessionPool;
  slots: InProcessSessionSlots;
  /** Slots that are held. */
  held: () => number;
  /** Whether each slot that was given was asked for by somebody who could not wait. */
  urgency: boolean[];
  openings: Opening[];
  ask: (more?: Partial<Question>) => Promise<PoolAnswer>;
  /** The most sessions at a time with one network. */
  mostOfNetwork: () => number;
  /** Milliseconds from the start at which sessions were opened. */
  times: () => number[];
}

/** @param dialMs how long a connection is tried for */
function world({ dialMs = 10, ...limits }: Partial<SlotLimits> & { dialMs?: number } = {}): World {
  const { maxSessions, sessionsPerHost, sessionsPerNetwork } = { ...LIMITS, ...limits };
  const clock = new ScriptedClock();
  const start = clock.now();
  const openings: Opening[] = [];
  const open: string[] = [];
  let mostOfNetwork = 0;
  const dialler: Dialler = {
    dial: async (address, _port, signal) => {
      openings.push({ at: clock.now() - start, address });
      const network = networkOf(address);
      open.push(network);
      mostOfNetwork = Math.max(mostOfNetwork, open.filter((other) => other === network).length);
      await clock.sleep(dialMs, signal).finally(() => open.splice(open.indexOf(network), 1));
      // A failure of the proxy's is not the host's: the next question is asked all the same.
      throw new DialError('refused', 'proxy');
    },
  };
  const slots = new InProcessSessionSlots(maxSessions, sessionsPerHost, sessionsPerNetwork);
  const urgency: boolean[] = [];
  let held = 0;
  const pool = new SessionPool({
    session: { dialler, clock, options: { ...DEFAULT_SMTP_OPTIONS, heloName: 'probe.us.test' } },
    slots: {
      acquire: async (wanted, signal) => {
        const release = await slots.acquire(wanted, signal);
        held += 1;
        urgency.push(wanted.isUrgent);
        return () => {
          held -= 1;
          release();
        };
      },
    },
    maxSessions,
    sessionsPerHost,
    sessionsPerNetwork,
    sessionPauseMs: PAUSE_MS,
    idleMs: 1_000,
  });
  const ask = (more: Partial<Question> = {}): Promise<PoolAnswer> =>
    pool.ask({
      host: 'mx.example.test',
      address: '192.0.2.1',
      recipient: { address: 'joe@example.test', needsSmtputf8: false },
      mode: 'batch',
      tenant: 'us',
      job: '',
      isFollowUp: false,
      signal: never(),
      ...more,
    });
  return {
    clock,
    pool,
    slots,
    held: () => held,
    urgency,
    openings,
    ask,
    mostOfNetwork: () => mostOfNetwork,
    times: () => openings.map(({ at }) => at),
  };
}

describe('the sessions of a list with one host', () => {
  it('are opened one pause after the other', async () => {
    const { clock, ask, times } = world();
    for (let i = 0; i < 12; i += 1) void ask();
    await clock.advance(350);
    expect(times()).toEqual([0, 100, 200, 300]);
  });

  it('hold no slot in the pause', async () => {
    const { clock, ask, held, times } = world();
    for (let i = 0; i < 12; i += 1) void ask();
    await clock.advance(5);
    expect(held()).toBe(1);
    await clock.advance(45);
    expect(held()).toBe(0);
    expect(times()).toEqual([0]);
  });

  it('do not pause after a session that took longer', async () => {
    const { clock, ask, times } = world({ dialMs: 130, sessionsPerHost: 1 });
    for (let i = 0; i < 3; i += 1) void ask();
    await clock.advance(300);
    expect(times()).toEqual([0, 130, 260]);
  });

  it('pause again when another was opened while they waited for a slot, and give theirs back for so long', async () => {
    const { clock, slots, ask, held, times } = world();
    const address = '192.0.2.1';
    const others = [await slots.acquire(request(address), never()), await slots.acquire(request(address), never())];
    for (let i = 0; i < 30; i += 1) void ask();
    await clock.advance(500);
    expect(times()).toEqual([]);
    for (const release of others) release();
    await clock.advance(50);
    expect(times()).toEqual([500]);
    expect(held()).toBe(0);
    await clock.advance(100);
    expect(times()).toEqual([500, 600]);
  });

  it('do not keep those of another host waiting', async () => {
    const { clock, ask, times } = world();
    void ask();
    void ask({ host: 'mx.other.test', address: '192.0.2.2' });
    await clock.advance(5);
    expect(times()).toEqual([0, 0]);
  });

  it.each([1, 2])('keep nobody waiting who waits for an answer (%d at a time)', async (sessionsPerHost) => {
    const { clock, ask, times } = world({ sessionsPerHost });
    for (let i = 0; i < 12; i += 1) void ask();
    await clock.advance(30);
    void ask({ mode: 'single' });
    await clock.advance(20);
    void ask({ mode: 'single' });
    await clock.advance(150);
    // The list is paced by what was opened for others, too.
    expect(times()).toEqual([0, 30, 50, 150]);
  });

  it('are not opened in the place of somebody who could not wait, and has left', async () => {
    const { clock, ask, times, urgency } = world({ maxSessions: 1, dialMs: 30 });
    const leaving = new AbortController();
    for (let i = 0; i < 3; i += 1) void ask();
    void ask({ mode: 'single', signal: leaving.signal });
    await clock.advance(20);
    leaving.abort();
    await clock.advance(75);
    expect(times()).toEqual([0]);
    await clock.advance(10);
    expect(times()).toEqual([0, 100]);
    expect(urgency).toEqual([false, true, false]);
  });

  it('leave nothing behind when nobody wants them any more', async () => {
    const { clock, ask, held, times } = world();
    const leaving = new AbortController();
    const left = ask().then(() => ask({ signal: leaving.signal }));
    await clock.advance(50);
    expect(clock.sleeping).toBe(1);
    leaving.abort();
    expect((await left).classified.outcome).toBe('aborted');
    await clock.advance(0);
    expect(clock.sleeping).toBe(0);
    await clock.advance(200);
    expect(times()).toEqual([0]);
    expect(held()).toBe(0);
  });

  it('are over at once when the pool is closed', async () => {
    const { clock, pool, ask } = world();
    const asked = ask().then(() => ask());
    await clock.advance(50);
    await pool.close();
    expect((await asked).classified.outcome).toBe('aborted');
    expect(clock.sleeping).toBe(0);
  });

  it('keep the pause whenever and for whomever they are asked for, and leave nobody out', async () => {
    const arrivals = fc.array(
      fc.record({
        afterMs: fc.nat(60),
        mode: fc.constantFrom<Question['mode'][]>('single', 'batch', 'batch', 'batch'),
        address: fc.constantFrom('192.0.2.1', '198.51.100.1'),
      }),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(arrivals, fc.nat(250), async (steps, dialMs) => {
        const { clock, pool, ask, held, mostOfNetwork, times } = world({
          dialMs,
          maxSessions: 3,
          sessionsPerNetwork: 1,
        });
        const answers: Promise<PoolAnswer>[] = [];
        for (const { afterMs, mode, address } of steps) {
          await clock.advance(afterMs);
          answers.push(ask({ mode, address }));
        }
        await clock.advance((PAUSE_MS + dialMs + 25) * (steps.length + 1));
        await Promise.all(answers);
        expect(times()).toHaveLength(steps.length);
        expect(held()).toBe(0);
        expect(mostOfNetwork()).toBeLessThanOrEqual(1);
        const soon = times().filter((at, index, all) => index > 0 && at - all[index - 1]! < PAUSE_MS);
        expect(soon.length).toBeLessThanOrEqual(steps.filter(({ mode }) => mode === 'single').length);
        await pool.close();
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('the sessions with one network', () => {
  /** Everything of 198.51.100.0/24 but `free` sessions is taken. */
  async function crowded(free: number): Promise<World & { others: Release[] }> {
    const made = world({ sessionsPerNetwork: 3 });
    const wanted = Array.from({ length: 3 - free }, (_, i) => request(`other${i}`, { network: '198.51.100' }));
    return { ...made, others: await Promise.all(wanted.map((one) => made.slots.acquire(one, never()))) };
  }

  it('are no more than may be, whatever the names and addresses of its hosts', async () => {
    const { clock, ask, openings, others } = await crowded(1);
    for (let i = 1; i < 5; i += 1) void ask({ host: `mx${i}.example.test`, address: `198.51.100.${i}` });
    await clock.advance(5);
    expect(openings).toHaveLength(1);
    others[0]!();
    await clock.advance(1);
    expect(openings).toHaveLength(2);
    await clock.advance(100);
    expect(openings).toHaveLength(4);
  });

  it('do not keep another network waiting', async () => {
    const { clock, ask, openings, others } = await crowded(0);
    void ask({ address: '198.51.100.1' });
    void ask({ host: 'mx.other.test', address: '203.0.113.1' });
    await clock.advance(150);
    expect(openings).toEqual([{ at: 0, address: '203.0.113.1' }]);
    others[0]!();
    await clock.advance(1);
    expect(openings.map(({ address }) => address)).toEqual(['203.0.113.1', '198.51.100.1']);
  });
});

describe('SessionPace', () => {
  it('does not wait for a clock that was set back', () => {
    const clock = new ScriptedClock();
    const pace = new SessionPace(clock, PAUSE_MS);
    expect(pace.leftMs).toBe(0);
    pace.opened();
    expect(pace.leftMs).toBe(PAUSE_MS);
    clock.set(clock.now() + PAUSE_MS - 1);
    expect(pace.leftMs).toBe(1);
    clock.set(clock.now() - 3_600_000);
    expect(pace.leftMs).toBe(0);
  });
});
