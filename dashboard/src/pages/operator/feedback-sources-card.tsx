import { useState, type ReactElement } from 'react';
import { operator, type OperatedSource } from '../../api/operator';
import { feedbackTexts } from '../../texts/feedback';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';
import { formatAgo } from '../../ui/format';
import { useLoaded } from '../../ui/use-loaded';
import { Waiting } from '../../ui/waiting';
import { providerName } from '../feedback/provider-name';
import { SourceCounts, SourceError } from '../feedback/source-state';
import '../../styles/feedback.css';

/** Who tells an organization what became of its mails; the operator can switch one off. */
export function FeedbackSourcesCard({ organizationId }: { organizationId: number }): ReactElement {
  const words = feedbackTexts();
  const loaded = useLoaded(String(organizationId), () => operator.feedbackSources(organizationId));
  const [asked, setAsked] = useState<OperatedSource | null>(null);
  const [said, setSaid] = useState('');
  return (
    <Card title={words.operator.title}>
      <p role="status" className={said === '' ? 'visually-hidden' : 'hint'}>
        {said}
      </p>
      {loaded.data === null ? (
        <Waiting loaded={loaded} />
      ) : loaded.data.length === 0 ? (
        <p className="hint">{words.operator.none}</p>
      ) : (
        <ul className="rows">
          {loaded.data.map((source) => (
            <SourceRow key={source.id} source={source} onAsk={setAsked} />
          ))}
        </ul>
      )}
      {asked !== null && (
        <Confirm
          title={asked.is_enabled ? words.operator.askOff(asked.name) : words.sources.switchOnOf(asked.name)}
          action={asked.is_enabled ? words.sources.switchOff : words.sources.switchOn}
          isHarmless={!asked.is_enabled}
          onClose={() => {
            setAsked(null);
          }}
          onConfirm={async () => {
            await operator.switchFeedbackSource(asked.id, !asked.is_enabled);
            setSaid(asked.is_enabled ? words.sources.isOff(asked.name) : words.sources.isOn(asked.name));
            setAsked(null);
            await loaded.reload();
          }}
        >
          {asked.is_enabled && <p>{words.operator.offText}</p>}
        </Confirm>
      )}
    </Card>
  );
}

function SourceRow({
  source,
  onAsk,
}: {
  source: OperatedSource;
  onAsk: (source: OperatedSource) => void;
}): ReactElement {
  const { sources: words } = feedbackTexts();
  const { name, provider, is_enabled: isOn, last_event_at: lastEvent } = source;
  const last = lastEvent === null ? words.waits : words.lastEvent(formatAgo(lastEvent));
  return (
    <li className="rows-item roomy">
      <div className="source-row">
        <p className="strong">
          {name} {!isOn && <span className="badge unknown">{words.off}</span>}
        </p>
        <p className="hint">{[providerName(provider), last].join(' · ')}</p>
        <SourceError source={source} />
        <SourceCounts source={source} />
      </div>
      <Button
        isSmall
        kind={isOn ? 'risk' : 'quiet'}
        aria-label={isOn ? words.switchOffOf(name) : words.switchOnOf(name)}
        onClick={() => {
          onAsk(source);
        }}
      >
        {isOn ? words.switchOff : words.switchOn}
      </Button>
    </li>
  );
}
