import bounces from '../../../../test/feedback/fixtures/bounces.json';
import { STRONG, WEAK } from './bounce-class';
import { classifyBounce } from './classify-bounce';

interface Row {
  of: string;
  smtpCode?: number;
  enhancedCode?: string;
  diagnostic?: string;
  type: string;
  strength?: string;
}
const rows: Row[] = bounces;

describe('the collected bounces', () => {
  it.each(rows.map((row) => [row.of, row] as const))('%s', (_of, { of: _, type, strength, ...bounce }) => {
    expect(classifyBounce({ ...bounce, recipient: 'joe@example.com' })).toEqual({
      type,
      ...(strength && { strength }),
    });
  });
});

describe('the last word of a provider', () => {
  it('counts where words and codes say nothing', () => {
    expect(classifyBounce({ otherwise: STRONG })).toBe(STRONG);
    expect(classifyBounce({ diagnostic: '554 something odd', otherwise: WEAK })).toBe(WEAK);
  });

  it('does not count against words', () => {
    expect(classifyBounce({ diagnostic: '550 5.7.1 blocked using spamhaus', otherwise: STRONG }).type).toBe('block');
    expect(classifyBounce({ diagnostic: '552 5.2.2 mailbox full', otherwise: STRONG }).type).toBe('soft_bounce');
  });
});

it.each(['a1@privaterelay.appleid.com', 'b@mozmail.com', 'c@joe.anonaddy.com', 'D@SimpleLogin.com'])(
  'an alias that forwards, %s, is never surely gone',
  (recipient) => {
    expect(classifyBounce({ recipient, diagnostic: `550 5.1.1 <${recipient}>: user not found` })).toEqual(WEAK);
  },
);

it('takes no word out of the address for the host’s', () => {
  const recipient = 'spamhaus.rate.limit@policy.example.com';
  expect(classifyBounce({ recipient, diagnostic: `550 5.1.1 <${recipient}>: user unknown` })).toEqual(STRONG);
  expect(classifyBounce({ recipient, diagnostic: `550 5.1.1 ${recipient} user unknown` })).toEqual(STRONG);
});

it('reads no more than the beginning of an endless text', () => {
  for (const part of ['550-', 'host a [1]: ', '5.1.1 ', '@', '((((', '\n', 'a host ', 'ﷺ', '550 5.1.1 no ']) {
    const endless = part.repeat(1_000_000);
    expect(classifyBounce({ diagnostic: endless })).toEqual(classifyBounce({ diagnostic: endless.slice(0, 2_000) }));
  }
});
