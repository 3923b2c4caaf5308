import type { Command } from 'commander';
import { CreditsService } from '../credits/credits.service';
import { withServices } from './context';
import { logOperatorEvent } from './operator-event';
import { print } from './print';
import { wholeNumber } from './values';

export function addCreditCommands(program: Command): void {
  const credits = program.command('credits').description('Credits: what checks cost');
  credits
    .command('grant')
    .description('Add credits; they do not expire')
    .requiredOption('--organization <id>', 'who gets them', wholeNumber(1))
    .requiredOption('--amount <n>', 'how many', wholeNumber(1))
    .option('--reason <text>', 'kept in the ledger')
    .option('--json', 'print one JSON object')
    .action(async (options: { organization: number; amount: number; reason?: string; json?: boolean }) => {
      const balance = await withServices((services) =>
        services.get(CreditsService).grant(options.organization, options.amount, options.reason?.slice(0, 255) ?? null),
      );
      logOperatorEvent('credits_grant', { organizationId: options.organization, amount: options.amount });
      print({ balance }, options);
    });
  credits
    .command('allowance')
    .description('Set a monthly allowance: full from now on, and again each month; 0 ends it')
    .requiredOption('--organization <id>', 'who gets it', wholeNumber(1))
    .requiredOption('--monthly <n>', 'credits a month', wholeNumber(0))
    .option('--json', 'print one JSON object')
    .action(async (options: { organization: number; monthly: number; json?: boolean }) => {
      const balance = await withServices((services) =>
        services.get(CreditsService).setAllowance(options.organization, options.monthly),
      );
      logOperatorEvent('credits_allowance', { organizationId: options.organization, monthly: options.monthly });
      print({ balance, monthly: options.monthly }, options);
    });
}
