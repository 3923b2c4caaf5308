import type { BatchSummary } from '../batch';
import { ResultsUnavailableError } from '../batches.errors';
import type { ChunksRepository } from '../chunks.repository';
import { fromStoredLine, readAddresses, readLines, readResults, type CsvRow, type RowStatus } from '../intake/csv';

/**
 * The rows of a batch that have one of these statuses, in their order, as they were taken in: one chunk in memory.
 * @param statuses `unchecked`: rows without an answer
 * @throws ResultsUnavailableError when they are deleted, or are being deleted meanwhile
 */
export async function* storedRows(
  chunks: ChunksRepository,
  { id, totalCount }: BatchSummary,
  statuses: ReadonlySet<RowStatus>,
): AsyncGenerator<CsvRow[], void> {
  let rows = 0;
  for (let position = 0; rows < totalCount; position += 1) {
    const answers = await chunks.findAnswers(id, position);
    if (answers === null) throw new ResultsUnavailableError('purged');
    rows += answers.rowCount;
    const results = answers.results === null ? [] : await readResults(answers.results);
    const wanted = Array.from({ length: answers.rowCount }, (_, index) => index).filter((index) =>
      statuses.has(results[index]?.[0] ?? 'unchecked'),
    );
    if (wanted.length === 0) continue;
    const stored = await chunks.findRows(id, position);
    if (stored === null) throw new ResultsUnavailableError('purged');
    const [addresses, lines] = await Promise.all([readAddresses(stored.addresses), readLines(stored.lines)]);
    yield wanted.map((index) => ({ address: addresses[index]?.[0] ?? '', ...fromStoredLine(lines[index] ?? '') }));
  }
}
