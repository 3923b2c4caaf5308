import { parse } from 'tldts';
import { editDistance } from './edit-distance';

/** Shorter names have too many neighbours that are somebody's real domain. */
const MIN_NAME_FOR_ONE = 5;
const MIN_NAME_FOR_TWO = 9;

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/**
 * The nearest of `candidates` under the same ending, by the name before the first dot: one edit away, two for names of
 * nine letters and more. Of equally near ones a slip to a neighbouring key wins, then the earlier in the list.
 */
export function nearestDomain(domain: string, candidates: readonly string[]): string | null {
  const [name, ending] = splitAtFirstDot(domain);
  let best: { domain: string; cost: number } | null = null;
  for (const candidate of candidates) {
    const [right, rightEnding] = splitAtFirstDot(candidate);
    if (ending !== rightEnding || right.length < MIN_NAME_FOR_ONE) continue;
    const limit = right.length >= MIN_NAME_FOR_TWO ? 2 : 1;
    const distance = editDistance(name, right, limit);
    if (distance > limit) continue;
    const cost = distance - (isNeighbourSlip(name, right) ? 0.5 : 0);
    if (best === null || cost < best.cost) best = { domain: candidate, cost };
  }
  return best?.domain ?? null;
}

/**
 * The first of `candidates` with the very same name and an ending one edit away, where the ending typed is none that
 * anybody could register under (`hotmail.xo.uk`, `hotmail.ti`).
 */
export function nearestEnding(domain: string, candidates: readonly string[]): string | null {
  const [name, ending] = splitAtFirstDot(domain);
  const meant = candidates.find((candidate) => {
    const [right, rightEnding] = splitAtFirstDot(candidate);
    return name === right && editDistance(ending, rightEnding, 1) <= 1;
  });
  return meant === undefined || isRegistry(ending) ? null : meant;
}

function isRegistry(ending: string): boolean {
  const options = { extractHostname: false, validateHostname: false, allowPrivateDomains: false };
  const { publicSuffix, isIcann } = parse(ending, options);
  return isIcann === true && publicSuffix === ending;
}

function splitAtFirstDot(domain: string): [name: string, ending: string] {
  const dot = domain.indexOf('.');
  return [domain.slice(0, dot), domain.slice(dot + 1)];
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
