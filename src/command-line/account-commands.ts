import type { Command } from 'commander';
import { AccountOpening } from '../credits/account-opening';
import { withServices } from './context';
import { print } from './print';
import { email, name } from './values';

export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('Accounts: who holds tokens');
  account
    .command('create')
    .description('Make an account with its first organization and the free credits')
    .requiredOption('--email <email>', 'its e-mail address', email)
    .option('--name <name>', 'its name, also that of the organization', name)
    .option('--json', 'print one JSON object')
    .action(async (options: { email: string; name?: string; json?: boolean }) => {
      const opened = await withServices((services) =>
        services.get(AccountOpening).openAccount(options.email, options.name ?? null),
      );
      print({ account_id: opened.accountId, organization_id: opened.organizationId, balance: opened.balance }, options);
    });
}
