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

/** The domain that was probably meant instead of `domain` (A-labels, lower case), or null. */
export function suggestDomain(domain: string, unicodeDomain = domain): DomainSuggestion | null {
  if (REAL.some((list) => list.has(domain))) return null;
  const known = TYPO_DOMAINS.get(domain) ?? imitatedDomain(unicodeDomain);
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
 * For an address that has no dot behind the @ (`user@gmailcom`), which the parser refuses without knowing the providers:
 * the whole address that was meant, or null.
 */
export function suggestionForDotless(text: string): string | null {
  const at = text.lastIndexOf('@');
  const meant = TYPO_DOMAINS.get(
    text
      .slice(at + 1)
      .trim()
      .toLowerCase(),
  );
  if (at < 1 || meant === undefined) return null;
  const parsed = parseAddress(`${text.slice(0, at)}@${meant}`);
  return parsed.ok ? formatAddress(parsed.address) : null;
}
