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
  const byCause = new Map(entries.map(({ organizationId, cause, amount }) => [`${organizationId} ${cause}`, amount]));
  const ledger = sums(entries.map(({ organizationId, amount }) => [organizationId, amount]));
  const singles = sums(
    entries.flatMap(({ organizationId, cause, amount }) =>
      cause.startsWith('single:') ? [[organizationId, -amount] satisfies [number, number]] : [],
    ),
  );
  const rows = sums(batches.map(({ organizationId, used }) => [organizationId, used]));
  const counted = sums(usage.map(({ organizationId, credits }) => [organizationId, Number(credits)]));
  return [
    ...(strays.length === 0 ? [] : [`${strays.length} chunks have no batch`]),
    ...batches.flatMap((batch) => ofBatch(batch, (cause) => byCause.get(`${batch.organizationId} ${cause}`) ?? 0)),
    ...organizations.flatMap(({ id, balance }) => {
      const sum = ledger(id);
      return sum === balance ? [] : [`organization ${id} has ${balance}, its ledger sums to ${sum}`];
    }),
    ...organizations.flatMap(({ id }) => {
      const charged = singles(id) + rows(id);
      return counted(id) === charged ? [] : [`organization ${id} was charged ${charged}, counted ${counted(id)}`];
    }),
  ];
}

/** The sum of the amounts of each key; 0 where there are none. */
function sums(amounts: readonly [number, number][]): (key: number) => number {
  const all = new Map<number, number>();
  for (const [key, amount] of amounts) all.set(key, (all.get(key) ?? 0) + amount);
  return (key) => all.get(key) ?? 0;
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
