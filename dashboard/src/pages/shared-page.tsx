import type { ReactElement } from 'react';
import { summaryLinks, type SharedSummary } from '../api';
import { Legend } from '../charts/legend';
import { t } from '../texts';
import { BatchBadge } from '../ui/batch-badge';
import { Brand } from '../ui/brand';
import { Card } from '../ui/card';
import { formatDay } from '../ui/format';
import { Page } from '../ui/page';
import { useLoaded } from '../ui/use-loaded';
import { Waiting } from '../ui/waiting';
import { PrintButton } from './batches/story/print-button';
import { Reasons } from './batches/story/reasons';
import { sharesOf } from './batches/story/shares-of';
import { Times } from './batches/story/times';

/** Behind a link to a summary, for anybody who has it: no session is needed. */
export function SharedPage({ secret }: { secret: string }): ReactElement {
  const loaded = useLoaded(secret, () => summaryLinks.open(secret));
  const { data: summary, fault } = loaded;
  const isGone = summary === null && fault?.status === 404;
  return (
    <main className="shared">
      <Brand />
      <Page
        title={isGone ? t.sharing.gone : (summary?.name ?? t.sharing.sharedTitle)}
        lead={summary === null ? undefined : t.sharing.sharedLead(formatDay(summary.link_expires_at))}
        actions={summary === null ? undefined : <PrintButton />}
      >
        {isGone && <p>{t.sharing.goneText}</p>}
        {summary === null && !isGone && <Waiting loaded={loaded} />}
        {summary !== null && <Shown summary={summary} />}
      </Page>
    </main>
  );
}

function Shown({ summary }: { summary: SharedSummary }): ReactElement {
  return (
    <>
      <Card title={t.sharing.counts}>
        <div className="batch-state">
          <BatchBadge status={summary.status} />
          <p className="strong">{t.sharing.ofRows(summary.processed_count, summary.total_count)}</p>
        </div>
        <Legend shares={sharesOf(summary)} whole={summary.total_count} />
        <Times summary={summary} />
      </Card>
      <Card title={t.story.title}>
        <Reasons summary={summary} />
      </Card>
    </>
  );
}
