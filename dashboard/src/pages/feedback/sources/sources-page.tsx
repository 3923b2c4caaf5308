import { useState, type ReactElement } from 'react';
import { feedback, type FeedbackSource } from '../../../api/feedback';
import { useOrganization } from '../../../session/session-context';
import { feedbackTexts } from '../../../texts/feedback';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { formatDay } from '../../../ui/format';
import { useFocusBack } from '../../../ui/use-focus-back';
import { useLoaded } from '../../../ui/use-loaded';
import { Waiting } from '../../../ui/waiting';
import { PartPage } from '../part-page';
import { providerName } from '../provider-name';
import { NewSource } from './new-source';
import { SourceActions } from './source-actions';
import { SourceFacts } from './source-facts';
import { SourceShown, type FreshSource } from './source-shown';
import { Steps } from './steps';
import { TestEvent } from './test-event';

export function SourcesPage(): ReactElement {
  const { role } = useOrganization();
  const { sources: words } = feedbackTexts();
  if (role === 'owner' || role === 'admin') return <Sources />;
  return (
    <PartPage name="sources" title={words.title} lead={words.lead}>
      <Card>
        <Empty icon="feedback" title={words.notYours}>
          {words.notYoursHint}
        </Empty>
      </Card>
    </PartPage>
  );
}

function Sources(): ReactElement {
  const { id } = useOrganization();
  const { sources: words } = feedbackTexts();
  const loaded = useLoaded(String(id), () => feedback.sources(id));
  const [isAdding, setAdding] = useState(false);
  const [fresh, setFresh] = useState<FreshSource | null>(null);
  const [said, setSaid] = useState('');
  const back = useFocusBack();
  const show = async (next: FreshSource): Promise<void> => {
    setAdding(false);
    setSaid('');
    setFresh(next);
    await loaded.reload();
  };
  const add = (
    <Button
      ref={back.ref}
      kind="primary"
      onClick={() => {
        setFresh(null);
        setAdding(true);
      }}
    >
      {words.add}
    </Button>
  );
  return (
    <PartPage name="sources" title={words.title} lead={words.lead} actions={!isAdding && add}>
      {isAdding && (
        <NewSource
          onConnected={show}
          onClose={() => {
            setAdding(false);
            back.focus();
          }}
        />
      )}
      {fresh !== null && (
        <SourceShown
          key={`${fresh.url ?? ''}${fresh.secret ?? ''}`}
          fresh={fresh}
          onClose={() => {
            setFresh(null);
            back.focus();
          }}
        />
      )}
      <p role="status" className={said === '' ? 'visually-hidden' : 'hint'}>
        {said}
      </p>
      {loaded.data === null || loaded.fault !== null ? (
        <Waiting loaded={loaded} />
      ) : (
        loaded.data.map((source) => (
          <SourceCard
            key={source.id}
            source={source}
            onFresh={show}
            onChanged={async (what) => {
              setSaid(what);
              await loaded.reload();
            }}
          />
        ))
      )}
      {loaded.data?.length === 0 && !isAdding && (
        <Card>
          <Empty icon="feedback" title={words.none}>
            {words.noneHint}
          </Empty>
        </Card>
      )}
    </PartPage>
  );
}

interface SourceCardProps {
  source: FeedbackSource;
  onFresh: (fresh: FreshSource) => Promise<void>;
  onChanged: (said: string) => Promise<void>;
}

function SourceCard({ source, onFresh, onChanged }: SourceCardProps): ReactElement {
  const { sources: words } = feedbackTexts();
  const note = [providerName(source.provider), words.created(formatDay(source.created_at))].join(' · ');
  return (
    <Card
      title={source.name}
      note={note}
      actions={!source.is_enabled && <span className="badge unknown">{words.off}</span>}
    >
      <SourceFacts source={source} />
      <TestEvent source={source} />
      <details className="details">
        <summary>{words.setUp}</summary>
        <Steps provider={source.provider} />
      </details>
      <SourceActions source={source} onFresh={onFresh} onChanged={onChanged} />
    </Card>
  );
}
