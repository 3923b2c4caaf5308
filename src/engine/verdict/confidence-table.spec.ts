import { combinations } from '../../../test/fixtures/verdict-combinations';
import { STATUSES, type Verification } from '../verification';
import { CONFIDENCE_BANDS } from './confidence-rows';
import { ConfidenceTable, type ConfidenceFile } from './confidence-table';
import { decideVerdict } from './decide-verdict';

/** Answers what the rules come to, as it was before there was a table. */
class NoTable {
  confidenceOf(_status: unknown, _subStatus: unknown, score: number): number {
    return score;
  }
}
const noTable = new NoTable() as unknown as ConfidenceTable;

const nameOf = ({ status, subStatus }: Pick<Verification, 'status' | 'subStatus'>, score: number): string =>
  `${status} ${subStatus} ${score}`;

describe('the built-in table', () => {
  it('has every score of every verdict that there is, and none besides; and answers it as it is', () => {
    const found = new Set<string>();
    let differing = 0;
    for (const facts of combinations()) {
      const verdict = decideVerdict(facts, noTable);
      found.add(nameOf(verdict, verdict.confidence));
      if (decideVerdict(facts).confidence !== verdict.confidence) differing += 1;
    }
    expect(differing).toBe(0);
    expect(ConfidenceTable.builtIn.rows.map((row) => nameOf(row, row.score)).sort()).toEqual([...found].sort());
    expect(ConfidenceTable.builtIn.rows.filter(({ score, confidence }) => score !== confidence)).toEqual([]);
  });

  it('is what its own reader takes', () => {
    const file = ConfidenceTable.builtIn.toFile();
    expect(ConfidenceTable.read(JSON.parse(JSON.stringify(file))).toFile()).toEqual(file);
  });
});

const changed = (change: (file: ConfidenceFile) => void): ConfidenceFile => {
  const file = ConfidenceTable.builtIn.toFile();
  change(file);
  return file;
};

it('answers what another table says, and keeps the status', () => {
  const table = ConfidenceTable.read(changed((file) => Object.assign(file['valid']!['none']!, { '95': 98, '97': 99 })));
  expect(table.confidenceOf('valid', null, 97)).toBe(99);
  for (const facts of combinations()) {
    const [{ confidence, ...verdict }, { confidence: score, ...as }] = [
      decideVerdict(facts, table),
      decideVerdict(facts, noTable),
    ];
    const [least, most] = CONFIDENCE_BANDS[verdict.status];
    if (confidence < least || confidence > most || confidence < score || verdict.subStatus !== as.subStatus) {
      throw new Error(`${verdict.status} ${verdict.subStatus} ${score}: ${confidence}`);
    }
  }
  expect(Object.keys(CONFIDENCE_BANDS).sort()).toEqual([...STATUSES].sort());
});

it.each<[string, unknown, string]>([
  ['no object', [], 'The table must be an object.'],
  ['null', null, 'The table must be an object.'],
  ['a status that is none', changed((file) => (file['fine'] = {})), '"fine" is no status.'],
  ['a status without reasons', { valid: 97 }, '"valid" must be an object.'],
  [
    'a reason of another status',
    changed((file) => (file['valid']!['greylisted'] = { '50': 80 })),
    '"greylisted" is no reason for "valid".',
  ],
  [
    'a row that is left out',
    changed((file) => delete file['valid']!['none']!['97']),
    '"valid", "none", "97" is missing.',
  ],
  [
    'a score that is never found',
    changed((file) => (file['valid']!['none']!['96'] = 96)),
    '"valid", "none", "96" is nothing that is ever found.',
  ],
  [
    'another spelling of a score',
    changed((file) => (file['valid']!['none']!['097'] = 97)),
    '"valid", "none", "NaN" is nothing that is ever found.',
  ],
  [
    'a confidence across the status',
    changed((file) => (file['valid']!['none']!['80'] = 79)),
    '"valid", "none", "80" must be a whole number from 80 to 100, the band of its status, and is 79.',
  ],
  [
    'an invalid that is likely',
    changed((file) => (file['invalid']!['mailbox_not_found']!['8'] = 16)),
    '"invalid", "mailbox_not_found", "8" must be a whole number from 0 to 15, the band of its status, and is 16.',
  ],
  [
    'a fraction',
    changed((file) => (file['valid']!['none']!['80'] = 80.5)),
    '"valid", "none", "80" must be a whole number from 80 to 100, the band of its status, and is 80.5.',
  ],
  [
    'a text',
    changed((file) => (file['valid']!['none']!['80'] = '80' as never)),
    '"valid", "none", "80" must be a whole number from 80 to 100, the band of its status, and is "80".',
  ],
  [
    'less for more',
    changed((file) => (file['valid']!['none']!['97'] = 94)),
    '"valid", "none", "97" is 94, and "valid", "none", "95", which less speaks for, is 95: it must not be more.',
  ],
])('is refused: %s', (_name, file, sentence) => {
  expect(() => ConfidenceTable.read(file)).toThrow(sentence);
});
