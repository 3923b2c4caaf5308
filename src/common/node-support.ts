/** When the Node project ends its fixes for a release line (https://github.com/nodejs/release#release-schedule). */
const END_OF_LIFE: Readonly<Record<number, string>> = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' };

/** A sentence for the operator once this Node gets no more fixes for HTTP, TLS and V8; undefined while it does. */
export function nodeOutOfSupport(version: string, now: number): string | undefined {
  const major = Number.parseInt(version, 10);
  const end = END_OF_LIFE[major];
  // Odd lines live for half a year.
  if (end === undefined ? major % 2 === 0 : now < Date.parse(end)) return undefined;
  const since = end === undefined ? 'is no long-term release' : `has had no security fixes since ${end}`;
  return `Node ${version} ${since}: run the service on Node 22.`;
}

/**
 * A sentence for the operator where this Node can end a process that uses better-sqlite3 12: from 24.19 on it aborts when a
 * statement is collected (https://github.com/nodejs/node/issues/65446).
 */
export function nodeEndsSqlite(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 24 || (major === 24 && minor < 19)) return undefined;
  return `Node ${version} can end this process at any time, with the embedded database: run it on Node 22, or use MySQL.`;
}
