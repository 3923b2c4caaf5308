import fc from 'fast-check';
import { request } from '../../../../test/support/slot-request';
import { InProcessSessionSlots } from './in-process-session-slots';
import type { Release } from './session-slots';
import { runs } from '../../../../test/support/runs';

const never = new AbortController().signal;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('InProcessSessionSlots', () => {
  it('holds both limits, and serves first whoever came first', async () => {
    const slots = new InProcessSessionSlots(3, 2);
    const order: string[] = [];
    const take = (key: string, name: string): Promise<Release> =>
      slots.acquire(request(key), never).then((release) => {
        order.push(name);
        return release;
      });
    const first = await take('a', 'a1');
    await take('a', 'a2');
    void take('a', 'a3');
    void take('b', 'b1');
    void take('b', 'b2');
    await settled();
    expect(order).toEqual(['a1', 'a2', 'b1']);
    first();
    first();
    await settled();
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('lets those go first for whom somebody waits', async () => {
    const slots = new InProcessSessionSlots(1, 1);
    const release = await slots.acquire(request('a'), never);
    const order: string[] = [];
    void slots.acquire(request('b'), never).then(() => order.push('b'));
    void slots.acquire(request('c', { isUrgent: true }), never).then(() => order.push('c'));
    release();
    await settled();
    expect(order).toEqual(['c']);
  });

  it('lets somebody leave the queue', async () => {
    const slots = new InProcessSessionSlots(1, 1);
    const release = await slots.acquire(request('a'), never);
    const leaving = new AbortController();
    const left = slots.acquire(request('a'), leaving.signal);
    const next = slots.acquire(request('a'), never);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    release();
    expect(await next).toBeInstanceOf(Function);
    await expect(slots.acquire(request('a'), leaving.signal)).rejects.toThrow('gone');
  });

  it('never exceeds a limit, and leaves nobody waiting while there is room', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 60 }),
        async (steps) => {
          const slots = new InProcessSessionSlots(4, 2);
          const held: { key: string; release: Release }[] = [];
          let wanted = 0;
          for (const [key, gives] of steps) {
            if (gives) held.shift()?.release();
            else {
              wanted += 1;
              void slots.acquire(request(key), never).then((release) => held.push({ key, release }));
            }
            await settled();
            expect(held.length).toBeLessThanOrEqual(4);
            for (const name of ['a', 'b', 'c'])
              expect(held.filter((one) => one.key === name).length).toBeLessThanOrEqual(2);
          }
          let served = 0;
          while (held.length > 0) {
            held.shift()?.release();
            served += 1;
            await settled();
          }
          expect(served).toBe(wanted - steps.filter(([, gives]) => gives).length + givenTooOften(steps));
        },
      ),
      { numRuns: runs(50) },
    );
  });
});

/** Releases that found nothing to release. */
function givenTooOften(steps: [string, boolean][]): number {
  let most = 0;
  let balance = 0;
  for (const [, gives] of steps) {
    balance += gives ? -1 : 1;
    if (balance < 0) {
      most += 1;
      balance = 0;
    }
  }
  return most;
}
