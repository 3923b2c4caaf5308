import { packages } from './mail-server';

if (packages === null && process.env['REQUIRE_SERVERS'] === '1') {
  throw new Error('The mail servers of the interop suite are missing: `node scripts/interop-servers.mjs` says why.');
}

/** `describe` where the servers can run; elsewhere it is skipped, and `npm test` says so in a line that can't be missed. */
export const describeInterop = packages === null ? describe.skip : describe;
