import { CONFUSABLES } from './data/confusables';
import { POPULAR_DOMAINS } from './data/popular-domains';

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Thai', 'Georgian', 'Devanagari'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
);
/** Written together by habit (UTS 39, "highly restrictive"): with Latin they are no mixture. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const NOT_ASCII = /[^\0-\x7f]/;
const POPULAR = new Set(POPULAR_DOMAINS);

/**
 * The domain imitates another one: several scripts in one label (UTS 39 5.1), or the looks of a popular domain.
 * A flag, never a verdict.
 */
export function isLookAlike(unicodeDomain: string): boolean {
  if (!NOT_ASCII.test(unicodeDomain)) return false;
  return unicodeDomain.split('.').some(hasMixedScripts) || imitatedDomain(unicodeDomain) !== null;
}

/** The popular domain whose looks the domain has, or null. */
export function imitatedDomain(unicodeDomain: string): string | null {
  if (!NOT_ASCII.test(unicodeDomain)) return null;
  const skeleton = Array.from(unicodeDomain, (letter) => CONFUSABLES.get(letter) ?? letter).join('');
  return POPULAR.has(skeleton) ? skeleton : null;
}

function hasMixedScripts(label: string): boolean {
  if (!NOT_ASCII.test(label)) return false;
  const scripts = SCRIPTS.filter((script) => script.test(label)).length;
  const withEastAsian = EAST_ASIAN.test(label) && SCRIPTS.slice(1).some((script) => script.test(label));
  return scripts > 1 || withEastAsian;
}
