import fc from 'fast-check';
import { FEEDBACK_EVENT_TYPES } from '../events/feedback-event';
import { unnamedMessage } from './bounced-messages';
import { clearedState, foldEvents, type AddressState, type FoldedEvent } from './fold-events';
import { knownAt } from './known-kind';
import { runs } from '../../../test/support/runs';

const DAY = 86_400_000;
const AGES = { FEEDBACK_HARD_DAYS: 365, FEEDBACK_WEAK_DAYS: 60, FEEDBACK_SOFT_DAYS: 60, FEEDBACK_DELIVERED_DAYS: 30 };
const event = (type: FoldedEvent['type'], at: number, more: Partial<FoldedEvent> = {}): FoldedEvent => ({
  type,
  at,
  message: `m${at}`,
  ...more,
});

describe('events of an address, folded', () => {
  it('keep the newest of each kind', () => {
    const events = [
      event('hard_bounce', 5, { strength: 'strong' }),
      event('hard_bounce', 9, { strength: 'strong' }),
      event('complaint', 3),
      event('suppressed', 4),
      event('delivered', 7),
      event('delivered', 6),
    ];
    expect(foldEvents(events)).toEqual({ strongAt: 9, complaintAt: 3, suppressedAt: 4, deliveredAt: 7 });
  });

  it('count bounces by their messages', () => {
    const weak = { strength: 'weak' as const, message: 'one' };
    const soft = [1, 2, 3, 4, 5, 6, 7].map((at) => event('soft_bounce', at * DAY));
    expect(foldEvents([event('hard_bounce', 1, weak), event('hard_bounce', 2, weak)]).weak).toEqual([
      { message: 'one', at: 2 },
    ]);
    expect(foldEvents(soft).soft?.map(({ at }) => at / DAY)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('say nothing where they are about the sender, a list, or nothing', () => {
    for (const type of ['block', 'unsubscribe', 'ignored', 'unknown'] as const) {
      expect(foldEvents([event(type, 1)])).toEqual({});
    }
  });

  it('do not bring back what was cleared', () => {
    const state = clearedState(foldEvents([event('complaint', 3)]), 10);
    expect(foldEvents([event('complaint', 3), event('delivered', 10)], state)).toEqual({ clearedAt: 10 });
    expect(foldEvents([event('complaint', 11)], state)).toEqual({ clearedAt: 10, complaintAt: 11 });
    const again = clearedState(clearedState(state, 12, ['1 a', '1 b']), 11, ['1 b', '2 c']);
    expect(again).toEqual({ clearedAt: 12, clearedEvents: ['1 b', '2 c', '1 a'] });
  });

  const HOUR = DAY / 24;
  const MINUTE = HOUR / 60;
  const started = fc.constantFrom(0, 6 * HOUR, 2 * DAY, 9 * DAY, 20 * DAY);
  const at = fc.oneof(
    fc.integer({ min: 0, max: 12 }),
    // Close together, and far apart.
    fc.tuple(started, fc.integer({ min: 0, max: 150 })).map(([start, minutes]) => start + minutes * MINUTE),
  );
  const message = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', null);
  const one = (type: fc.Arbitrary<FoldedEvent['type']>): fc.Arbitrary<FoldedEvent> =>
    fc
      .record({ type, strength: fc.constantFrom('strong' as const, 'weak' as const), message, at })
      .map((told) => ({ ...told, message: told.message ?? unnamedMessage(told.at) }));

  it('mean the same in any order, in any portions, and however often they are told', () => {
    const told = fc.array(one(fc.constantFrom(...FEEDBACK_EVENT_TYPES)), { maxLength: 30 });
    const bounces = fc.array(one(fc.constantFrom('hard_bounce', 'soft_bounce')), { maxLength: 30 });
    const orders = fc.oneof(told, bounces).chain((events) =>
      fc.record({
        events: fc.constant(events),
        again: fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
        cut: fc.nat(events.length * 2),
        clearedAt: fc.option(at, { nil: undefined }),
      }),
    );
    fc.assert(
      fc.property(orders, ({ events, again, cut, clearedAt }) => {
        const before = clearedAt === undefined ? {} : { clearedAt };
        const portions = foldEvents(again.slice(cut), foldEvents(again.slice(0, cut), before));
        expect(portions).toEqual(foldEvents(events, before));
      }),
      { numRuns: runs(500) },
    );
  });

  /** At a moment at which all of them count. */
  const meaning = (state: AddressState): number => {
    const kind = knownAt(state, 25 * DAY, AGES)?.kind;
    return [undefined, 'soft_bounces', 'weak_hard_bounce', 'hard_bounce'].indexOf(kind);
  };

  it('never mean less for one bounce more', () => {
    fc.assert(
      fc.property(fc.array(one(fc.constantFrom('hard_bounce', 'soft_bounce')), { maxLength: 40 }), (bounces) => {
        const meanings = bounces.map((_, count) => meaning(foldEvents(bounces.slice(0, count + 1))));
        expect(meanings).toEqual([...meanings].sort());
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([
    ['hard_bounce', [1, 5], 'weak_hard_bounce', 'hard_bounce'],
    ['soft_bounce', [1, 2, 3], undefined, 'soft_bounces'],
  ] as const)(
    'never mean less for many at once, nor for one mail told again and again: %s',
    (type, days, less, more) => {
      const of = (name: string, time: number): FoldedEvent => event(type, time, { message: name, strength: 'weak' });
      const apart = days.map((day) => of(`day${day}`, day * DAY));
      const many = Array.from({ length: 100 }, (_, index) => of(`m${index}`, 10 * DAY + (index % 10) * MINUTE));
      const again = Array.from({ length: 40 }, (_, index) => of('again', 8 * DAY + index * HOUR));
      const kindOf = (events: readonly FoldedEvent[]) => knownAt(foldEvents(events), 11 * DAY, AGES)?.kind;
      expect([kindOf(many), kindOf(again), kindOf(apart.slice(1))]).toEqual([less, less, less]);
      for (const flood of [many, again]) {
        for (const events of [
          [...apart, ...flood],
          [...flood, ...apart],
          [...apart.slice(1), ...flood, apart[0]!],
        ])
          expect(kindOf(events)).toBe(more);
      }
    },
  );
});
