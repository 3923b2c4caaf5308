import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { meaningOf } from '../../dashboard/src/pages/feedback/error-meaning';

const source = join(__dirname, '../../src/feedback');
/** A sentence in quotes of any kind; what is put into it is `7`. */
const SENTENCE = /(['"`])((?:This|The|No|More|At|Raw|It) [^\n]{15,}?\.)\1/g;
/** Faults of what programs tell, of keys as they are given (`fault-words.ts`), and what is written to logs alone. */
const ELSEWHERE =
  /^(This is no (signing |verification )?(key|secret) of|The secret |There is|The body is larger|The body can not|The answer was|No feedback|"|The subscription of source)/;

describe('the last error of a source', () => {
  const files = ['events/providers', 'events/signatures', 'intake', 'test-events'].flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.(spec|controller)\.ts$/.test(name))
      .map((name) => join(source, folder, name)),
  );
  const sentences = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(SENTENCE)].map(([, , text = '']) =>
      text.replaceAll(/\$\{[^}]*\}/g, '7').replaceAll("\\'", "'"),
    ),
  );
  const met = [...new Set(sentences)].filter((sentence) => !ELSEWHERE.test(sentence)).sort();

  it('is found in the sources', () => {
    expect(met.length).toBeGreaterThan(20);
  });

  it.each(met)('has words for people: %s', (sentence) => {
    expect(meaningOf(sentence)).not.toBeNull();
  });

  it('is shown as it is where there are none', () => {
    expect(meaningOf('Something new.')).toBeNull();
  });
});
