import bounces from '../../../../test/feedback/fixtures/bounces.json';
import first from '../../../../test/fixtures/smtp-replies.json';
import second from '../../../../test/fixtures/smtp-replies-2.json';
import third from '../../../../test/fixtures/smtp-replies-3.json';
import { CLIENT_PHRASES } from '../../../../test/fixtures/client-phrases';
import { STRONG, WEAK } from './bounce-class';
import { classifyBounce } from './classify-bounce';

interface Row {
  recipient?: string;
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
    expect(classifyBounce({ recipient: 'joe@example.com', ...bounce })).toEqual({
      type,
      ...(strength && { strength }),
    });
  });
});

describe('the replies that the engine is tested with', () => {
  const NO_MAILBOX = ['mailbox_not_found', 'mailbox_disabled', 'mailbox_moved', 'domain_not_accepted'];
  const all: { reply: string[]; outcome: string; echoes?: { recipient?: string } }[] = [...first, ...second, ...third];
  const replies = all.map(({ reply, outcome, echoes }) => ({
    reply,
    outcome,
    isLasting: reply.at(-1)?.startsWith('5') === true,
    found: classifyBounce({ diagnostic: reply.join('\n'), recipient: echoes?.recipient ?? 'user@example.com' }),
  }));

  it('mark nobody surely but by a lasting word about the mailbox', () => {
    const strong = replies.filter(({ found }) => found === STRONG);
    expect(strong.length).toBeGreaterThan(100);
    expect(strong.filter(({ outcome, isLasting }) => !isLasting || !NO_MAILBOX.includes(outcome))).toEqual([]);
  });

  it('are seen as hard where they are', () => {
    const lasting = replies.filter(({ outcome, isLasting }) => isLasting && NO_MAILBOX.includes(outcome));
    const missed = lasting.filter(({ found }) => found.type !== 'hard_bounce');
    expect(missed.map(({ reply }) => reply.join(' '))).toEqual([expect.stringContaining('temporary locked')]);
  });

  it.each(['', '550 ', '550 5.1.1 ', '550 5.7.1 '])('and what is said of the sender behind %j', (code) => {
    const marked = CLIENT_PHRASES.filter(
      (phrase) => classifyBounce({ diagnostic: code + phrase, recipient: 'joe@recipient.test' }) === STRONG,
    );
    expect(marked).toEqual([]);
  });
});

describe('the last word of a provider', () => {
  it('counts where words and codes say nothing', () => {
    expect(classifyBounce({ otherwise: STRONG })).toBe(STRONG);
    expect(classifyBounce({ diagnostic: '554 something odd', otherwise: WEAK })).toBe(WEAK);
  });

  it('is asked where nobody can read the words, and the code says nothing', () => {
    expect(classifyBounce({ diagnostic: '550 5.0.0 qwrt zxcv' }).type).toBe('unknown');
    expect(classifyBounce({ diagnostic: '550 5.0.0' })).toBe(WEAK);
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
