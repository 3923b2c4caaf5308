import type { Command } from 'commander';
import { wholeNumber } from './values';

/** The options of commands that list something, a page at a time. */
export interface PageOptions {
  search?: string;
  before?: number;
  limit: number;
  json?: boolean;
}

const MOST = 1000;

/** @param searched what `--search` looks through; left out: there is no such option */
export function addPageOptions(command: Command, searched?: string): Command {
  if (searched !== undefined) command.option('--search <text>', `those whose ${searched} holds this`);
  return command
    .option('--before <id>', 'those before this one', wholeNumber(1))
    .option('--limit <n>', 'how many at most', wholeNumber(1), 50)
    .option('--json', 'print one JSON object');
}

export function pageQuery({
  search,
  before = null,
  limit,
}: {
  search?: string;
  before?: number | null;
  limit: number;
}) {
  return { search: search?.trim() ?? null, before, limit: Math.min(limit, MOST) };
}
