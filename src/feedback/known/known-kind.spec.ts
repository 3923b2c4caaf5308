import { unnamedMessage } from './bounced-messages';
import type { AddressState } from './fold-events';
import { expiryOf, knownAt, type Ages, type KnownKind } from './known-kind';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-29T00:00:00Z');
const AGES: Ages = {
  FEEDBACK_HARD_DAYS: 365,
  FEEDBACK_WEAK_DAYS: 30,
  FEEDBACK_SOFT_DAYS: 7,
  FEEDBACK_DELIVERED_DAYS: 30,
};
const ago = (days: number): number => NOW - days * DAY;
const messages = (...days: number[]) => days.map((day, index) => ({ message: `m${index}`, at: ago(day) }));
/** Told without the ids of their mails. */
const unnamed = (...days: number[]) => days.map((day) => ({ message: unnamedMessage(ago(day)), at: ago(day) }));

const CASES: [what: string, state: AddressState, kind: KnownKind | null][] = [
  ['nothing', {}, null],
  ['a hard bounce', { strongAt: ago(364) }, 'hard_bounce'],
  ['one that is too old', { strongAt: ago(365) }, null],
  ['a hard bounce before a delivery', { strongAt: ago(5), deliveredAt: ago(4) }, 'delivered'],
  ['a hard bounce behind a delivery', { strongAt: ago(4), deliveredAt: ago(5) }, 'hard_bounce'],
  ['both at once', { strongAt: ago(4), deliveredAt: ago(4) }, 'hard_bounce'],
  ['a hard bounce and a complaint', { strongAt: ago(9), complaintAt: ago(1) }, 'hard_bounce'],
  ['a doubtful one', { weak: messages(29) }, 'weak_hard_bounce'],
  ['a doubtful one that is too old', { weak: messages(30) }, null],
  ['two doubtful ones', { weak: messages(1, 29) }, 'hard_bounce'],
  ['two, one of which is too old', { weak: messages(1, 30) }, 'weak_hard_bounce'],
  ['two with a delivery between them', { weak: messages(1, 3), deliveredAt: ago(2) }, 'weak_hard_bounce'],
  ['a doubtful one before a delivery', { weak: messages(3), deliveredAt: ago(2) }, 'delivered'],
  ['two of unnamed mails, two days apart', { weak: unnamed(1, 3) }, 'hard_bounce'],
  ['two of unnamed mails, told by their days', { weak: unnamed(1, 2.9) }, 'weak_hard_bounce'],
  ['two names of what may be one mail', { weak: messages(1, 1.04) }, 'weak_hard_bounce'],
  ['two, of which the older one is not kept itself', { weak: messages(1), confirmedAt: ago(9) }, 'hard_bounce'],
  [
    'two, the older one of which is not kept and too old',
    { weak: messages(1), confirmedAt: ago(30) },
    'weak_hard_bounce',
  ],
  ['two of unnamed mails, within a day', { weak: unnamed(1.2, 1.9) }, 'weak_hard_bounce'],
  [
    'one of a named mail, and the same told without its name',
    { weak: [...messages(1), ...unnamed(1.5)] },
    'weak_hard_bounce',
  ],
  ['two of named mails, and one told again', { weak: [...unnamed(1), ...messages(1.1, 9)] }, 'hard_bounce'],
  ['a complaint of long ago', { complaintAt: ago(3000) }, 'complaint'],
  ['a complaint and deliveries since', { complaintAt: ago(20), deliveredAt: ago(1) }, 'complaint'],
  ['a complaint and a doubtful bounce', { complaintAt: ago(20), weak: messages(1) }, 'complaint'],
  ['a suppression', { suppressedAt: ago(364) }, 'suppressed'],
  ['a suppression that is too old', { suppressedAt: ago(365) }, null],
  ['a suppression, lifted since', { suppressedAt: ago(9), deliveredAt: ago(8) }, 'delivered'],
  ['a suppression and a doubtful bounce', { suppressedAt: ago(1), weak: messages(2) }, 'weak_hard_bounce'],
  ['three soft bounces', { soft: messages(6, 10, 35) }, 'soft_bounces'],
  ['three soft bounces over too long a time', { soft: messages(6, 10, 36) }, null],
  ['three soft bounces, the last too old', { soft: messages(7, 8, 9) }, null],
  ['four soft bounces of two days', { soft: unnamed(1, 1.3, 2, 2.3) }, null],
  ['two soft bounces', { soft: messages(1, 2) }, null],
  ['three soft bounces, two before a delivery', { soft: messages(1, 3, 4), deliveredAt: ago(2) }, null],
  ['a delivery', { deliveredAt: ago(29) }, 'delivered'],
  ['a delivery that is too old', { deliveredAt: ago(30) }, null],
  ['a delivery and a soft bounce since', { deliveredAt: ago(2), soft: messages(1) }, null],
  ['a delivery, and an old bounce since', { deliveredAt: ago(20), weak: messages(19) }, 'weak_hard_bounce'],
  ['what was cleared', { clearedAt: ago(1) }, null],
];

describe('what is known of an address', () => {
  it.each(CASES)('after %s', (_, state, kind) => {
    expect(knownAt(state, NOW, AGES)?.kind ?? null).toBe(kind);
  });

  it('tells since when', () => {
    expect(knownAt({ weak: messages(1, 29) }, NOW, AGES)).toEqual({ kind: 'hard_bounce', since: ago(1) });
    expect(knownAt({ complaintAt: ago(20), deliveredAt: ago(1) }, NOW, AGES)?.since).toBe(ago(20));
  });

  it.each(CASES)('is nothing any more when its time is over, and not before: after %s', (_, state, kind) => {
    const end = expiryOf(state, AGES);
    const isForEver = state.complaintAt !== undefined;
    expect(end === Number.MAX_SAFE_INTEGER).toBe(isForEver);
    expect(isForEver ? null : knownAt(state, end, AGES)).toBeNull();
    expect(kind === null || end > NOW).toBe(true);
  });

  it('ages by the settings', () => {
    const short = { ...AGES, FEEDBACK_HARD_DAYS: 10, FEEDBACK_DELIVERED_DAYS: 3 };
    expect(knownAt({ strongAt: ago(11) }, NOW, short)).toBeNull();
    expect(knownAt({ deliveredAt: ago(4) }, NOW, short)).toBeNull();
  });
});
