import { formatAddress } from '../syntax/format-address';
import { parseAddress } from '../syntax/parse-address';
import type { ParsedAddress } from '../syntax/parsed-address';
import { FREE_PROVIDERS } from './data/free-providers';
import { NEAR_MISSES } from './data/near-misses';
import { POPULAR_DOMAINS } from './data/popular-domains';
import { PRIVACY_RELAYS } from './data/privacy-relays';
import { REPUTABLE_DOMAINS } from './data/reputable-domains';
import { TLD_TYPOS } from './data/tld-typos';
import { TYPO_DOMAINS } from './data/typo-domains';
import { imitatedDomain } from './look-alike';
import { nearestDomain, nearestEnding } from './nearest-domain';

export interface DomainSuggestion {
  /** The domain that was probably meant. */
  domain: string;
  /**
   * `table`: a known slip, shown whatever the domain's servers say. `distance`: merely near, shown when the evidence for
   * the domain is weak (it does not exist, takes no mail, gave no answer, is disposable).
   */
  strength: 'table' | 'distance';
}

const POPULAR: ReadonlySet<string> = new Set(POPULAR_DOMAINS);
const REAL = [POPULAR, FREE_PROVIDERS, NEAR_MISSES, PRIVACY_RELAYS, REPUTABLE_DOMAINS];

/** A list names its domains again and again, and to look for what was meant takes several tables. Emptied when full. */
const looked = new Map<string, DomainSuggestion | null>();
const MOST_LOOKED = 10_000;

/** The domain that was probably meant instead of `domain` (A-labels, lower case), or null. */
export function suggestDomain(domain: string, unicodeDomain = domain): DomainSuggestion | null {
  const key = unicodeDomain === domain ? domain : `${domain} ${unicodeDomain}`;
  let suggestion = looked.get(key);
  if (suggestion === undefined) {
    suggestion = findSuggestion(domain, unicodeDomain);
    if (looked.size >= MOST_LOOKED) looked.clear();
    looked.set(key, suggestion);
  }
  return suggestion;
}

function findSuggestion(domain: string, unicodeDomain: string): DomainSuggestion | null {
  if (REAL.some((list) => list.has(domain))) return null;
  const known = TYPO_DOMAINS.get(domain) ?? slippedDot(domain) ?? imitatedDomain(unicodeDomain);
  if (known !== null) return { domain: known, strength: 'table' };
  const mended = mendTopLevel(domain);
  if (mended !== null) return { domain: suggestDomain(mended)?.domain ?? mended, strength: 'table' };
  const near = nearestEnding(domain) ?? nearestDomain(domain);
  return near === null ? null : { domain: near, strength: 'distance' };
}

/** The whole address with the domain that was probably meant, or null. Never says anything about the verdict. */
export function suggestionFor(address: ParsedAddress, evidenceIsWeak: boolean): string | null {
  if (address.isAddressLiteral) return null;
  const suggestion = suggestDomain(address.domain, address.unicodeDomain);
  if (suggestion === null || (suggestion.strength === 'distance' && !evidenceIsWeak)) return null;
  return `${address.localPart}@${suggestion.domain}`;
}

/** Is the same in A-labels. */
const PLAIN_DOMAIN = /^(?!.*xn--)[a-z0-9.-]+$/;

/** What is meant by a known slip. */
function slipOf(domain: string): string | null {
  const suggestion = suggestDomain(domain);
  return suggestion?.strength === 'table' ? suggestion.domain : null;
}

/** Popular domains by what is left without their dots. Short names without a dot are words of many languages. */
const WITHOUT_DOTS: ReadonlyMap<string, string> = new Map(
  POPULAR_DOMAINS.filter((domain) => domain.indexOf('.') >= 5).map((domain) => [domain.replaceAll('.', ''), domain]),
);

/** `gmailc.om`, `gmail.com.net`, `gmial.com.com`: letters of a popular domain, a dot beside its place or an ending too many. */
function slippedDot(domain: string): string | null {
  const meant = WITHOUT_DOTS.get(domain.replaceAll('.', ''));
  if (meant !== undefined && domain.split('.').length === meant.split('.').length) return meant;
  for (const first of [domain.replace(/\.(?:com|net)$/, ''), domain.replace(/(\.[^.]+)\1$/, '$1'), onceOf(domain)]) {
    if (first === domain) continue;
    if (POPULAR.has(first)) return first;
    const known = TYPO_DOMAINS.get(first);
    if (known !== undefined) return known;
  }
  return null;
}

