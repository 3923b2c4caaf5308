import type { Command } from 'commander';
import { printJson } from './print.js';
import { connect, type GlobalOptions } from './settings.js';

export function addCredits(program: Command): void {
  program
    .command('credits')
    .description('Says how many credits are left.')
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const credits = await connect(options).credits();
      if (options.json === true) {
        printJson(credits);
        return;
      }
      const { balance, monthly_allowance_used: used, monthly_allowance_reset_at: resetAt } = credits;
      const allowance = resetAt === null ? '' : ` ${used} of this month's allowance are used; it is new on ${resetAt}.`;
      process.stdout.write(`${balance} credits are left.${allowance}\n`);
    });
}
