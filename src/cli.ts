import 'reflect-metadata';
import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './command-line/account-commands';
import { addAuditCommands } from './command-line/audit-commands';
import { addBatchCommands } from './command-line/batch-commands';
import { addCreditCommands } from './command-line/credit-commands';
import { addFeedbackCommands } from './command-line/feedback-commands';
import { addEngineCommands } from './command-line/engine-commands';
import { addOrganizationCommands } from './command-line/organization-commands';
import { addSettingsCommands } from './command-line/settings-commands';
import { addTokenCommands } from './command-line/token-commands';
import { addWebhookCommands } from './command-line/webhook-commands';
import { CommandFault } from './command-line/command-fault';
import { DomainError } from './common/domain-error';
import { ConfigError, loadDotEnv } from './config/env';

/** The operator's command line. Success: what was done, on standard output, exit 0. Else a sentence on standard error, exit 1. */
async function main(): Promise<void> {
  loadDotEnv();
  const program = new Command('cli')
    .description(
      'Manage accounts, organizations, tokens and credits; check addresses; find what is wrong with a set-up.',
    )
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .showHelpAfterError(false);
  addAccountCommands(program);
  addTokenCommands(program);
  addOrganizationCommands(program);
  addCreditCommands(program);
  addBatchCommands(program);
  addFeedbackCommands(program);
  addWebhookCommands(program);
  addSettingsCommands(program);
  addAuditCommands(program);
  addEngineCommands(program);
  await program.parseAsync();
}

main().then(
  () => process.exit(process.exitCode ?? 0),
  (error: unknown) => {
    if (error instanceof CommanderError && error.exitCode === 0) process.exit(0);
    process.stderr.write(`${sentence(error)}\n`);
    process.exit(1);
  },
);

function sentence(error: unknown): string {
  if (error instanceof CommanderError) {
    const text = error.message.replace(/^error: /, '');
    if (text.startsWith('(outputHelp)')) return 'Name a command; `--help` lists them.';
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}. \`--help\` shows how.`;
  }
  if (error instanceof DomainError || error instanceof CommandFault || error instanceof ConfigError)
    return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' ? `The database can't be reached: ${message}` : `That failed: ${message}`;
}
