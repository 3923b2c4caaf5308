#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { version } from '../package.json';
import { addCancel } from './cancel.js';
import { addCheck } from './check.js';
import { addCredits } from './credits.js';
import { FAULT_CODES } from './exit-codes.js';
import { addList } from './list.js';
import { addLogin } from './login.js';
import { note, printable } from './print.js';
import { toFault } from './to-fault.js';

/** `evs`: results on standard output, all else on standard error. */
async function main(): Promise<void> {
  const program = new Command('evs')
    .description('Checks e-mail addresses and lists of them.')
    .version(version)
    .option('--url <url>', 'where the service is; else EVS_URL, what `evs login` stored, or http://127.0.0.1:3000')
    .option('--organization <id>', 'the organization to act for; else EVS_ORGANIZATION')
    .option('--json', 'the answer as JSON')
    .addHelpText(
      'after',
      '\nThe token is read from EVS_TOKEN, else from what `evs login` stored.\n' +
        'Exit codes of `check`: 0 valid or catch-all, 1 invalid, 2 risky, 3 unknown; of `list`: 4 cancelled; of all: 64 usage,\n' +
        '65 refused, 66 unreadable file, 69 service unavailable, 73 unwritable file, 75 too many requests, 77 no right, 130 Ctrl-C.',
    )
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .showHelpAfterError(false);
  for (const add of [addCheck, addList, addCancel, addCredits, addLogin]) add(program);
  await program.parseAsync();
}

// Whoever reads the results may have enough of them.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.exit(code === 'EPIPE' ? 0 : FAULT_CODES.output);
});

main().catch((error: unknown) => {
  if (error instanceof CommanderError && error.exitCode === 0) return;
  const { kind, message } = toFault(error);
  note(message.split('\n').map(printable).join('\n'));
  process.exitCode = FAULT_CODES[kind];
});
