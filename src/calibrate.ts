import { Command, CommanderError } from 'commander';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { ConfidenceTable, ConfidenceTableError } from './engine';
import { calibrate, confidencesOf, isWorse } from './feedback/accuracy/calibration/calibrate';
import { PairsReader } from './feedback/accuracy/calibration/read-pairs';
import { reportOf } from './feedback/accuracy/calibration/report';

/** `npm run calibrate -- pairs.csv [more…]`: from what came of verdicts a better table of confidences. Changes nothing by itself. */
async function main(): Promise<void> {
  const program = new Command('calibrate')
    .description('Compute a better table of confidences from exported pairs; print what it would change')
    .argument('<pairs...>', 'files of pairs, as `feedback pairs` prints them')
    .option('--table <file>', 'the table under which they were given, if that was not the built-in one')
    .option('--out <file>', 'where to write the new table, for CONFIDENCE_TABLE_FILE')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .action(async (files: string[], options: { table?: string; out?: string }) => {
      const table = options.table === undefined ? ConfidenceTable.builtIn : tableIn(options.table);
      const reader = new PairsReader(table);
      for (const file of files) {
        try {
          await reader.add(file, createReadStream(file));
        } catch (error) {
          throw sentenceOf(error, `${file} can't be read`);
        }
      }
      const calibration = calibrate(table, reader.read.counts);
      process.stdout.write(`${reportOf(reader.read, calibration).join('\n')}\n`);
      if (options.out === undefined) return;
      if (isWorse(calibration))
        throw new Error(`Nothing is written to ${options.out}: on other mails the table is worse than the one before.`);
      const better = ConfidenceTable.read(table.toFile(confidencesOf(calibration)));
      try {
        writeFileSync(options.out, `${JSON.stringify(better.toFile(), null, 2)}\n`);
      } catch (error) {
        throw sentenceOf(error, `${options.out} can't be written`);
      }
      process.stdout.write(`The table is in ${options.out}. CONFIDENCE_TABLE_FILE names it to the service.\n`);
    });
  await program.parseAsync();
}

function tableIn(file: string): ConfidenceTable {
  try {
    return ConfidenceTable.read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof ConfidenceTableError || error instanceof SyntaxError)
      throw new Error(`${file} is no table of confidences: ${error.message}`, { cause: error });
    throw sentenceOf(error, `${file} can't be read`);
  }
}

const REASONS: Readonly<Record<string, string | undefined>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not',
};

/** What the system says of a file, as a sentence; other errors as they are. */
function sentenceOf(error: unknown, what: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new Error(`${what}: ${REASONS[code] ?? code}.`, { cause: error });
}

main().catch((error: unknown) => {
  if (error instanceof CommanderError && error.exitCode === 0) process.exit(0);
  const text = (error as Error).message.replace(/^error: /, '');
  process.stderr.write(`${text.charAt(0).toUpperCase()}${text.slice(1)}\n`);
  process.exit(1);
});
