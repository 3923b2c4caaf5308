import { useEffect, type ReactElement } from 'react';
import { batches } from '../../api';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Page } from '../../ui/page';
import { useLoaded } from '../../ui/use-loaded';
import { Waiting } from '../../ui/waiting';
import { UnknownList } from '../not-found-pages';
import { BatchActions } from './batch-actions';
import { BatchCounts } from './batch-counts';
import { DownloadCard } from './download-card';
import { AgainCard } from './story/again-card';
import { Story } from './story/story';
import { useEvery } from '../../ui/use-every';

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
  if (loaded.fault?.status === 404) return <UnknownList />;
  return (
    <Page
      title={batch?.name ?? t.list.title(id)}
      lead={<a href={link('batches')}>{t.list.all}</a>}
      actions={batch !== null && <BatchActions batch={batch} onChanged={loaded.reload} />}
    >
      {(batch === null || loaded.fault !== null) && <Waiting loaded={loaded} />}
      {batch !== null && <BatchCounts batch={batch} />}
      {isAtWork && <p className="hint">{t.list.mayLeave}</p>}
      {isDone && <DownloadCard batch={batch} />}
      {isDone && <AgainCard batch={batch} />}
      {batch !== null && <Story batch={batch} />}
    </Page>
  );
}
