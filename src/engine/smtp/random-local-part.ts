import type { Random } from '../ports';

const CONSONANTS = 'bcdfghjklmnprstvwz';
const VOWELS = 'aeiou';

/**
 * A local part that nobody has, and that looks like a name: 12 to 18 letters that can be spoken, then 1 to 3 digits. Not hex, and
 * without words like "test", which servers treat as attacks. About 10^12 of the shortest kind: never the same twice.
 */
export function randomLocalPart(random: Random): string {
  const pick = (from: string): string => from.charAt(random.integer(from.length));
  const letters = 12 + random.integer(7);
  let name = '';
  for (let at = 0; at < letters; at++) name += pick(at % 2 === 0 ? CONSONANTS : VOWELS);
  const digits = 1 + random.integer(3);
  for (let at = 0; at < digits; at++) name += pick('0123456789');
  return name;
}