/** `gmail.com.gmail.com` is `gmail.com`, twice. */
function onceOf(domain: string): string {
  const half = (domain.length - 1) / 2;
  const first = domain.slice(0, half);
  return domain === `${first}.${first}` ? first : domain;
}

/** The first popular domain of each name that has no other meaning: `gmail`, `yahoo`, `aol`. */
const BY_BARE_NAME: ReadonlyMap<string, string> = new Map([
  ...[...POPULAR_DOMAINS]
    .reverse()
    .map((domain) => [domain.slice(0, domain.indexOf('.')), domain] as const)
    .filter(([name]) => name.length >= 5 || name === 'aol' || name === 'msn' || name === 'live'),
  ['gmx', 'gmx.net'],
  ['web', 'web.de'],
  ['qq', 'qq.com'],
]);

/** `name.con` → `name.com`. A valid TLD is never taken for a slip, except of a popular domain and by the table above. */
function mendTopLevel(domain: string): string | null {
  const labels = domain.split('.');
  for (let count = 1; count <= 2 && count < labels.length; count++) {
    const name = labels.slice(0, -count).join('.');
    const meant = TLD_TYPOS.get(labels.slice(-count).join('.'));
    // `con.au` could be somebody's name; `yahoo.con.au` is nobody's.
    if (meant !== undefined && (count === 1 || POPULAR.has(`${name}.${meant}`))) return `${name}.${meant}`;
  }
  return null;
}

/**
 * For an address that has no dot behind the @ (`user@gmailcom`, `user@gmail`), which the parser refuses without knowing the
 * providers: the whole address that was meant, or null.
 */
export function suggestionForDotless(text: string): string | null {
  const at = text.lastIndexOf('@');
  const name = text
    .slice(at + 1)
    .trim()
    .toLowerCase();
  const meant = TYPO_DOMAINS.get(name) ?? BY_BARE_NAME.get(name) ?? TYPO_DOMAINS.get(`${name}.com`);
  if (at < 1 || meant === undefined) return null;
  const parsed = parseAddress(`${text.slice(0, at)}@${meant}`);
  return parsed.ok ? formatAddress(parsed.address) : null;
}

/**
 * For an address with dots out of place before the @ (`joe.@gmail.com`): the whole address without them, at popular domains
 * and their known slips, or null. Elsewhere (docomo.ne.jp) such names were given out, and another name is another mailbox.
 */
export function suggestionForDots(text: string): string | null {
  const at = text.lastIndexOf('@');
  // Of most lists most: the domain alone settles it, and is not taken apart again.
  const domain = text.slice(at + 1).toLowerCase();
  if (PLAIN_DOMAIN.test(domain) && !POPULAR.has(slipOf(domain) ?? domain)) return null;
  const localPart = text
    .slice(0, at)
    .split('.')
    .filter((part) => part !== '')
    .join('.');
  const parsed = parseAddress(`${localPart}@${text.slice(at + 1)}`);
  if (!parsed.ok) return null;
  const proposed = suggestionFor(parsed.address, false) ?? formatAddress(parsed.address);
  return POPULAR.has(proposed.slice(proposed.lastIndexOf('@') + 1)) ? proposed : null;
}

/**
 * The address that the parser proposes for a malformed one may hold a known slip of its own (`Joe <joe@gmial.com>`): both
 * are mended in one suggestion. Merely near domains are left alone, since nobody has asked about them.
 */
export function suggestionBeyond(proposed: string): string {
  const parsed = parseAddress(proposed);
  if (!parsed.ok) return proposed;
  return suggestionFor(parsed.address, false) ?? proposed;
}

/** Signs that word processors write for an apostrophe or a hyphen. NFKC leaves them, or makes a space of them (U+00B4). */
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u00b4\u2032]/g;
const HYPHENS = /[\u2010-\u2015\u2212]/g;

/**
 * The local part in the letters that were meant, where one came out of a typesetter or another keyboard: `o\ufb03ce`, full-width
 * letters, the Kelvin sign, a typographic apostrophe or dash. Null where what is left (NFKC) is no plain ASCII local part.
 */
export function suggestLocalPart({ localPart, needsSmtputf8 }: ParsedAddress): string | null {
  if (!needsSmtputf8) return null;
  const plain = localPart.replace(APOSTROPHES, "'").replace(HYPHENS, '-').normalize('NFKC');
  return /^[\w!#$%&'*+/=?^`{|}~.-]+$/.test(plain) && parseAddress(`${plain}@example.com`).ok ? plain : null;
}
