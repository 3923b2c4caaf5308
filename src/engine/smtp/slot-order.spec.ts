import fc from 'fast-check';
import { wish } from '../../../test/support/slot-wish';
import type { SlotWish } from './session-slots';
import { largestOfAsker, nextWish } from './slot-order';
import { Turns } from './turns';

const LIMITS = { maxSessions: 6, sessionsPerHost: 2 };

const arrival = fc.record({
  key: fc.constantFrom('one.test', 'two.test', 'three.test', 'four.test'),
  asker: fc.constantFrom('a', 'b', 'c'),
  isUrgent: fc.boolean(),
});
const step = fc.oneof(
  { weight: 3, arbitrary: arrival.map((more) => ({ kind: 'comes' as const, more })) },
  { weight: 2, arbitrary: fc.nat(5).map((place) => ({ kind: 'ends' as const, place })) },
);

describe('the order in which slots are given out', () => {
  it('keeps to the limits, leaves none free that somebody may have, and passes nobody over twice for one asker', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const turns = new Turns();
        const held: SlotWish[] = [];
        const waiting = new Map<SlotWish, string[]>();
        const hasRoom = ({ key }: SlotWish): boolean =>
          held.length < LIMITS.maxSessions && held.filter((one) => one.key === key).length < LIMITS.sessionsPerHost;
        for (const next of steps) {
          if (next.kind === 'comes') waiting.set(wish(next.more.key, next.more), []);
          else held.splice(next.place, 1);
          for (;;) {
            const able = [...waiting.keys()].filter(hasRoom);
            const granted = nextWish(waiting.keys(), held, LIMITS, turns);
            expect(granted === undefined).toBe(able.length === 0);
            if (!granted) break;
            expect(hasRoom(granted)).toBe(true);
            const isLast = held.length === LIMITS.maxSessions - 1;
            const countOf = ({ asker, isUrgent }: SlotWish): number =>
              held.filter((one) => one.asker === asker && (one.isUrgent || !isUrgent)).length;
            // Who has half of them gets the last only if nobody who has not could have had it.
            const hasHalf = (one: SlotWish): boolean => countOf(one) >= largestOfAsker(LIMITS);
            expect(isLast && hasHalf(granted) && able.some((other) => !hasHalf(other))).toBe(false);
            waiting.delete(granted);
            turns.serve(granted);
            for (const other of able) {
              if (other === granted || isLast) continue;
              expect(other.isUrgent && !granted.isUrgent).toBe(false);
              if (other.isUrgent !== granted.isUrgent || other.asker === granted.asker) continue;
              expect(waiting.get(other)).not.toContain(granted.asker);
              waiting.get(other)?.push(granted.asker);
            }
            for (const [other, passedBy] of waiting) if (other.asker === granted.asker) passedBy.length = 0;
            held.push(granted);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});
