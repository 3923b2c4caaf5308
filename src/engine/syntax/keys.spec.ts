import { lowerAscii } from './ascii-case';
import { normaliseAddress } from './normalise-address';
import { parseAddress } from './parse-address';

const LAST_CODE_POINT = 0x10ffff;
const NOT_ASCII = /[^\0-\x7f]/;
/** Code points of four octets at most that one local part holds beside two letters. */
const AT_ONCE = 15;

/** Every spelling of one character by Unicode's case and normalisation, the character itself included. */
function spellingsOf(character: string): Set<string> {
  const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => character.normalize(form));
  return new Set([character, character.toLowerCase(), character.toUpperCase(), ...forms]);
}

/** The local part of the key of `a<text>b@example.com`; null where that is no address. */
const keyOf = (text: string): string | null =>
  /^a(.*)b@/u.exec(normaliseAddress(`a${text}b@example.com`) ?? '')?.[1] ?? null;

function parsedKeyOf(text: string): string | null {
  const parsed = parseAddress(`a${text}b@example.com`);
  return parsed.ok ? (/^a(.*)b@/u.exec(parsed.address.normalised)?.[1] ?? null) : null;
}

/** Faults of the key of a text. A key that is the text itself, but for ASCII case, is that of no other text. */
function faultsOf(text: string): string[] {
  const key = keyOf(text);
  return key === null || key === lowerAscii(text) ? [] : [`${text} has the key ${key}`];
}

describe('the keys of addresses', () => {
  it('are one exactly where the local parts differ in ASCII case alone, over all of Unicode', () => {
    const faults: string[] = [];
    let pairs = 0;
    for (let start = 0; start <= LAST_CODE_POINT; start += AT_ONCE) {
      const block = Array.from({ length: AT_ONCE }, (_, i) => Math.min(start + i, LAST_CODE_POINT));
      const characters = block.map((codePoint) => String.fromCodePoint(codePoint));
      const together = characters.join('');
      // One look at those that are all well-formed; one by one where some are not.
      for (const text of keyOf(together) === null ? characters : [together]) faults.push(...faultsOf(text));
      for (const spellings of characters.map(spellingsOf)) {
        if (spellings.size === 1) continue;
        pairs += spellings.size - 1;
        for (const text of spellings) {
          faults.push(...faultsOf(text));
          if (keyOf(text) !== parsedKeyOf(text)) faults.push(`${text} has two keys`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(pairs).toBeGreaterThan(15_000);
  }, 120_000);

  it.each([
    ['o\u212a1@x.com', 'ok1@x.com', 'the Kelvin sign'],
    ['a\u1fef@x.com', 'a`@x.com', 'the Greek varia, a backquote in NFC'],
    ['jose\u0301@x.com', 'jos\u00e9@x.com', 'decomposed and composed'],
    ['\u0130@x.com', 'i@x.com', 'the Turkish capital'],
    ['stra\u1e9ee@x.com', 'strasse@x.com', 'the sharp s'],
    ['o\ufb03ce@x.com', 'office@x.com', 'a ligature'],
    ['\uff4aoe@x.com', 'joe@x.com', 'full width'],
  ])('%j and %j: %s', (one, other) => {
    const isOneInAscii = one.toLowerCase() === other && !NOT_ASCII.test(one);
    expect(normaliseAddress(one) === normaliseAddress(other)).toBe(isOneInAscii);
  });

  it('know one domain in all its spellings: those are one in DNS', () => {
    const key = normaliseAddress('joe@kelvin.com');
    for (const domain of ['\u212aelvin.com', 'KELVIN.COM', '\uff4b\uff45\uff4cvin\uff0ecom']) {
      expect(normaliseAddress(`joe@${domain}`)).toBe(key);
    }
  });
});
