import { useState, type ReactElement } from 'react';
import { batches, type Batch } from '../../api';
import { useOrganization, useSession } from '../../session/session-context';
import { BatchBadge } from '../../ui/batch-badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Empty } from '../../ui/empty';
import { count, formatAgo } from '../../ui/format';
import { FormFault } from '../../ui/form-fault';
import { useLoaded } from '../../ui/use-loaded';
import { useTask } from '../../ui/use-task';
import { Waiting } from '../../ui/waiting';
import { BatchFilters } from './batch-filters';
import { CountsBar } from './counts-bar';
import { useEvery } from './use-every';

const POLL_MS = 3000;

/** The organization's batches, newest first, those at work kept up to date. */
export function BatchList(): ReactElement {
  const { id } = useOrganization();
  const [filter, setFilter] = useState({ status: '', name: '' });
  const key = `${id} ${filter.status} ${filter.name}`;
  const first = useLoaded(key, () => batches.list(id, { ...filter, before: null }));
  const [older, setOlder] = useState<{ key: string; batches: Batch[]; next_before: number | null } | null>(null);
  const rest = older?.key === key ? older : null;
  const next = rest === null ? (first.data?.next_before ?? null) : rest.next_before;
  const more = useTask(async () => {
    const page = await batches.list(id, { ...filter, before: next });
    setOlder({ key, next_before: page.next_before, batches: [...(rest?.batches ?? []), ...page.batches] });
  });
  const isAtWork = first.data?.batches.some(({ status }) => status === 'pending' || status === 'processing') ?? false;
  useEvery(isAtWork ? POLL_MS : null, first.reload);
  const shown = [...(first.data?.batches ?? []), ...(rest?.batches ?? [])];
  const isFiltered = filter.status !== '' || filter.name !== '';
  return (
    <Card title="Your batches">
      {(shown.length > 0 || isFiltered) && <BatchFilters filter={filter} onChange={setFilter} />}
      {first.data === null && <Waiting loaded={first} />}
      {first.data !== null && shown.length === 0 && (
        <Empty icon="batches" title={isFiltered ? 'No batch is like that' : 'No batch yet'}>
          {isFiltered ? 'Choose another state, or search for less.' : 'Choose a CSV file above to start the first one.'}
        </Empty>
      )}
      {shown.length > 0 && (
        <ul className="rows">
          {shown.map((batch) => (
            <BatchRow key={batch.id} batch={batch} />
          ))}
        </ul>
      )}
      <FormFault fault={more.fault} />
      {next !== null && (
        <Button isSmall isBusy={more.isBusy} onClick={more.run}>
          Show older ones
        </Button>
      )}
    </Card>
  );
}

function BatchRow({ batch }: { batch: Batch }): ReactElement {
  const { link } = useSession();
  return (
    <li className="rows-item batch-row">
      <div>
        <a className="strong" href={link(`batches/${batch.id}`)}>
          {batch.name}
        </a>
        <p className="hint">
          {count(batch.total_count, 'row')} · {formatAgo(batch.created_at)}
        </p>
      </div>
      <CountsBar batch={batch} />
      <BatchBadge status={batch.status} />
    </li>
  );
}
