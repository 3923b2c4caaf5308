import type { ReactElement } from 'react';
import { feedback, type Accuracy } from '../../../api/feedback';
import { useOrganization, useSession } from '../../../session/session-context';
import { t } from '../../../texts';
import { feedbackTexts } from '../../../texts/feedback';
import { PROVIDER_NAMES } from '../../../texts/provider-names';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { useLoaded } from '../../../ui/use-loaded';
import { Waiting } from '../../../ui/waiting';
import { PartPage } from '../part-page';
import { HeadlineCard } from './headline-card';
import { OutcomesTable } from './outcomes-table';
import { ReliabilityCard } from './reliability-card';
import { reasonName } from './reason-name';

export function AccuracyPage(): ReactElement {
  const { id } = useOrganization();
  const words = feedbackTexts().accuracy;
  const loaded = useLoaded(String(id), async () => {
    const [accuracy, summary] = await Promise.all([feedback.accuracy(id), feedback.summary(id)]);
    return { accuracy, isFed: summary.source_count > 0 || summary.last_event_at !== null };
  });
  return (
    <PartPage name="accuracy" title={words.title} lead={words.lead}>
      {loaded.data === null || loaded.fault !== null ? (
        <Waiting loaded={loaded} />
      ) : loaded.data.accuracy.known === 0 ? (
        <NothingYet answered={loaded.data.accuracy.answered} isFed={loaded.data.isFed} />
      ) : (
        <Measured accuracy={loaded.data.accuracy} />
      )}
    </PartPage>
  );
}

/** What to do, so that there is something. */
function NothingYet({ answered, isFed }: { answered: number; isFed: boolean }): ReactElement {
  const { role } = useOrganization();
  const { link } = useSession();
  const words = feedbackTexts().accuracy;
  const mayConnect = role === 'owner' || role === 'admin';
  return (
    <Card>
      {isFed ? (
        <Empty icon="feedback" title={words.noneYet}>
          {answered > 0 && <p>{words.waiting(answered)}</p>}
          <p>{words.noneYetHint}</p>
        </Empty>
      ) : (
        <Empty icon="feedback" title={words.noSource}>
          <p>{words.noSourceHint}</p>
          {mayConnect ? <a href={link('feedback')}>{words.connect}</a> : <p>{words.askAdmin}</p>}
        </Empty>
      )}
    </Card>
  );
}

function Measured({ accuracy }: { accuracy: Accuracy }): ReactElement {
  const words = feedbackTexts().accuracy;
  const valid = accuracy.by_status.find(({ status }) => status === 'valid');
  return (
    <>
      <p className="hint">{words.days(accuracy.days)}</p>
      {valid !== undefined && <HeadlineCard valid={valid} />}
      <Card title={words.byStatus} note={words.byStatusNote}>
        <OutcomesTable
          label={words.byStatus}
          of={words.result}
          rows={accuracy.by_status.map((row) => ({
            ...row,
            key: row.status,
            name: t.verdict.statuses[row.status].name,
          }))}
        />
        <details className="details">
          <summary>{words.byReason}</summary>
          <OutcomesTable
            label={words.byReason}
            of={words.result}
            rows={accuracy.by_sub_status.map((row) => ({
              ...row,
              key: `${row.status}/${row.sub_status ?? ''}`,
              name: reasonName(row.status, row.sub_status),
            }))}
          />
        </details>
      </Card>
      <ReliabilityCard reliability={accuracy.reliability} />
      {accuracy.providers.length > 0 && (
        <Card title={words.providers} note={words.providersNote}>
          <OutcomesTable
            label={words.providers}
            of={words.provider}
            rows={accuracy.providers.map((row) => ({
              ...row,
              key: row.provider ?? '',
              name: row.provider === null ? words.otherProvider : (PROVIDER_NAMES[row.provider] ?? row.provider),
            }))}
          />
        </Card>
      )}
    </>
  );
}
