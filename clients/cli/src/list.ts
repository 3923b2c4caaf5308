import { renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  Batch,
  type BatchStatus,
  type DownloadOptions,
  type EmailValidation,
  type ListOptions,
} from 'email-validation-client';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { Fault } from './exit-codes.js';
import { Interrupt } from './interrupt.js';
import { note, printable, printJson } from './print.js';
import { Progress } from './progress.js';
import { connect, type GlobalOptions } from './settings.js';

interface ListCommandOptions extends GlobalOptions {
  output?: string;
  resume?: number;
  name?: string;
  column?: string;
  header: boolean;
  encoding?: ListOptions['encoding'];
  sheet?: string;
  status?: string;
  columns?: DownloadOptions['columns'];
}

export function addList(program: Command): void {
  program
    .command('list')
    .summary('check a list')
    .description(
      'Sends a CSV file or Excel workbook, waits until it is checked, and writes the results. Ctrl-C stops the waiting ' +
        'alone: the service goes on, and `--resume` too.',
    )
    .argument('[file]', 'the list; - reads standard input')
    .option('-o, --output <file>', 'where the results go; - is standard output; may be left out with --json')
    .option('--resume <id>', 'wait for a list that was sent before', toId)
    .option('--name <name>', 'what the list is called; left out: as its file is')
    .option('--column <column>', 'the column of the addresses, by name or number; left out: email')
    .option('--no-header', 'the first row is an address already')
    .addOption(
      new Option('--encoding <encoding>').choices([
        'auto',
        'utf-8',
        'utf-16le',
        'utf-16be',
        'windows-1252',
        'iso-8859-1',
      ]),
    )
    .option('--sheet <sheet>', 'of a workbook, the sheet, by name or number')
    .option('--status <statuses>', 'results of these alone: valid,catch_all')
    .addOption(
      new Option('--columns <columns>', 'what a row of the results has').choices([
        'all',
        'original',
        'results',
        'address',
      ]),
    )
    .action(async (file: string | undefined, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<ListCommandOptions>();
      requireWhole(file, options);
      await run(connect(options), file, options);
    });
}

function requireWhole(file: string | undefined, { resume, output, json }: ListCommandOptions): void {
  if ((file === undefined) === (resume === undefined)) {
    throw new Fault('usage', 'Name a file, or a list with --resume: one of both.');
  }
  if (output === undefined && json !== true) {
    throw new Fault('usage', 'Say where the results go: -o results.csv, or -o - for standard output.');
  }
  if (output === '-' && json === true) throw new Fault('usage', 'Either the results or --json on standard output.');
}

async function run(service: EmailValidation, file: string | undefined, options: ListCommandOptions): Promise<void> {
  const interrupt = new Interrupt();
  const { signal } = interrupt;
  const progress = new Progress();
  let batch: Batch | null = null;
  try {
    batch = file === undefined ? service.batch(options.resume ?? 0) : await send(service, file, options, signal);
    if (file !== undefined) note(`List ${batch.id} is sent.`);
    const ended = await batch.wait({
      signal,
      onProgress: (status) => {
        progress.show(status);
      },
    });
    progress.end();
    if (options.output !== undefined) await save(batch, options.output, options, signal);
    tell(ended, options);
  } catch (error) {
    progress.end();
    const { exitCode } = interrupt;
    if (exitCode !== null) {
      note(batch === null ? 'Stopped: the list was not sent.' : howToGoOn(batch, options));
      process.exitCode = exitCode;
      return;
    }
    // What was paid for is not lost with the connection.
    if (batch !== null && file !== undefined) note(howToGoOn(batch, options));
    throw error;
  } finally {
    interrupt.end();
  }
}

async function send(
  service: EmailValidation,
  file: string,
  { name, column, header, encoding, sheet }: ListCommandOptions,
  signal: AbortSignal,
): Promise<Batch> {
  const source = file === '-' ? (addAbortSignal(signal, process.stdin) as AsyncIterable<Uint8Array>) : file;
  try {
    return await service.validateBatch(source, {
      signal,
      name: name ?? (file === '-' ? 'standard input' : undefined),
      column,
      encoding,
      sheet,
      ...(header ? {} : { hasHeader: false }),
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string') throw error;
    throw new Fault('input', `${file} can't be read: ${message}`);
  }
}

/** Under another name until it is whole: half a file looks like a whole one. */
async function save(
  batch: Batch,
  output: string,
  { status, columns }: ListCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const statuses = status?.split(',') as DownloadOptions['status'];
  const results = Readable.fromWeb(
    (await batch.download({ status: statuses, columns, signal })) as Parameters<typeof Readable.fromWeb>[0],
  );
  if (output === '-') {
    await pipeline(results, process.stdout, { end: false, signal });
    return;
  }
  const draft = `${output}.part`;
  try {
    const file = await open(draft, 'w');
    await pipeline(results, file.createWriteStream(), { signal });
    renameSync(draft, output);
  } catch (error) {
    rmSync(draft, { force: true });
    const { code, message, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined || code === 'ECONNRESET') throw error;
    throw new Fault('output', `${output} can't be written: ${message}`);
  }
}

function tell(batch: BatchStatus, { output, json }: ListCommandOptions): void {
  if (json === true) {
    printJson(batch);
    return;
  }
  const { status, name, valid_count: valid, total_count: all, unknown_count: unknown, credits_used: credits } = batch;
  const end = status === 'cancelled' ? 'was cancelled' : 'is checked';
  const open = unknown === 0 ? '' : ` ${unknown} could not be confirmed: check them again later.`;
  const where = output === '-' || output === undefined ? '' : ` The results are in ${output}.`;
  note(`“${printable(name)}” ${end}: ${valid} of ${all} are valid, ${credits} credits used.${open}${where}`);
}

function howToGoOn({ id }: Batch, { output }: ListCommandOptions): string {
  const rest = output === undefined ? '--json' : `-o ${output}`;
  return `The service goes on with list ${id}. Wait for it again: evs list --resume ${id} ${rest}\nEnd it: evs cancel ${id}`;
}

function toId(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError('The id of a list is a number.');
  return Number(text);
}

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
        process.stdout.write(
          `List ${id} is cancelled; ${done} of ${all} are answered: evs list --resume ${id} -o results.csv\n`,
        );
      }
    });
}
