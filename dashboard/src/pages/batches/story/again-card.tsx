import type { ReactElement } from 'react';
import { batches, type Batch, type ContinuedRows } from '../../../api';
import { goTo } from '../../../router';
import { useOrganization, useSession } from '../../../session/session-context';
import { t } from '../../../texts';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { FormFault } from '../../../ui/form-fault';
import { useTask } from '../../../ui/use-task';

/** One click for the rows that have no verdict. Nothing is shown where every row has one, or the rows are gone. */
export function AgainCard({ batch }: { batch: Batch }): ReactElement | null {
  const { id, role } = useOrganization();
  const { link, refresh } = useSession();
  const task = useTask(async (rows: ContinuedRows) => {
    const made = await batches.goOn(id, batch.id, rows);
    await refresh();
    goTo(link(`batches/${made.id}`));
  });
  const unchecked = batch.total_count - batch.processed_count;
  const counts = [
    { rows: 'unchecked', value: unchecked, words: t.again.unchecked(unchecked) },
    { rows: 'unknown', value: batch.unknown_count, words: t.again.unknown(batch.unknown_count) },
  ] as const;
  const open = counts.filter(({ value }) => value > 0);
  if (open.length === 0 || batch.results_deleted_at !== null || role === 'viewer') return null;
  return (
    <Card title={t.again.title} note={t.again.note}>
      <div className="row wrap again">
        {open.map(({ rows, words }) => (
          <Button
            key={rows}
            isBusy={task.isBusy}
            onClick={() => {
              task.run(rows);
            }}
          >
            {words}
          </Button>
        ))}
      </div>
      <FormFault fault={task.fault} />
    </Card>
  );
}
