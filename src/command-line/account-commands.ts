import { Argument, type Command } from 'commander';
import { text as readText } from 'node:stream/consumers';
import { AccountOpening } from '../credits/account-opening';
import { AccountDirectory } from '../operator/account-directory';
import { toAccountDetails, toAccountPage } from '../operator/account.responses';
import { AccountsService } from '../organizations/accounts.service';
import { AccountStatusService } from '../sessions/account-status.service';
import { PasswordResets } from '../sessions/password-resets';
import { TwoFactorService } from '../sessions/two-factor.service';
import { PasswordsService } from '../sessions/passwords.service';
import { withServices } from './context';
import { logOperatorEvent } from './operator-event';
import { addPageOptions, pageQuery, type PageOptions } from './page-options';
import { print, printRows } from './print';
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
  account
    .command('reset-link')
    .description('Make a link by which somebody chooses a new password, once, within an hour; pass it on yourself')
    .argument('<account>', "the account's id or e-mail address")
    .option('--json', 'print one JSON object')
    .action(async (which: string, options: { json?: boolean }) => {
      const made = await withServices((services) => services.get(PasswordResets).makeLink(which));
      logOperatorEvent('reset_link', { accountId: made.accountId });
      const expires_at = new Date(made.expiresAt).toISOString();
      print({ account_id: made.accountId, link: made.link, expires_at }, options);
    });
  account
    .command('two-factor')
    .description('The second factor of an account, for who has lost his app and his recovery codes')
    .command('off')
    .description('Turn it off: the password alone signs in')
    .argument('<account>', "the account's id or e-mail address")
    .option('--json', 'print one JSON object')
    .action(async (which: string, options: { json?: boolean }) => {
      const { id, wasOn } = await withServices(async (services) => {
        const found = await services.get(AccountsService).find(which);
        return { id: found.id, wasOn: await services.get(TwoFactorService).turnOff(found.id) };
      });
      logOperatorEvent('two_factor_off', { accountId: id });
      print({ account_id: id, was_on: wasOn }, options);
    });
  addOperation(account);
}

/** What `/v1/operator` does too. */
function addOperation(account: Command): void {
  account
    .command('operator')
    .description('Say who operates this service, by /v1/operator')
    .addArgument(new Argument('<state>', 'whether it does').choices(['on', 'off']))
    .argument('<account>', "the account's id or e-mail address")
    .option('--json', 'print one JSON object')
    .action(async (state: string, which: string, options: { json?: boolean }) => {
      const id = await withServices(async (services) => {
        const found = await services.get(AccountsService).find(which);
        await services.get(AccountStatusService).setOperator(found.id, state === 'on');
        return found.id;
      });
      logOperatorEvent('operator_change', { accountId: id, state });
      print({ account_id: id, is_operator: state === 'on' }, options);
    });
  for (const [verb, description, event] of [
    ['disable', 'Switch an account off: nobody signs in, sessions end, tokens are refused', 'account_disabling'],
    ['enable', 'Switch an account on again', 'account_enabling'],
  ] as const) {
    account
      .command(verb)
      .description(description)
      .argument('<account>', "the account's id or e-mail address")
      .option('--json', 'print one JSON object')
      .action(async (which: string, options: { json?: boolean }) => {
        const id = await withServices(async (services) => {
          const found = await services.get(AccountsService).find(which);
          await services.get(AccountStatusService)[verb](found.id);
          return found.id;
        });
        logOperatorEvent(event, { accountId: id });
        print({ account_id: id, is_on: verb === 'enable' }, options);
      });
  }
  addPageOptions(account.command('list').description('List accounts, the newest first'), 'address, name or id').action(
    async (options: PageOptions) => {
      const page = await withServices((services) => services.get(AccountDirectory).list(pageQuery(options)));
      const { accounts, next_before } = toAccountPage(page);
      printRows('accounts', accounts, next_before, options);
    },
  );
  account
    .command('show')
    .description('Show an account and its organizations')
    .argument('<account>', "the account's id or e-mail address")
    .option('--json', 'print one JSON object')
    .action(async (which: string, options: { json?: boolean }) => {
      const shown = await withServices(async (services) =>
        services.get(AccountDirectory).show((await services.get(AccountsService).find(which)).id),
      );
      print(toAccountDetails(shown), options);
    });
}
