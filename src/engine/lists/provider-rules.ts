import { lowerAscii } from '../syntax/ascii-case';
import type { ParsedAddress } from '../syntax/parsed-address';

const GMAIL = new Set(['gmail.com', 'googlemail.com']);
const GMAIL_MAX = 30;
const GMAIL_MIN = 6;

/** Local parts that a provider hands out, `+tag` cut off. Old accounts break such rules: hints, except at Gmail. */
const HINTS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:outlook|hotmail|live|msn)\./, /^[a-z0-9][a-z0-9._-]{0,63}$/],
  [/^(?:yahoo|ymail|rocketmail)\./, /^[a-z0-9][a-z0-9._-]{2,63}$/],
  [/^aol\./, /^[a-z0-9][a-z0-9._]{2,31}$/],
  [/^(?:icloud|me|mac)\.com$/, /^[a-z][a-z0-9._-]{2,63}$/],
];

/**
 * The rule by which the provider cannot have such a mailbox, or null. Only Gmail's is firm enough for a verdict: a-z, 0-9
 * and dots, 30 characters without the dots. Fewer than six is no violation: its staff had such names before the rule.
 * By domain, never by MX: Google Workspace takes `_`, `-` and `'`.
 */
export function providerRuleViolation(address: ParsedAddress): string | null {
  if (!GMAIL.has(address.domain)) return null;
  const base = baseOf(address);
  if (!/^[a-z0-9.]+$/.test(base)) return 'gmail_characters';
  const length = base.replaceAll('.', '').length;
  return length === 0 ? 'gmail_characters' : length > GMAIL_MAX ? 'gmail_length' : null;
}

/** The provider is not known to hand out such a name: lowers the confidence, and nothing else. */
export function isUnusualForProvider(address: ParsedAddress): boolean {
  if (GMAIL.has(address.domain)) return baseOf(address).replaceAll('.', '').length < GMAIL_MIN;
  return HINTS.some(([domain, rule]) => domain.test(address.domain) && !rule.test(baseOf(address)));
}

function baseOf(address: ParsedAddress): string {
  return lowerAscii(address.localPart).split('+', 1)[0] ?? '';
}
