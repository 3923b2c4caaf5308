import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { answers } from '../../support/set-ups';
import { eventually } from '../../support/eventually';
import type { ServerRoot } from './server-root';

/** A real mail server on loopback addresses. */
export interface MailServer {
  root: ServerRoot;
  /** All listeners are on this port. */
  port: number;
  /** What it logged so far. */
  log(): string;
  /** Connections it took so far, by its own log. */
  sessions(): number;
}

/** Loopback addresses of the servers' listeners: each behaviour has its own. */
export const ALLOWED_CIDRS = ['127.0.10.0/24'];

/** People with a mailbox in every `people.*.test`; everybody has one in every `everybody.*.test`. */
export const PEOPLE = ['alice', 'bob', 'full', 'disabled', ...Array.from({ length: 100 }, (_, n) => `person${n}`)];

const folder = join(__dirname, '../../../.cache/interop/servers');
/** Where `scripts/interop-servers.mjs` has put the servers' packages; null: they can't be started here. */
export const packages = existsSync(join(folder, 'edition')) && process.getuid?.() === 0 ? folder : null;

/** Waits for a listener; fails with what the server said when there is none. */
export async function untilAnswers(server: MailServer, address: string): Promise<void> {
  try {
    await eventually(`a server on ${address}`, () => answers(address, server.port));
  } catch (error) {
    const said = `${server.root.said}\n${server.log()}`;
    await server.root.remove();
    throw new Error(`${String(error)}\n${said}`, { cause: error });
  }
}
