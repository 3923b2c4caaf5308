import { setTimeout as sleep } from 'node:timers/promises';
import { wish } from '../support/slot-wish';
import type { Release, SessionSlots } from '../../src/engine';
import { eventually } from '../support/eventually';

export interface SlotLimits {
  maxSessions: number;
  sessionsPerHost: number;
}

/** Two views of the same limits: of two processes, or twice the same object where there is only one. */
export type MakeSlots = (limits: SlotLimits) => [SessionSlots, SessionSlots];

const never = (): AbortSignal => new AbortController().signal;

/** The contract of `SessionSlots`, for whichever implementation the factory makes. */
export function describeSessionSlots(makeSlots: MakeSlots): void {
  it('keeps to the limit per host, over both, and gives the slot on when it is given back', async () => {
    const [first, second] = makeSlots({ maxSessions: 10, sessionsPerHost: 2 });
    const release = await first.acquire(wish('a'), never());
    await second.acquire(wish('a'), never());
    let isGranted = false;
    const third = second.acquire(wish('a'), never()).then((given) => {
      isGranted = true;
      return given;
    });
    (await second.acquire(wish('b'), never()))();
    await sleep(150);
    expect(isGranted).toBe(false);
    const started = performance.now();
    release();
    await third;
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('keeps to the limit in all, over both', async () => {
    const [first, second] = makeSlots({ maxSessions: 2, sessionsPerHost: 2 });
    const release = await first.acquire(wish('a'), never());
    await second.acquire(wish('b'), never());
    let isGranted = false;
    const third = first.acquire(wish('c'), never()).then(() => {
      isGranted = true;
    });
    await sleep(150);
    expect(isGranted).toBe(false);
    release();
    release();
    await third;
    let isGrantedTwice = false;
    void second.acquire(wish('d'), never()).then(() => {
      isGrantedTwice = true;
    });
    await sleep(150);
    expect(isGrantedTwice).toBe(false);
  });

  it('passes over a waiter whose host is full', async () => {
    const [first, second] = makeSlots({ maxSessions: 3, sessionsPerHost: 1 });
    const release = await first.acquire(wish('a'), never());
    const waiting = first.acquire(wish('a'), never());
    await second.acquire(wish('b'), never());
    release();
    expect(await waiting).toBeInstanceOf(Function);
  });

  it('serves first whoever came first, of one process and of two', async () => {
    const [first, second] = makeSlots({ maxSessions: 1, sessionsPerHost: 1 });
    const order: number[] = [];
    const release = await first.acquire(wish('a'), never());
    const all = [];
    for (let place = 0; place < 6; place += 1) {
      const slots = place % 2 === 0 ? second : first;
      all.push(
        slots.acquire(wish('a'), never()).then((given) => {
          order.push(place);
          given();
        }),
      );
      await sleep(25);
    }
    release();
    await Promise.all(all);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('lets somebody leave, who then holds nobody up', async () => {
    const [first, second] = makeSlots({ maxSessions: 1, sessionsPerHost: 1 });
    const release = await first.acquire(wish('a'), never());
    const leaving = new AbortController();
    const left = second.acquire(wish('a'), leaving.signal);
    const next = first.acquire(wish('a'), never());
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(second.acquire(wish('a'), leaving.signal)).rejects.toThrow('gone');
    release();
    (await next)();
    await second.acquire(wish('b'), never());
  });

  it('serves first whom somebody waits for', async () => {
    const [first, second] = makeSlots({ maxSessions: 1, sessionsPerHost: 1 });
    const release = await first.acquire(wish('a'), never());
    const order: string[] = [];
    const take = async (name: string, slots: SessionSlots, isUrgent: boolean): Promise<void> => {
      const done = await slots.acquire(wish(name, { isUrgent }), never());
      order.push(name);
      done();
    };
    const all = [take('patient', second, false)];
    await sleep(100);
    all.push(take('urgent', first, true));
    await sleep(100);
    release();
    await Promise.all(all);
    expect(order).toEqual(['urgent', 'patient']);
  });

  it('lets askers take turns, over both, and the pieces of work of one', async () => {
    const both = makeSlots({ maxSessions: 1, sessionsPerHost: 1 });
    const release = await both[0].acquire(wish('z'), never());
    const order: string[] = [];
    const take = async (place: number, asker: string, job: string): Promise<void> => {
      const done = await both[place % 2]!.acquire(wish(`${place}`, { asker, job }), never());
      order.push(`${asker}${job}`);
      done();
    };
    const all: Promise<void>[] = [];
    for (const [place, name] of ['a1', 'a1', 'a1', 'a1', 'a2', 'b1', 'b1'].entries()) {
      all.push(take(place, name.charAt(0), name.charAt(1)));
      await sleep(25);
    }
    release();
    await Promise.all(all);
    expect(order).toEqual(['a1', 'b1', 'a2', 'b1', 'a1', 'a1', 'a1']);
  });

  it('gives the last slot to nobody who has half of them, while others wait', async () => {
    const [first, second] = makeSlots({ maxSessions: 4, sessionsPerHost: 4 });
    const releases: Release[] = [];
    for (const key of ['a', 'b', 'c']) releases.push(await first.acquire(wish(key, { asker: 'greedy' }), never()));
    releases.push(await second.acquire(wish('d', { asker: 'other' }), never()));
    const order: string[] = [];
    const take = (slots: SessionSlots, key: string, asker: string, isUrgent: boolean): Promise<void> =>
      slots.acquire(wish(key, { asker, isUrgent }), never()).then((done) => {
        order.push(asker);
        releases.push(done);
      });
    const greedy = take(first, 'e', 'greedy', false);
    await sleep(100);
    const other = take(second, 'f', 'other', false);
    await sleep(100);
    releases.shift()!();
    await other;
    expect(order).toEqual(['other']);
    while (releases.length > 0) releases.shift()!();
    await greedy;
  });

  it('never holds more than it may, under a crowd, and serves everybody', async () => {
    const limits = { maxSessions: 4, sessionsPerHost: 2 };
    const both = makeSlots(limits);
    const open: string[] = [];
    let served = 0;
    const one = async (index: number): Promise<void> => {
      const key = 'abc'.charAt(index % 3);
      const release: Release = await both[index % 2]!.acquire(wish(key), never());
      open.push(key);
      expect(open.length).toBeLessThanOrEqual(limits.maxSessions);
      expect(open.filter((other) => other === key).length).toBeLessThanOrEqual(limits.sessionsPerHost);
      await sleep(index % 7);
      open.splice(open.indexOf(key), 1);
      release();
      served += 1;
    };
    await Promise.all(Array.from({ length: 60 }, (_, index) => one(index)));
    await eventually('everybody was served', () => served === 60);
  });
}
