import type { Command } from 'commander';
import { toId } from './list-options.js';
import { printJson } from './print.js';
import { connect, connectionAgain, type GlobalOptions } from './settings.js';

export function addCancel(program: Command): void {
  program
    .command('cancel')
    .summary('end the work on a list')
    .description('Ends the work on a list: what is not answered yet is not checked and costs nothing.')
    .argument('<id>', 'the list', toId)
    .action(async (id: number, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const batch = await connect(options).batch(id).cancel();
      if (options.json === true) printJson(batch);
      else {
        const { processed_count: done, total_count: all } = batch;
        const again = [`evs list --resume ${id} -o results.csv`, ...connectionAgain(options)].join(' ');
        process.stdout.write(`List ${id} is cancelled; ${done} of ${all} are answered: ${again}\n`);
      }
    });
}
