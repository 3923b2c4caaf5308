import { ConfidenceTable } from '../../../engine';
import { PairsReader, type ReadPairs } from './read-pairs';

const HEADER = 'status,sub_status,confidence,outcome,given_at';
const TIME = '2026-11-28T09:30:00.000Z';
const PAIR = `valid,,97,delivered,${TIME}`;
const NOT_A_PAIR = 'it must be a status, a reason or nothing, a percentage, an outcome and a time.';

async function read(text: string, chunkSize = text.length): Promise<ReadPairs> {
  const reader = new PairsReader(ConfidenceTable.builtIn);
  const bytes = Buffer.from(text);
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += chunkSize)
      yield await Promise.resolve(bytes.subarray(at, at + chunkSize));
  })();
  await reader.add('pairs.csv', chunks);
  return reader.read;
}

it.each(['\n', '\r\n'])('reads lines that end in %j, and blank ones', async (end) => {
  expect(await read([HEADER, PAIR, '', PAIR, ''].join(end))).toMatchObject({ used: 2 });
});

it('needs no line break at the end', async () => {
  expect(await read(`${HEADER}\n${PAIR}`)).toMatchObject({ used: 1 });
});

it('reads quoted cells, as spreadsheets may write them', async () => {
  const quoted = (line: string): string => line.replaceAll(/[^,]+/g, '"$&"');
  expect(await read(`${quoted(HEADER)}\r\n${quoted(PAIR)}\r\n`)).toMatchObject({ used: 1 });
});

it.each([1, 7, 64])('reads the same in chunks of %d bytes', async (size) => {
  const text = `\ufeff${HEADER}\r\n${`${PAIR}\r\n`.repeat(50)}"valid","","97","hard_bounced",${TIME}\r\n`;
  expect(await read(text, size)).toMatchObject({ used: 51 });
  await expect(read(`${text}\r\nvalid\r\n`, size)).rejects.toThrow(`pairs.csv, line 54: ${NOT_A_PAIR}`);
});

const pairs = `${HEADER}\n${`${PAIR}\n`.repeat(20)}`;

it.each([
  ['a quotation mark that is not closed', `${pairs}valid,,97,delivered,"${TIME}\n${`${PAIR}\n`.repeat(5)}`, 22],
  ['one that is not closed for long', `${pairs}valid,,97,delivered,"${TIME}\n${`${PAIR}\n`.repeat(5000)}`, 22],
  ['a line break within a cell', `${pairs}valid,"known\n_delivery",97,delivered,${TIME}\n${PAIR}\n`, 22],
  ['a row that is too long', `${pairs}valid,,97,delivered,${'0'.repeat(2000)}\n${PAIR}\n`, 22],
  ['a pair that is wrong before such a row', `${HEADER}\n${PAIR}\nfine\n${'0'.repeat(2000)}\n`, 3],
  ['a column too many', `${pairs}${PAIR},\n`, 22],
])('says at which line there is %s', async (_, text, line) => {
  await expect(read(text)).rejects.toThrow(`pairs.csv, line ${line}: ${NOT_A_PAIR}`);
  await expect(read(text, 100)).rejects.toThrow(`pairs.csv, line ${line}: ${NOT_A_PAIR}`);
});

it.each([
  ['blank', '\n'],
  ['too long', '0'.repeat(5000)],
  ['of other columns', `status,status,confidence,outcome,given_at\n${PAIR}\n`],
  ['of a column too many', `${HEADER},\n${PAIR}\n`],
])('refuses a first line that is %s', async (_, text) => {
  await expect(read(text)).rejects.toThrow(`pairs.csv is no file of pairs: its first line must be "${HEADER}".`);
});
