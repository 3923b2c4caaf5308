import type { Command } from 'commander';
import { text as readText } from 'node:stream/consumers';
import { AccountOpening } from '../credits/account-opening';
import { AccountsService } from '../organizations/accounts.service';
import { PasswordsService } from '../sessions/passwords.service';
import { withServices } from './context';
import { logOperatorEvent } from './operator-event';
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
      logOperatorEvent('sign_up', { accountId: opened.accountId, organizationId: opened.organizationId });
      print({ account_id: opened.accountId, organization_id: opened.organizationId, balance: opened.balance }, options);
    });
  account
    .command('password')
    .description('Set the password that its owner signs in with, read from standard input; ends all sessions')
    .requiredOption('--account <account>', "the account's id or e-mail address")
    .requiredOption('--password-stdin', 'the password is the first line of standard input')
    .option('--json', 'print one JSON object')
    .action(async (options: { account: string; json?: boolean }) => {
      const [password = ''] = (await readText(process.stdin)).split(/\r?\n/, 1);
      const id = await withServices(async (services) => {
        const found = await services.get(AccountsService).find(options.account);
        await services.get(PasswordsService).set(found, password, 'password');
        return found.id;
      });
      logOperatorEvent('password_change', { accountId: id });
      print({ account_id: id, password_set: true }, options);
    });
}
