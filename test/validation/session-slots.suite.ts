import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../support/slot-request';
import type { Release, SessionSlots, SlotLimits, SlotRequest } from '../../src/engine';
import { eventually } from '../support/eventually';

type Limits = Omit<SlotLimits, 'sessionsPerNetwork'> & Partial<SlotLimits>;

/** Two views of the same limits: of two processes, or twice the same object where there is only one. */
export type MakeSlots = (limits: Limits) => [SessionSlots, SessionSlots];

const never = (): AbortSignal => new AbortController().signal;

/** The contract of `SessionSlots`, for whichever implementation the factory makes. */
export function describeSessionSlots(makeSlots: MakeSlots): void {
  it('keeps to the limit per host, over both, and gives the slot on when it is given back', async () => {
    const [first, second] = makeSlots({ maxSessions: 10, sessionsPerHost: 2 });
    const release = await first.acquire(request('a'), never());
    await second.acquire(request('a'), never());
    let isGranted = false;
    const third = second.acquire(request('a'), never()).then((given) => {
      isGranted = true;
      return given;
    });
    (await second.acquire(request('b'), never()))();
    await sleep(150);
    expect(isGranted).toBe(false);
    release();
    await third;
  });

  it.each(['192.0.2', '2001:db8:1'])(
    'keeps to the limit of the network %s, over both and over all hosts',
    async (network) => {
      const [first, second] = makeSlots({ maxSessions: 10, sessionsPerHost: 2, sessionsPerNetwork: 2 });
      const release = await first.acquire(request('a', { network }), never());
      await second.acquire(request('b', { network }), never());
      let isGranted = false;
      const third = second.acquire(request('c', { network }), never()).then((given) => {
        isGranted = true;
        return given;
      });
      (await second.acquire(request('c', { network: '192.0.20' }), never()))();
      await sleep(150);
      expect(isGranted).toBe(false);
      release();
      await third;
    },
  );

  it('keeps to the limit in all, over both', async () => {
    const [first, second] = makeSlots({ maxSessions: 2, sessionsPerHost: 2 });
    const release = await first.acquire(request('a'), never());
    await second.acquire(request('b'), never());
    let isGranted = false;
    const third = first.acquire(request('c'), never()).then(() => {
      isGranted = true;
    });
    await sleep(150);
    expect(isGranted).toBe(false);
    release();
    release();
    await third;
    let isGrantedTwice = false;
    void second.acquire(request('d'), never()).then(() => {
      isGrantedTwice = true;
    });
    await sleep(150);
    expect(isGrantedTwice).toBe(false);
  });

  it('passes over a waiter whose host is full', async () => {
    const [first, second] = makeSlots({ maxSessions: 3, sessionsPerHost: 1 });
    const release = await first.acquire(request('a'), never());
    const waiting = first.acquire(request('a'), never());
    await second.acquire(request('b'), never());
    release();
    expect(await waiting).toBeInstanceOf(Function);
  });

  it('serves first whoever came first, of one process and of two', async () => {
    const [first, second] = makeSlots({ maxSessions: 1, sessionsPerHost: 1 });
    const order: number[] = [];
    const release = await first.acquire(request('a'), never());
    const all = [];
    for (let place = 0; place < 6; place += 1) {
      const slots = place % 2 === 0 ? second : first;
      all.push(
        slots.acquire(request('a'), never()).then((given) => {
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
    const release = await first.acquire(request('a'), never());
    const leaving = new AbortController();
    const left = second.acquire(request('a'), leaving.signal);
    const next = first.acquire(request('a'), never());
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(second.acquire(request('a'), leaving.signal)).rejects.toThrow('gone');
    release();
    (await next)();
    await second.acquire(request('b'), never());
  });

  it('serves first whom somebody waits for', async () => {
    const [first, second] = makeSlots({ maxSessions: 1, sessionsPerHost: 1 });
    const release = await first.acquire(request('a'), never());
    const order: string[] = [];
    const take = async (name: string, slots: SessionSlots, isUrgent: boolean): Promise<void> => {
      const done = await slots.acquire(request(name, { isUrgent }), never());
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

  it('lets tenants take turns, over both, and the pieces of work of one', async () => {
    const both = makeSlots({ maxSessions: 1, sessionsPerHost: 1 });
    const release = await both[0].acquire(request('z'), never());
    const order: string[] = [];
    const take = async (place: number, tenant: string, job: string): Promise<void> => {
      const done = await both[place % 2]!.acquire(request(`${place}`, { tenant, job }), never());
      order.push(`${tenant}${job}`);
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
    for (const key of ['a', 'b', 'c']) releases.push(await first.acquire(request(key, { tenant: 'greedy' }), never()));
    releases.push(await second.acquire(request('d', { tenant: 'other' }), never()));
    const order: string[] = [];
    const take = (slots: SessionSlots, key: string, tenant: string, isUrgent: boolean): Promise<void> =>
      slots.acquire(request(key, { tenant, isUrgent }), never()).then((done) => {
        order.push(tenant);
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
    const limits = { maxSessions: 4, sessionsPerHost: 2, sessionsPerNetwork: 3 };
    const both = makeSlots(limits);
    const open: SlotRequest[] = [];
    let served = 0;
    const one = async (index: number): Promise<void> => {
      const wanted = request('abc'.charAt(index % 3), { network: index % 5 === 0 ? '2001:db8:1' : '192.0.2' });
      const release: Release = await both[index % 2]!.acquire(wanted, never());
      open.push(wanted);
      const ofHost = open.filter(({ key }) => key === wanted.key);
      const ofNetwork = open.filter(({ network }) => network === wanted.network);
      expect(open.length).toBeLessThanOrEqual(limits.maxSessions);
      expect(ofHost.length).toBeLessThanOrEqual(limits.sessionsPerHost);
      expect(ofNetwork.length).toBeLessThanOrEqual(limits.sessionsPerNetwork);
      await sleep(index % 7);
      open.splice(open.indexOf(wanted), 1);
      release();
      served += 1;
    };
    await Promise.all(Array.from({ length: 60 }, (_, index) => one(index)));
    await eventually('everybody was served', () => served === 60);
  });
}
