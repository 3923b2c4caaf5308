import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { batches, type Batch } from '../../api';
import { setQuery, useRoute } from '../../router';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { BatchBadge } from '../../ui/batch-badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Empty } from '../../ui/empty';
import { formatAgo, formatShare } from '../../ui/format';
import { FormFault } from '../../ui/form-fault';
import { TestBadge } from '../../ui/test-badge';
import { useLoaded } from '../../ui/use-loaded';
import { useTask } from '../../ui/use-task';
import { Waiting } from '../../ui/waiting';
import { BatchFilters, type Filter } from './batch-filters';
import { CountsBar } from './counts-bar';
import { useSender } from './use-sender';
import { mergeFirstPage } from './known-batches';
import { useEvery } from '../../ui/use-every';

const POLL_MS = 3000;

interface Known {
  key: string;
  batches: Batch[];
  next_before: number | null;
}

/**
 * The organization's batches, newest first, those at work kept up to date. The search stands in the address.
 * @param news changes when there is a new one
 */
export function BatchList({ news }: { news: number }): ReactElement {
  const { id, role } = useOrganization();
  const { query } = useRoute();
  const filter: Filter = { status: query['state'] ?? '', name: query['name'] ?? '' };
  const setFilter = useCallback(({ status, name }: Filter) => {
    setQuery({ state: status, name });
  }, []);
  const key = `${id} ${filter.status} ${filter.name}`;
  const [known, setKnown] = useState<Known | null>(null);
  const first = useLoaded(key, async () => {
    const page = await batches.list(id, { ...filter, before: null });
    setKnown((old) => {
      if (old?.key !== key) return { key, ...page };
      const merged = mergeFirstPage(old.batches, page.batches, page.next_before);
      const hasMore = merged.length > page.batches.length;
      return { key, batches: merged, next_before: hasMore ? old.next_before : page.next_before };
    });
    return page;
  });
  const shown = known?.key === key ? known.batches : [];
  const next = known?.key === key ? known.next_before : null;
  const more = useTask(async () => {
    const page = await batches.list(id, { ...filter, before: next });
    setKnown((old) =>
      old?.key === key ? { key, next_before: page.next_before, batches: [...old.batches, ...page.batches] } : old,
    );
  });
  const { reload } = first;
  useEffect(() => {
    if (news > 0) void reload();
  }, [news, reload]);
  const isAtWork = first.data?.batches.some(({ status }) => status === 'pending' || status === 'processing') ?? false;
  useEvery(isAtWork ? POLL_MS : null, reload);
  const isFiltered = filter.status !== '' || filter.name !== '';
  return (
    <Card title={t.lists.yours}>
      {(shown.length > 0 || isFiltered) && <BatchFilters filter={filter} onChange={setFilter} />}
      {(first.data === null || first.fault !== null) && <Waiting loaded={first} />}
      {first.data !== null && shown.length === 0 && (
        <Empty icon="batches" title={isFiltered ? t.lists.noneLike : t.lists.none}>
          {isFiltered ? t.lists.noneLikeHint : role === 'viewer' ? '' : t.lists.noneHint}
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
          {t.common.loadMore}
        </Button>
      )}
    </Card>
  );
}

function BatchRow({ batch }: { batch: Batch }): ReactElement {
  const { link } = useSession();
  const sentBy = useSender();
  return (
    <li className="rows-item batch-row">
      <div>
        <a className="strong two-lines" href={link(`batches/${batch.id}`)} title={batch.name}>
          {batch.name}
        </a>
        <p className="hint">
          {batch.test && (
            <>
              <TestBadge />{' '}
            </>
          )}
          {[...factsOf(batch), ...sentBy(batch.by)].join(' · ')}
        </p>
      </div>
      <CountsBar batch={batch} />
      <BatchBadge status={batch.status} />
    </li>
  );
}

/** What people look for in a list of lists: how good each was, or how far it is. */
function factsOf({
  status,
  total_count: total,
  processed_count: done,
  valid_count: valid,
  created_at: at,
}: Batch): string[] {
  const rows =
    status === 'completed'
      ? [t.common.rows(total), t.lists.shareValid(formatShare(valid, total))]
      : [t.list.checkedOf(done, total)];
  return [...rows, formatAgo(at)];
}
