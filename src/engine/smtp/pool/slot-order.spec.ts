import fc from 'fast-check';
import { request } from '../../../../test/support/slot-request';
import type { SlotRequest } from './session-slots';
import { largestOfTenant, nextRequest } from './slot-order';
import { LeastRecentlyServed } from './least-recently-served';
import { runs } from '../../../../test/support/runs';

const LIMITS = { maxSessions: 6, sessionsPerHost: 2, sessionsPerNetwork: 3 };

const arrival = fc.record({
  key: fc.constantFrom('one.test', 'two.test', 'three.test', 'four.test'),
  network: fc.constantFrom('192.0.2', '2001:db8:1'),
  tenant: fc.constantFrom('a', 'b', 'c'),
  isUrgent: fc.boolean(),
});
const step = fc.oneof(
  { weight: 3, arbitrary: arrival.map((more) => ({ kind: 'comes' as const, more })) },
  { weight: 2, arbitrary: fc.nat(5).map((place) => ({ kind: 'ends' as const, place })) },
);

describe('the order in which slots are given out', () => {
  it('keeps to the limits, leaves none free that somebody may have, and passes nobody over twice for one tenant', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const order = new LeastRecentlyServed();
        const held: SlotRequest[] = [];
        const waiting = new Map<SlotRequest, string[]>();
        const hasRoom = ({ key, network }: SlotRequest): boolean =>
          held.length < LIMITS.maxSessions &&
          held.filter((one) => one.key === key).length < LIMITS.sessionsPerHost &&
          held.filter((one) => one.network === network).length < LIMITS.sessionsPerNetwork;
        for (const next of steps) {
          if (next.kind === 'comes') waiting.set(request(next.more.key, next.more), []);
          else held.splice(next.place, 1);
          for (;;) {
            const able = [...waiting.keys()].filter(hasRoom);
            const granted = nextRequest(waiting.keys(), held, LIMITS, order);
            expect(granted === undefined).toBe(able.length === 0);
            if (!granted) break;
            expect(hasRoom(granted)).toBe(true);
            const isLast = held.length === LIMITS.maxSessions - 1;
            const countOf = ({ tenant, isUrgent }: SlotRequest): number =>
              held.filter((one) => one.tenant === tenant && (one.isUrgent || !isUrgent)).length;
            // Who has half of them gets the last only if nobody who has not could have had it.
            const hasHalf = (one: SlotRequest): boolean => countOf(one) >= largestOfTenant(LIMITS);
            expect(isLast && hasHalf(granted) && able.some((other) => !hasHalf(other))).toBe(false);
            waiting.delete(granted);
            order.markServed(granted);
            for (const other of able) {
              if (other === granted || isLast) continue;
              expect(other.isUrgent && !granted.isUrgent).toBe(false);
              if (other.isUrgent !== granted.isUrgent || other.tenant === granted.tenant) continue;
              expect(waiting.get(other)).not.toContain(granted.tenant);
              waiting.get(other)?.push(granted.tenant);
            }
            for (const [other, passedBy] of waiting) if (other.tenant === granted.tenant) passedBy.length = 0;
            held.push(granted);
          }
        }
      }),
      { numRuns: runs(1000) },
    );
  });
});
