import type { AddressFacts } from './facts';

/** Quoted local parts are legal and hardly ever real. */
const MAX_WHEN_QUOTED = 80;
const MIN_VALID = 80;
const CATCH_ALL_BASE = 55;
const CATCH_ALL_RANGE = { min: 40, max: 70 };

/** `base` less what makes a valid address less likely to be somebody's; never below 80. */
export function validConfidence(base: number, { address, lists }: AddressFacts): number {
  const lowered = base - (lists.isRole && !lists.isFree ? 5 : 0) - (lists.isLookAlike ? 10 : 0);
  return Math.max(MIN_VALID, address.isQuoted ? Math.min(lowered, MAX_WHEN_QUOTED) : lowered);
}

/** A domain that takes everything: the looks of the local part are all there is (40 to 70). */
export function catchAllConfidence({ address, lists }: AddressFacts): number {
  const { min, max } = CATCH_ALL_RANGE;
  return Math.min(max, Math.max(min, CATCH_ALL_BASE + shapeBonus(address.localPart, lists.isRole)));
}

/** What is known of an address that nobody answered about. */
export function unknownConfidence(base: number, { lists, domain }: AddressFacts): number {
  const implicit = domain.kind === 'hosts' && domain.implicit;
  return base - (lists.isUnusualForProvider ? 10 : 0) - (implicit ? 10 : 0);
}

function shapeBonus(localPart: string, isRole: boolean): number {
  const base = localPart.toLowerCase().split('+', 1)[0] ?? '';
  if (isRole) return 5;
  if (/^[0-9]+$/.test(base)) return -10;
  if (base.length > 25 || /[a-z][0-9]+[a-z]+[0-9]/.test(base)) return -15;
  if (/^[a-z]{2,}[._-][a-z]{2,}$/.test(base) || /^[a-z][._-]?[a-z]{4,12}$/.test(base)) return 10;
  return 0;
}
