import { hash } from 'node:crypto';

/** No field of ours is nested as deep: what lies below makes no difference, and costs no recursion. */
const DEPTH = 8;

/**
 * A hash of what a request says, in base64url: the same whatever the order of names in its objects.
 * @param parts of JSON, without circles
 */
export function fingerprint(...parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(ordered(parts, DEPTH)), 'base64url');
}

/** Lists of names and values in place of objects. */
function ordered(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.map((one) => ordered(one, depth - 1));
  const named = Object.entries(value).filter(([, one]) => one !== undefined);
  const byName = named.sort(([one], [other]) => (one < other ? -1 : 1));
  return { fields: byName.map(([name, one]) => [name, ordered(one, depth - 1)]) };
}
