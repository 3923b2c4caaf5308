import type { Command } from 'commander';
import { AccountsService } from '../organizations/accounts.service';
import { AuditPages, type AuditScope } from '../management/audit-pages';
import { CommandFault } from './command-fault';
import { withServices } from './context';
import { print } from './print';
import { wholeNumber } from './values';

interface ListOptions {
  organization?: number;
  account?: string;
  before?: number;
  limit: number;
  json?: boolean;
}

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('The audit log: who did what');
  audit
    .command('list')
    .description('List entries, the newest first')
    .option('--organization <id>', 'of this organization', wholeNumber(1))
    .option('--account <account>', 'of no organization, by the account with this id or e-mail address')
    .option('--before <id>', 'those before the entry with this id', wholeNumber(1))
    .option('--limit <n>', 'how many at most', wholeNumber(1), 50)
    .option('--json', 'print one JSON object')
    .action(async (options: ListOptions) => {
      const { organization, account, before = null } = options;
      if (organization !== undefined && account !== undefined) {
        throw new CommandFault('Give --organization ID or --account ACCOUNT, not both.');
      }
      const { lines, nextBefore } = await withServices(async (services) => {
        const scope: AuditScope =
          organization !== undefined
            ? { organizationId: organization }
            : account === undefined
              ? 'all'
              : { accountId: (await services.get(AccountsService).find(account)).id };
        return services.get(AuditPages).read(scope, before, Math.min(options.limit, 1000));
      });
      const entries = lines.map(({ entry }) => ({
        id: entry.id,
        at: new Date(entry.createdAt).toISOString(),
        organization_id: entry.organizationId,
        action: entry.action,
        via: entry.via,
        account_id: entry.accountId,
        token_id: entry.tokenId,
        subject: entry.subject,
        details: entry.details ?? {},
      }));
      if (options.json === true) print({ entries, next_before: nextBefore }, options);
      else
        for (const { details, ...entry } of entries) {
          process.stdout.write(`${Object.values(entry).map(String).join('  ')}  ${JSON.stringify(details)}\n`);
        }
    });
}
