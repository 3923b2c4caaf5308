import { de } from '../../dashboard/src/texts/de';
import { en } from '../../dashboard/src/texts/en';
import { explain } from '../../dashboard/src/verdict/explain';
import { SUB_STATUSES, type Status } from '../../src/engine';

const all = Object.entries(SUB_STATUSES).flatMap(([status, subStatuses]) =>
  (subStatuses.length === 0 ? [null] : subStatuses).map((subStatus) => [status as Status, subStatus] as const),
);

describe('the verdict in words', () => {
  it.each(all)('explains %s, %s in whole sentences', (status, subStatus) => {
    const words = explain({ status, result: subStatus === null ? [] : { sub_status: subStatus } });
    for (const sentence of [words.meaning, words.advice, ...(subStatus === null ? [] : [words.why])]) {
      expect(sentence).toMatch(/^[A-Z].{5,}\.$/);
    }
    expect(words.headline).not.toMatch(/\.$/);
  });

  it('never tells anybody to remove an address because of an unknown', () => {
    const advice = SUB_STATUSES.unknown.map(
      (subStatus) => explain({ status: 'unknown', result: { sub_status: subStatus } }).advice,
    );
    expect(advice.join(' ')).not.toMatch(/remove|another address|do not send/i);
  });

  it('is in the words of people: no names of commands, no marks of code', () => {
    for (const { verdict, check } of [en, de])
      expect(JSON.stringify([verdict, check])).not.toMatch(/`|doctor|npm|SMTP_/);
  });

  it('shows the code of a reason that it does not know', () => {
    expect(explain({ status: 'unknown', result: { sub_status: 'made_up' } }).why).toBe('made_up');
  });
});
