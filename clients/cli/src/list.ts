import { randomUUID } from 'node:crypto';
import type { Batch, BatchStatus, EmailValidation } from 'email-validation-client';
import type { Command } from 'commander';
import { CANCELLED_CODE } from './exit-codes.js';
import { Interrupt } from './interrupt.js';
import { requireFiles } from './list-files.js';
import { addListOptions, formatOf, optionsAgain, requireWhole, type ListCommandOptions } from './list-options.js';
import { note, printable, printJson } from './print.js';
import { Progress } from './progress.js';
import { saveResults } from './save-results.js';
import { isNoAnswer, readList, sendList } from './send-list.js';
import { connect, connectionAgain } from './settings.js';
import { shellQuote } from './shell-quote.js';
import { ASKS_NOBODY } from './test-token.js';

export function addList(program: Command): void {
  addListOptions(
    program
      .command('list')
      .summary('check a list')
      .description(
        'Sends a CSV file or Excel workbook, waits until it is checked, and writes the results. Ctrl-C stops the waiting ' +
          'alone: the service goes on, and `--resume` too.',
      ),
  ).action(async (file: string | undefined, _: unknown, command: Command) => {
    const options = command.optsWithGlobals<ListCommandOptions>();
    requireWhole(file, options);
    const service = connect(options);
    requireFiles(file, options.output);
    await run(service, file, options);
  });
}

async function run(service: EmailValidation, file: string | undefined, options: ListCommandOptions): Promise<void> {
  const interrupt = new Interrupt();
  const { signal } = interrupt;
  const progress = new Progress();
  const { key = randomUUID() } = options;
  let isOnItsWay = false;
  let batch: Batch | null = null;
  let ended: BatchStatus | null = null;
  try {
    if (file === undefined) batch = service.batch(options.resume ?? 0);
    else {
      const list = await readList(file, signal);
      isOnItsWay = true;
      batch = await sendList(service, list, { ...options, key }, signal);
      note(`List ${batch.id} is sent.`);
    }
    ended = await batch.wait({
      signal,
      onProgress: (status) => {
        progress.show(status);
      },
    });
    progress.end();
    if (options.output !== undefined) {
      const { output, status, columns, format = formatOf(output) } = options;
      await saveResults(batch, output, { status, columns, format, signal });
    }
    tell(ended, options, service.isTest === true);
    if (ended.status === 'cancelled') process.exitCode = CANCELLED_CODE;
  } catch (error) {
    progress.end();
    const { exitCode } = interrupt;
    // Sent under another key it would be paid for twice, should it be there.
    const mayBeThere = batch === null && isOnItsWay && (exitCode !== null || isNoAnswer(error));
    if (mayBeThere) {
      note(
        `It is not known whether the service has the list. Run the same again with --key ${shellQuote(key)}: it is taken once.`,
      );
    }
    if (exitCode !== null) {
      if (batch !== null) note(howToGoOn(batch, ended, options));
      else if (!mayBeThere) note('Stopped: the list was not sent.');
      process.exitCode = exitCode;
      return;
    }
    // What was paid for is not lost with the connection.
    if (batch !== null && file !== undefined) note(howToGoOn(batch, ended, options));
    throw error;
  } finally {
    interrupt.end();
  }
}

function tell(batch: BatchStatus, { output, json }: ListCommandOptions, isTest: boolean): void {
  if (json === true) {
    printJson(batch);
    return;
  }
  const { status, name, valid_count: valid, total_count: all, unknown_count: unknown, credits_used: credits } = batch;
  const end =
    status === 'cancelled'
      ? `was cancelled when ${batch.processed_count} of ${all} were answered; the others are not checked`
      : 'is checked';
  const why = isTest ? `could not be confirmed: ${ASKS_NOBODY}.` : 'could not be confirmed: check them again later.';
  const open = unknown === 0 ? '' : ` ${unknown} ${why}`;
  const where = output === '-' || output === undefined ? '' : ` The results are in ${output}.`;
  note(`“${printable(name)}” ${end}: ${valid} of ${all} are valid, ${credits} credits used.${open}${where}`);
}

/** @param ended null: it is at work yet, as far as is known */
function howToGoOn({ id }: Batch, ended: BatchStatus | null, options: ListCommandOptions): string {
  const again = `evs list --resume ${id} ${optionsAgain(options)}`;
  if (ended !== null) {
    const end = ended.status === 'cancelled' ? 'was cancelled' : 'is checked';
    return `List ${id} ${end}. Get its results: ${again}`;
  }
  const cancel = [`evs cancel ${id}`, ...connectionAgain(options)].join(' ');
  return `The service goes on with list ${id}. Wait for it again: ${again}\nEnd it: ${cancel}`;
}
