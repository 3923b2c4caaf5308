/**
 * Makes `src/sessions/leaked-passwords.ts` from a list of passwords that were leaked most often: a JSON array of texts.
 *
 *     node scripts/common-passwords.mjs node_modules/@zxcvbn-ts/language-common/src/passwords.json
 *
 * Kept are those that are long enough to be chosen here, and the words of five or more letters that the others are made
 * of. The list is `@zxcvbn-ts/language-common` 4.1.3 (MIT), which is no dependency: it changes about once in two years.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const BITS_FOR_EACH = 20;
const HASHES = 14;
const TARGET = 'src/sessions/leaked-passwords.ts';

const [, , source] = process.argv;
if (source === undefined) throw new Error('Name the list: node scripts/common-passwords.mjs passwords.json');
const kept = new Set();
for (const entry of JSON.parse(readFileSync(source, 'utf8'))) {
  const text = entry.normalize('NFC').toLowerCase();
  if ([...text].length >= 10) kept.add(text);
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters.length >= 5) kept.add(letters);
}
const size = Math.ceil((kept.size * BITS_FOR_EACH) / 8) * 8;
const bits = Buffer.alloc(size / 8);
for (const text of kept) {
  const digest = createHash('sha256').update(text).digest();
  const [first, step] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
  for (let hash = 0; hash < HASHES; hash += 1) {
    const place = (first + hash * step) % size;
    bits[place >> 3] |= 1 << (place & 7);
  }
}
const code = `/**
 * Made by \`scripts/common-passwords.mjs\` from the list of \`@zxcvbn-ts/language-common\` 4.1.3 (MIT): a Bloom filter of
 * ${kept.size} passwords and words of passwords. It never misses one, and takes one other text in ten thousand for one.
 */
export const LEAKED = { hashes: ${HASHES}, bits: '${bits.toString('base64')}' } as const;
`;
writeFileSync(TARGET, await format(code, { ...(await resolveConfig(TARGET)), filepath: TARGET }));
process.stdout.write(`${TARGET}: ${kept.size} entries, ${bits.length} bytes.\n`);
