import fc from 'fast-check';
import { classifyReply } from '../classify-reply';
import type { Classified } from '../outcome';
import { patternOf } from './compile-phrase';
import { readWords } from '../reply-words';
import { askedTopics, listed, listedPhrases, type ListedPhrase } from './listed-phrases';
import { runs } from '../../../../../test/support/runs';

const LINES = listedPhrases();
const OUTCOMES: Record<string, string> = {
  'not-found': 'mailbox_not_found',
  disabled: 'mailbox_disabled',
  full: 'mailbox_full',
  throttled: 'throttled',
};
const MAX_EXAMPLES = 400;
const isPattern = ({ phrase }: ListedPhrase): boolean => /^~?\//.test(phrase);

/** All that a line finds, with no word for `...` and no ending for `~`; of a pattern nothing. */
function examplesOf(line: ListedPhrase): string[] {
  if (isPattern(line)) return [];
  const { phrase } = line;
  const plain = phrase
    .replace(/ ?\.\.\. ?/gu, ' ')
    .replaceAll('~', '')
    .replaceAll('*', 'word');
  const parts = plain.split(/(\([^)]*\)|\[[^\]]*\] ?)/u).map((part) => {
    if (part.startsWith('(')) return part.slice(1, -1).split('|');
    return part.startsWith('[') ? [part.replace(/[[\]]/gu, ''), ''] : [part];
  });
  return parts.reduce<string[]>((all, part) => all.flatMap((one) => part.map((two) => one + two)), ['']);
}

const examples = (topic: string): string[] => LINES.filter((line) => line.topic === topic).flatMap(examplesOf);

const classify = (text: string): Classified =>
  classifyReply({ code: Number(text.slice(0, 3)), lines: [text.slice(4)] }, { stage: 'rcpt' });

describe('the phrase lists', () => {
  it('have a source on each line, and each phrase once in its topic', () => {
    expect(LINES.filter(({ source }) => source.length < 5).map(({ place }) => place)).toEqual([]);
    const seen = LINES.map(({ topic, phrase }) => `${topic}: ${phrase}`);
    expect(seen.filter((line, n) => seen.indexOf(line) !== n)).toEqual([]);
  });

  it('are all asked for', () => {
    expect([...new Set(LINES.map(({ topic }) => topic))].filter((topic) => !askedTopics().has(topic))).toEqual([]);
  });

  it('find the replies that they quote', () => {
    const quoted = LINES.filter(({ source }) => /^".*[^…]"$/u.test(source));
    const missed = quoted.filter(({ compiled, source }) => {
      const text = source.slice(1, -1).replace(/(?<=^| \/ )\d{3}[ -]/gu, '');
      return !patternOf([compiled]).test(readWords([text], {}).words);
    });
    expect(missed.map(({ place, source }) => `${place}: ${source}`)).toEqual([]);
    expect(quoted.length).toBeGreaterThan(100);
  });

  it('find what they say, in small letters and large ones', () => {
    const missed = LINES.flatMap((line) => {
      const pattern = patternOf([line.compiled]);
      return examplesOf(line)
        .flatMap((example) => [example, example.toUpperCase().toLowerCase()])
        .filter((example) => !pattern.test(example.normalize('NFKC').toLowerCase()))
        .map((example) => `${line.place}: ${example}`);
    });
    expect(missed).toEqual([]);
  });

  it.each(Object.entries(OUTCOMES))('%s: %s, by the words alone', (topic, outcome) => {
    const wrong = LINES.filter((line) => line.topic === topic).flatMap((line) =>
      examplesOf(line)
        .map((example) => [`${line.place}: ${example}`, classify(`550 ${example}`).outcome])
        .filter(([, got]) => got !== outcome),
    );
    expect(wrong).toEqual([]);
  });

  it('words about us make words about the mailbox mute, whatever the code', () => {
    const about = fc.constantFrom(...examples('not-found'), ...examples('disabled'));
    const client = fc.constantFrom(...examples('client'));
    const code = fc.constantFrom('550', '550 5.1.1', '550 5.2.1', '554 5.7.1', '551', '511');
    fc.assert(
      fc.property(code, about, client, fc.boolean(), (numbers, one, two, swapped) => {
        const { outcome, certainty } = classify(`${numbers} ${swapped ? `${two}. ${one}` : `${one}. ${two}`}`);
        expect(certainty === 'low' ? 'low' : outcome).toMatch(
          /^(sender_blocked|throttled|relay_denied|recipient_restricted|unclassified|temp_failure|low)$/,
        );
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('words of a while make a "no" a passing one', () => {
    const wrong = examples('later').filter((later) => {
      const { outcome, reason } = classify(`550 5.1.1 User unknown, ${later}`);
      return outcome === 'mailbox_not_found' && reason !== 'temporary';
    });
    expect(wrong).toEqual([]);
  });

  it.each([...new Set(LINES.map(({ topic }) => topic))])(
    '%s: spends no more than a moment on 8 KiB of anything',
    (topic) => {
      const pattern = listed(topic);
      const pieces = new Set(examples(topic).map((example) => example.split(' ')[0] ?? ''));
      const started = process.cpuUsage();
      for (const piece of [...pieces].slice(0, MAX_EXAMPLES))
        pattern.test(`${piece} `.repeat(8192 / (piece.length + 1)));
      // A pattern that backtracks would take minutes.
      expect(process.cpuUsage(started).user / 1e6).toBeLessThan(60);
    },
  );
});
