import { useEffect, type ReactElement } from 'react';
import { batches, type Batch, type BatchSummary } from '../../../api';
import { useOrganization, useSession } from '../../../session/session-context';
import { t } from '../../../texts';
import { Card } from '../../../ui/card';
import { useLoaded } from '../../../ui/use-loaded';
import { Waiting } from '../../../ui/waiting';
import { useEvery } from '../../../ui/use-every';
import { PrintButton } from './print-button';
import { Reasons } from './reasons';
import { Times } from './times';

/** The counts beside it show progress; reasons may be some seconds old. */
const POLL_MS = 3000;

/** What a list tells: when, how fast, why. It grows while the work goes on, and is whole at its end. */
export function StoryCard({ batch }: { batch: Batch }): ReactElement {
  const { id } = useOrganization();
  const loaded = useLoaded(`${id} ${batch.id} summary`, () => batches.summary(id, batch.id));
  const { reload, data: summary } = loaded;
  const isAtWork = batch.status === 'pending' || batch.status === 'processing';
  useEvery(isAtWork ? POLL_MS : null, reload);
  useEffect(() => {
    if (!isAtWork) void reload();
  }, [isAtWork, reload]);
  return (
    <Card title={t.story.title} actions={<PrintButton isSmall />}>
      {summary === null ? (
        <Waiting loaded={loaded} />
      ) : (
        <>
          <Times summary={summary} />
          <Neighbours summary={summary} />
          {summary.processed_count > 0 && <Reasons summary={summary} />}
        </>
      )}
    </Card>
  );
}

/** The lists before and after this one, where somebody went on with it. */
function Neighbours({ summary }: { summary: BatchSummary }): ReactElement {
  const { link } = useSession();
  const { continues_id: earlier, continued_by_id: later } = summary;
  return (
    <>
      {earlier !== null && (
        <p className="hint">
          {t.again.continues} <a href={link(`batches/${earlier}`)}>{t.again.openEarlier}</a>
        </p>
      )}
      {later !== null && (
        <p className="hint">
          {t.again.continued} <a href={link(`batches/${later}`)}>{t.again.openLater}</a>
        </p>
      )}
    </>
  );
}
