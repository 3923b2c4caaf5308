import { useState, type ReactElement } from 'react';
import { operator, type OpenBatch } from '../../api/operator';
import { operatorTexts } from '../../texts/operator';
import { t } from '../../texts';
import { BatchBadge } from '../../ui/batch-badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';
import { formatAgo } from '../../ui/format';
import { Page } from '../../ui/page';
import { PagedList } from '../../ui/paged-list';
import { usePages } from '../../ui/use-pages';
import { useEvery } from '../../ui/use-every';

const POLL_MS = 5000;

/** What is worked on, of whomever it is; nothing of what is in it. */
export function BatchesPage(): ReactElement {
  const words = operatorTexts().batches;
  const pages = usePages('', async (before) => {
    const { batches, next_before: next } = await operator.batches(before);
    return { rows: batches, next };
  });
  const { reload } = pages;
  useEvery(POLL_MS, reload);
  const [asked, setAsked] = useState<OpenBatch | null>(null);
  const [said, setSaid] = useState('');
  return (
    <Page title={words.title} lead={words.lead}>
      <Card>
        <p role="status" className={said === '' ? 'visually-hidden' : 'notice'}>
          {said}
        </p>
        <PagedList pages={pages} none={words.none} shown={words.shown}>
          {(batch) => (
            <BatchRow
              key={batch.id}
              batch={batch}
              onCancel={() => {
                setAsked(batch);
              }}
            />
          )}
        </PagedList>
      </Card>
      {asked !== null && (
        <Confirm
          title={t.list.cancelTitle}
          action={t.list.cancelAction}
          cancel={t.list.keepChecking}
          onClose={() => {
            setAsked(null);
          }}
          onConfirm={async () => {
            let isDone = false;
            try {
              await operator.cancelBatch(asked.id);
              isDone = true;
              setSaid(words.cancelled(asked.name, asked.organization_name));
              setAsked(null);
            } finally {
              await reload();
              // The row that the focus went back to is gone.
              if (isDone) document.querySelector<HTMLElement>('#main h1')?.focus();
            }
          }}
        >
          <p className="two-lines">{words.ofOrganization(asked.name, asked.organization_name)}</p>
          <p>{words.cancelText}</p>
        </Confirm>
      )}
    </Page>
  );
}

function BatchRow({ batch, onCancel }: { batch: OpenBatch; onCancel: () => void }): ReactElement {
  const words = operatorTexts().batches;
  const { id, name, organization_id: organizationId, organization_name: organization } = batch;
  return (
    <li className="rows-item roomy">
      <div>
        <p className="strong two-lines" title={name}>
          {name}
        </p>
        <p className="hint">
          <a className="two-lines" href={`#/organizations/${organizationId}`}>
            {organization}
          </a>
        </p>
        <p className="hint">
          {[
            words.number(id),
            t.list.checkedOf(batch.processed_count, batch.total_count),
            words.sent(formatAgo(batch.created_at)),
            words.lastAnswer(formatAgo(batch.updated_at)),
          ].join(' · ')}
        </p>
      </div>
      <div className="row">
        <BatchBadge status={batch.status} />
        <Button isSmall aria-label={words.cancelOne(name)} onClick={onCancel}>
          {t.list.cancel}
        </Button>
      </div>
    </li>
  );
}
