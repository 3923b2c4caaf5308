import { useEffect, useState, type ReactElement } from 'react';
import { batches, type Batch } from '../../api';
import { Legend } from '../../charts/legend';
import { ShareRing } from '../../charts/share-ring';
import { goTo } from '../../router';
import { useOrganization, useSession } from '../../session/session-context';
import { BatchBadge } from '../../ui/batch-badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';
import { count, formatMoment, formatNumber } from '../../ui/format';
import { Page } from '../../ui/page';
import { ProgressBar } from '../../ui/progress-bar';
import { useLoaded } from '../../ui/use-loaded';
import { Waiting } from '../../ui/waiting';
import { batchShares } from './batch-shares';
import { DownloadCard } from './download-card';
import { useEvery } from './use-every';

const POLL_MS = 1000;

export function BatchPage({ id }: { id: number }): ReactElement {
  const organization = useOrganization();
  const { link, refresh } = useSession();
  const loaded = useLoaded(`${organization.id} ${id}`, () => batches.read(organization.id, id));
  const batch = loaded.data;
  const isAtWork = batch !== null && (batch.status === 'pending' || batch.status === 'processing');
  useEvery(isAtWork ? POLL_MS : null, loaded.reload);
  // What a finished batch did not spend has come back.
  const isDone = batch !== null && !isAtWork;
  useEffect(() => {
    if (isDone) void refresh();
  }, [isDone, refresh]);
  return (
    <Page
      title={batch?.name ?? `Batch ${id}`}
      lead={<a href={link('batches')}>All batches</a>}
      actions={batch !== null && <Actions batch={batch} onChanged={loaded.reload} />}
    >
      {batch === null ? <Waiting loaded={loaded} /> : <Result batch={batch} />}
    </Page>
  );
}

function Result({ batch }: { batch: Batch }): ReactElement {
  const shares = batchShares(batch);
  const isAtWork = batch.status === 'pending' || batch.status === 'processing';
  return (
    <>
      <Card>
        <div className="batch-state">
          <BatchBadge status={batch.status} />
          <p>
            <strong>{formatNumber(batch.processed_count)}</strong> of {count(batch.total_count, 'row')} checked
          </p>
          <p className="hint">
            Started {formatMoment(batch.created_at)} · {count(batch.credits_used, 'credit')} charged
          </p>
        </div>
        <ProgressBar label="Rows checked" percent={batch.progress} isRunning={isAtWork} />
        <p role="status" className="visually-hidden">
          {isAtWork ? `${Math.floor(batch.progress / 10) * 10}% checked` : `The batch is ${batch.status}.`}
        </p>
        <div className="ring-row">
          <ShareRing shares={shares} middle={`${Math.floor(batch.progress)}%`} caption="checked" />
          <Legend shares={shares} />
        </div>
        <p className="hint">Risky includes catch-all. Unknown rows, repeats and malformed rows are free.</p>
      </Card>
      {isAtWork ? <p className="hint">You may leave this page: the work goes on.</p> : <DownloadCard batch={batch} />}
    </>
  );
}

function Actions({ batch, onChanged }: { batch: Batch; onChanged: () => Promise<void> }): ReactElement {
  const { id } = useOrganization();
  const { link } = useSession();
  const [isAsking, setAsking] = useState(false);
  const close = (): void => {
    setAsking(false);
  };
  const isAtWork = batch.status === 'pending' || batch.status === 'processing';
  const word = isAtWork ? 'Cancel the batch' : 'Delete the batch';
  return (
    <>
      <Button
        onClick={() => {
          setAsking(true);
        }}
      >
        {isAtWork ? 'Cancel' : 'Delete'}
      </Button>
      {isAsking && isAtWork && (
        <Confirm
          title="Cancel this batch?"
          action={word}
          onClose={close}
          onConfirm={async () => {
            await batches.cancel(id, batch.id);
            close();
            await onChanged();
          }}
        >
          <p>Rows that are not checked yet cost nothing. What is done can be downloaded.</p>
        </Confirm>
      )}
      {isAsking && !isAtWork && (
        <Confirm
          title="Delete this batch?"
          action={word}
          onClose={close}
          onConfirm={async () => {
            await batches.remove(id, batch.id);
            goTo(link('batches'));
          }}
        >
          <p>Its list and its results are gone for good. Credits that it used don’t come back.</p>
        </Confirm>
      )}
    </>
  );
}
