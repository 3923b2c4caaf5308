import type { DownloadOptions, ListOptions, RowStatus } from 'email-validation-client';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { requireKey } from '../../typescript/src/settings.js';
import { Fault } from './exit-codes.js';
import { connectionAgain, type GlobalOptions } from './settings.js';
import { shellQuote } from './shell-quote.js';

/** What `evs list` takes. */
export interface ListCommandOptions extends GlobalOptions {
  output?: string;
  resume?: number;
  name?: string;
  column?: string;
  header: boolean;
  encoding?: ListOptions['encoding'];
  sheet?: string;
  key?: string;
  timeout?: number;
  status?: RowStatus[];
  columns?: DownloadOptions['columns'];
  format?: DownloadOptions['format'];
}

const STATUSES: readonly RowStatus[] = ['valid', 'catch_all', 'risky', 'invalid', 'unknown', 'unchecked'];
const FORMATS = ['csv', 'jsonl', 'xlsx'] as const;

export function addListOptions(command: Command): Command {
  return command
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
    .option('--key <key>', 'sent again with the same, a list is taken once; said where no answer came', toKey)
    .option('--timeout <seconds>', 'how long sending it may take; left out: 300 and one for each 20 kB', toSeconds)
    .option('--status <statuses>', 'results of these alone: valid,catch_all', toStatuses)
    .addOption(
      new Option('--columns <columns>', 'what a row of the results has').choices([
        'all',
        'original',
        'results',
        'address',
      ]),
    )
    .addOption(
      new Option('--format <format>', 'of the results; left out: by the ending of their file, else csv').choices(
        FORMATS,
      ),
    );
}

/** @throws Fault */
export function requireWhole(file: string | undefined, { resume, output, json }: ListCommandOptions): void {
  if ((file === undefined) === (resume === undefined)) {
    throw new Fault('usage', 'Name a file, or a list with --resume: one of both.');
  }
  if (output === undefined && json !== true) {
    throw new Fault('usage', 'Say where the results go: -o results.csv, or -o - for standard output.');
  }
  if (output === '-' && json === true) throw new Fault('usage', 'Either the results or --json on standard output.');
}

/** How the results were wanted, and from where. */
export function optionsAgain(options: ListCommandOptions): string {
  const { output, json, status, columns, format } = options;
  return [
    ...(output === undefined ? [] : [`-o ${shellQuote(output)}`]),
    ...(json === true ? ['--json'] : []),
    ...(status === undefined ? [] : [`--status ${status.join(',')}`]),
    ...(columns === undefined ? [] : [`--columns ${columns}`]),
    ...(format === undefined ? [] : [`--format ${format}`]),
    ...connectionAgain(options),
  ].join(' ');
}

/** By the ending of a file's name. */
export function formatOf(output: string): DownloadOptions['format'] {
  return FORMATS.find((format) => output.toLowerCase().endsWith(`.${format}`));
}

function toStatuses(text: string): RowStatus[] {
  return text.split(',').map((word) => {
    const found = STATUSES.find((status) => status === word.trim());
    if (found === undefined) throw new InvalidArgumentError(`Statuses are ${STATUSES.join(', ')}.`);
    return found;
  });
}

function toKey(text: string): string {
  try {
    requireKey(text);
  } catch {
    throw new InvalidArgumentError('A key has letters, digits and signs of ASCII, without blanks.');
  }
  return text;
}

function toSeconds(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It is a number of seconds.');
  return Number(text);
}

export function toId(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError('The id of a list is a number.');
  return Number(text);
}
