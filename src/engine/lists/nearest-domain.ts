import { parse } from 'tldts';
import { POPULAR_DOMAINS } from './data/popular-domains';
import { editDistance } from './edit-distance';

/** Shorter names have too many neighbours that are somebody's real domain. */
const MIN_NAME_FOR_ONE = 5;
const MIN_NAME_FOR_TWO = 9;

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Split once, since each address of a batch is compared. */
const POPULAR = POPULAR_DOMAINS.map((domain) => ({ domain, ...splitAtFirstDot(domain) }));
const BY_ENDING = groupBy(POPULAR, ({ ending }) => ending);
const BY_NAME = groupBy(POPULAR, ({ name }) => name);

/**
 * The nearest popular domain under the same ending, by the name before the first dot: one edit away, two for names of
 * nine letters and more. Of equally near ones a slip to a neighbouring key wins, then the more popular.
 */
export function nearestDomain(domain: string): string | null {
  const { name, ending } = splitAtFirstDot(domain);
  let best: { domain: string; cost: number } | null = null;
  for (const popular of BY_ENDING.get(ending) ?? []) {
    if (popular.name.length < MIN_NAME_FOR_ONE) continue;
    const limit = popular.name.length >= MIN_NAME_FOR_TWO ? 2 : 1;
    const distance = editDistance(name, popular.name, limit);
    if (distance > limit) continue;
    const cost = distance - (isNeighbourSlip(name, popular.name) ? 0.5 : 0);
    if (best === null || cost < best.cost) best = { domain: popular.domain, cost };
  }
  return best?.domain ?? null;
}

/**
 * The popular domain with the very same name and an ending one edit away, where the ending typed is none that anybody
 * could register under (`hotmail.xo.uk`, `hotmail.ti`).
 */
export function nearestEnding(domain: string): string | null {
  const { name, ending } = splitAtFirstDot(domain);
  const meant = BY_NAME.get(name)?.find((popular) => editDistance(ending, popular.ending, 1) <= 1);
  return meant === undefined || isRegistry(ending) ? null : meant.domain;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function isRegistry(ending: string): boolean {
  const options = { extractHostname: false, validateHostname: false, allowPrivateDomains: true };
  const { publicSuffix, isIcann, isPrivate } = parse(ending, options);
  return (isIcann === true || isPrivate === true) && publicSuffix === ending;
}

function splitAtFirstDot(domain: string): { name: string; ending: string } {
  const dot = domain.indexOf('.');
  return { name: domain.slice(0, dot), ending: domain.slice(dot + 1) };
}

/** One letter was replaced by its neighbour in a row of the keyboard. */
function isNeighbourSlip(typed: string, meant: string): boolean {
  if (typed.length !== meant.length) return false;
  const wrong = Array.from(typed, (letter, index) => letter + meant.charAt(index)).filter(([a, b]) => a !== b);
  return (
    wrong.length === 1 &&
    wrong.every(([a = '', b = '']) => ROWS.some((row) => row.includes(a + b) || row.includes(b + a)))
  );
}
