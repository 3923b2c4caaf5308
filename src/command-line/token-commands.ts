import type { Command } from 'commander';
import { TokenPages } from '../auth/token-pages';
import { TokensService } from '../auth/tokens.service';
import type { Permission } from '../auth/permissions';
import { AccountsService } from '../organizations/accounts.service';
import { withServices } from './context';
import { logOperatorEvent } from './operator-event';
import { print } from './print';
import { duration, name, permission } from './values';

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export function addTokenCommands(program: Command): void {
  const token = program.command('token').description('Tokens: what requests carry');
  token
    .command('create')
    .description('Make a token; it is shown only now')
    .requiredOption('--account <account>', "the account's id or e-mail address")
    .requiredOption('--name <name>', 'what it is for', name)
    .requiredOption('--permission <permission...>', 'what it may do: one or more', permission)
    .option('--test', 'a test token: answered by sandbox.test, without credits and network')
    .option('--expires-in <time>', 'such as 90d or 30s; without it the token does not expire', duration)
    .option('--json', 'print one JSON object')
    .action(
      async (options: {
        account: string;
        name: string;
        permission: Permission[];
        test?: boolean;
        expiresIn?: number;
        json?: boolean;
      }) => {
        const made = await withServices(async (services) => {
          const { id: accountId } = await services.get(AccountsService).find(options.account);
          return services.get(TokensService).create({
            accountId,
            name: options.name,
            permissions: options.permission,
            isTest: options.test === true,
            lifetimeMs: options.expiresIn ?? null,
          });
        });
        logOperatorEvent('token_creation', { tokenId: made.id });
        const shown = { token_id: made.id, token: made.token, expires_at: instant(made.expiresAt) };
        print({ ...shown, ...(made.isTest && { test: true }) }, options);
      },
    );
  token
    .command('list')
    .description("List an account's tokens")
    .requiredOption('--account <account>', "the account's id or e-mail address")
    .option('--json', 'print one JSON object')
    .action(async (options: { account: string; json?: boolean }) => {
      const tokens = await withServices(async (services) => {
        const { id } = await services.get(AccountsService).find(options.account);
        return services.get(TokenPages).list(id);
      });
      const rows = tokens.map((row) => ({
        token_id: row.id,
        name: row.name,
        hint: row.hint,
        test: row.isTest,
        permissions: row.permissions,
        created_at: instant(row.createdAt),
        expires_at: instant(row.expiresAt),
        revoked_at: instant(row.revokedAt),
      }));
      if (options.json === true) print({ tokens: rows }, options);
      else for (const row of rows) process.stdout.write(`${Object.values(row).map(String).join('  ')}\n`);
    });
  token
    .command('revoke')
    .description('Stop a token: at once, and within 5 seconds in other processes')
    .requiredOption('--id <id>', "the token's id")
    .option('--json', 'print one JSON object')
    .action(async (options: { id: string; json?: boolean }) => {
      await withServices((services) => services.get(TokensService).revoke(options.id));
      logOperatorEvent('token_revocation', { tokenId: options.id });
      print({ token_id: options.id, revoked: true }, options);
    });
}
