#!/usr/bin/env node
import type { AddressInfo } from 'node:net';
import { EmailValidation } from 'email-validation-client';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from './create-server.js';
import { startHttpServer } from './http-server.js';
import { HELP, OptionsError, readOptions } from './options.js';

/** `evs-mcp`: standard output belongs to the protocol, what is for people goes to standard error. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === null) {
    process.stdout.write(HELP);
    return;
  }
  const service = new EmailValidation(options.service);
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

main().catch((error: unknown) => {
  const isUsage = error instanceof OptionsError;
  process.stderr.write(`${isUsage ? '' : 'It can not start: '}${(error as Error).message}\n`);
  process.exitCode = isUsage ? 64 : 1;
});
