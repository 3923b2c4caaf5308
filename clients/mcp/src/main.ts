#!/usr/bin/env node
import type { AddressInfo } from 'node:net';
import { EmailValidation } from 'email-validation-client';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from './create-server.js';
import { startHttpServer } from './http-server.js';
import { HELP, OptionsError, readOptions, type Options } from './options.js';

/** An agent has better things to do; many give up on a tool after a minute. */
const MOST_WAITING_MS = 20_000;

/** `evs-mcp`: standard output belongs to the protocol, what is for people goes to standard error. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === null) {
    process.stdout.write(HELP);
    return;
  }
  const service = connect(options);
  if (options.http === null) {
    await createServer(service).connect(new StdioServerTransport());
    return;
  }
  const server = await startHttpServer(() => createServer(service), options.http);
  const { port, address, family } = server.address() as AddressInfo;
  process.stderr.write(`Listens on http://${family === 'IPv6' ? `[${address}]` : address}:${port}/mcp\n`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
}

/** @throws OptionsError */
function connect({ service }: Options): EmailValidation {
  try {
    return new EmailValidation({ ...service, maxRetryTotalMs: MOST_WAITING_MS });
  } catch (error) {
    // What it says of a token holds none of it.
    throw new OptionsError((error as Error).message);
  }
}

main().catch((error: unknown) => {
  const isUsage = error instanceof OptionsError;
  process.stderr.write(`${isUsage ? '' : 'It can not start: '}${(error as Error).message}\n`);
  process.exitCode = isUsage ? 64 : 1;
});
