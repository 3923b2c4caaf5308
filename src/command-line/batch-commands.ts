import type { Command } from 'commander';
import { BatchesService } from '../batches/batches.service';
import { OpenBatches } from '../batches/open-batches';
import { toOpenBatch } from '../operator/batch.responses';
import { withServices } from './context';
import { logOperatorEvent } from './operator-event';
import { addPageOptions, pageQuery, type PageOptions } from './page-options';
import { print, printRows } from './print';
import { wholeNumber } from './values';

export function addBatchCommands(program: Command): void {
  const batch = program.command('batch').description('Batches: lists that are checked');
  addPageOptions(
    batch.command('list').description('List the batches at work, of all organizations, the newest first'),
  ).action(async (options: PageOptions) => {
    const { before, limit } = pageQuery(options);
    const page = await withServices((services) => services.get(OpenBatches).list(before, limit));
    printRows('batches', page.batches.map(toOpenBatch), page.nextBefore, options);
  });
  batch
    .command('cancel')
    .description('Cancel a batch: rows without an answer are not checked and cost nothing')
    .argument('<id>', 'its id', wholeNumber(1))
    .option('--json', 'print one JSON object')
    .action(async (id: number, options: { json?: boolean }) => {
      await withServices(async (services) => {
        const organizationId = await services.get(OpenBatches).organizationOf(id);
        await services.get(BatchesService).cancel(organizationId, String(id));
      });
      logOperatorEvent('batch_cancellation', { batchId: id });
      print({ batch_id: id, cancelled: true }, options);
    });
}
