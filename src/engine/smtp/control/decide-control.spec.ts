import fc from 'fast-check';
import { decideControl, type ControlAnswers } from './decide-control';

const SAID = ['550 zorp'];
const OTHER = { templates: ['550 blivet'], isUnderstood: false };
const SAME = { templates: SAID, isUnderstood: false };
const UNDERSTOOD = { templates: ['550 5.1.1 no such user'], isUnderstood: true };

describe('what control answers make of a refusal that nobody can read', () => {
  it.each([
    ['a random address is told the same, and somebody is taken after it', SAME, 'accepted', 'nothing'],
    ['a random address is told the same, and nobody is known to be taken', SAME, null, 'nothing'],
    ['a random address is told the same, and whoever was taken is refused now', SAME, 'refused', 'nothing'],
    ['a random address is told that it does not exist', UNDERSTOOD, null, 'about_this_mailbox'],
    ['a random address is told something else, and somebody is taken', OTHER, 'accepted', 'about_this_mailbox'],
    ['a random address is told something else, and nobody is known to be taken', OTHER, null, 'nothing'],
    ['a random address is taken', 'accepted', null, 'about_this_mailbox'],
    ['a random address is taken, and whoever was taken is refused now', 'accepted', 'refused', 'nothing'],
    ['a random address gets no lasting answer', null, 'accepted', 'nothing'],
  ] as const)('%s', (_, random, accepted, explanation) => {
    expect(decideControl({ refusal: SAID, random, accepted, again: null, hasOwnNumber: false })).toBe(explanation);
  });

  it.each([
    ['is refused so once more after that', 'refused', 'no_such_mailbox'],
    ['is taken after that, or refused otherwise', 'other', 'nothing'],
    ['gets no answer after that', null, 'nothing'],
  ] as const)('a random address is told the same, somebody is taken after it, and it %s', (_, again, explanation) => {
    expect(decideControl({ refusal: SAID, random: SAME, accepted: 'accepted', again, hasOwnNumber: false })).toBe(
      explanation,
    );
  });

  const template = fc.constantFrom('a', 'b', 'c');
  const templates = fc.array(template, { minLength: 1, maxLength: 2 });
  const answers: fc.Arbitrary<ControlAnswers> = fc.record({
    refusal: templates,
    random: fc.oneof(fc.constantFrom(null, 'accepted' as const), fc.record({ templates, isUnderstood: fc.boolean() })),
    accepted: fc.constantFrom(null, 'accepted' as const, 'refused' as const),
    again: fc.constantFrom(null, 'refused' as const, 'other' as const),
    hasOwnNumber: fc.boolean(),
  });

  it('is never "no such mailbox" without an acceptance after it and a refusal after that, nor unless the host says it to an address that nobody has', () => {
    fc.assert(
      fc.property(answers, ({ refusal, random, accepted, again, hasOwnNumber }) => {
        if (decideControl({ refusal, random, accepted, again, hasOwnNumber }) !== 'no_such_mailbox') return;
        expect([accepted, again, hasOwnNumber]).toEqual(['accepted', 'refused', false]);
        expect(random).not.toBeNull();
        expect(random).not.toBe('accepted');
        const said = (random as { templates: readonly string[] }).templates;
        expect(refusal.some((one) => said.includes(one))).toBe(true);
      }),
    );
  });
});
