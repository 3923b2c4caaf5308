import type { Database } from '../../src/database/database';

interface BatchRow {
  id: number;
  organizationId: number;
  status: string;
  total: number;
  rows: number | string | null;
  held: number;
  used: number;
}

interface EntryRow {
  organizationId: number;
  cause: string;
  amount: number;
}

/** What is true at any time, whatever was lost on the way; returns a sentence for each breach. */
export async function breaches(database: Database): Promise<string[]> {
  const batches = await database.query<BatchRow>(
    `SELECT id, organization_id AS organizationId, status, total_count AS total, credits_held AS held, credits_used AS used,
      (SELECT SUM(row_count) FROM batch_chunks WHERE batch_id = batches.id) AS \`rows\` FROM batches`,
  );
  const entries = await database.query<EntryRow>(
    'SELECT organization_id AS organizationId, cause, amount FROM credit_entries',
  );
  const organizations = await database.query<{ id: number; balance: number }>('SELECT id, balance FROM organizations');
  const usage = await database.query<{ organizationId: number; credits: number | string }>(
    'SELECT organization_id AS organizationId, SUM(credits) AS credits FROM usage_days GROUP BY organization_id',
  );
  const strays = await database.query(
    'SELECT 1 FROM batch_chunks WHERE NOT EXISTS (SELECT 1 FROM batches WHERE batches.id = batch_id)',
  );
  const moved = (like: (entry: EntryRow) => boolean): number =>
    entries.filter(like).reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...(strays.length === 0 ? [] : [`${strays.length} chunks have no batch`]),
    ...batches.flatMap((batch) => ofBatch(batch, (cause) => moved((entry) => entry.cause === cause))),
    ...organizations.flatMap(({ id, balance }) => {
      const sum = moved(({ organizationId }) => organizationId === id);
      return sum === balance ? [] : [`organization ${id} has ${balance}, its ledger sums to ${sum}`];
    }),
    ...organizations.flatMap(({ id }) => {
      const counted = Number(usage.find(({ organizationId }) => organizationId === id)?.credits ?? 0);
      const singles = -moved(({ organizationId, cause }) => organizationId === id && cause.startsWith('single:'));
      const rows = batches.reduce((sum, batch) => sum + (batch.organizationId === id ? batch.used : 0), 0);
      return counted === singles + rows ? [] : [`organization ${id} was charged ${singles + rows}, counted ${counted}`];
    }),
  ];
}

function ofBatch({ id, status, total, rows, held, used }: BatchRow, moved: (cause: string) => number): string[] {
  const hold = -moved(`batch:${id}:hold`);
  const release = moved(`batch:${id}:release`);
  const hasEnded = status === 'completed' || status === 'cancelled';
  const isHidden = status === 'uploading' || status === 'deleting';
  return [
    ...(!isHidden && Number(rows ?? 0) !== total ? [`batch ${id} (${status}) of ${total} has ${rows ?? 0} rows`] : []),
    ...(hold !== held ? [`batch ${id} (${status}) holds ${held}, its ledger ${hold}`] : []),
    ...(status === 'uploading' && held > 0 ? [`batch ${id} holds ${held} while it is uploaded`] : []),
    ...(hasEnded && hold - release !== used ? [`batch ${id} (${status}) cost ${hold - release}, used ${used}`] : []),
    ...(!hasEnded && !isHidden && release !== 0 ? [`batch ${id} (${status}) has released ${release}`] : []),
  ];
}
