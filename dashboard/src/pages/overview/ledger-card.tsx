import { useState, type ReactElement } from 'react';
import { credits, type LedgerFilter } from '../../api';
import { useOrganization } from '../../session/session-context';
import { t } from '../../texts';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { PagedList } from '../../ui/paged-list';
import { Segment } from '../../ui/segment';
import { usePages } from '../../ui/use-pages';
import { LedgerRow } from './ledger-row';

/** What credits went for, the newest first: a line for each list, one for each day's single checks of somebody. */
export function LedgerCard(): ReactElement {
  const { id } = useOrganization();
  const [filter, setFilter] = useState<LedgerFilter>('all');
  return (
    <Card
      title={t.overview.ledger}
      note={t.overview.ledgerNote}
      actions={
        <a className="button quiet small" href={credits.ledgerLink(id, filter)} download>
          <Icon name="download" /> {t.overview.asCsv}
        </a>
      }
    >
      <Segment
        label={t.overview.ledgerFilter}
        value={filter}
        onChoose={setFilter}
        options={(['all', 'list', 'checks', 'credits'] as const).map((value) => ({
          value,
          name: t.overview.ledgerFilters[value],
        }))}
      />
      <Lines key={`${id}/${filter}`} id={id} filter={filter} />
    </Card>
  );
}

function Lines({ id, filter }: { id: number; filter: LedgerFilter }): ReactElement {
  const pages = usePages(`${id}/${filter}`, async (before: string | null) => {
    const { lines, next_before: next } = await credits.ledger(id, filter, before);
    return { rows: lines.map((line, place) => ({ line, key: `${before ?? ''} ${place}` })), next };
  });
  return (
    <PagedList pages={pages} none={t.overview.ledgerNone}>
      {({ line, key }) => <LedgerRow key={key} line={line} />}
    </PagedList>
  );
}
