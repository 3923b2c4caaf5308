import fc from 'fast-check';
import { FEEDBACK_EVENT_TYPES } from '../events/feedback-event';
import { clearedState, foldEvents, unnamedMessage, type FoldedEvent } from './fold-events';

const DAY = 86_400_000;
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
    expect(foldEvents(soft).soft?.map(({ at }) => at / DAY)).toEqual([7, 6, 5, 4, 3, 2]);
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
  });

  it('mean the same in any order, in any portions, and however often they are told', () => {
    const told = fc.array(
      fc.record({
        type: fc.constantFrom(...FEEDBACK_EVENT_TYPES),
        strength: fc.constantFrom('strong' as const, 'weak' as const),
        message: fc.constantFrom('a', 'b', 'c', 'd', 'e', unnamedMessage(0)),
        at: fc.integer({ min: 0, max: 12 }),
      }),
      { maxLength: 30 },
    );
    const orders = told.chain((events) =>
      fc.record({
        events: fc.constant(events),
        again: fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
        cut: fc.nat(events.length * 2),
        clearedAt: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
      }),
    );
    fc.assert(
      fc.property(orders, ({ events, again, cut, clearedAt }) => {
        const before = clearedAt === undefined ? {} : { clearedAt };
        const portions = foldEvents(again.slice(cut), foldEvents(again.slice(0, cut), before));
        expect(portions).toEqual(foldEvents(events, before));
      }),
    );
  });
});
