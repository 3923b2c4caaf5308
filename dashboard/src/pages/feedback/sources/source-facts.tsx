import type { ReactElement } from 'react';
import type { FeedbackSource } from '../../../api/feedback';
import { feedbackTexts } from '../../../texts/feedback';
import { formatAgo, formatMoment, isAhead } from '../../../ui/format';
import { SourceCounts, SourceError } from '../source-state';
import { givesKey, needsKey } from './source-key';

/** How a source is, and what is still to be done for it. */
export function SourceFacts({ source }: { source: FeedbackSource }): ReactElement {
  const words = feedbackTexts().sources;
  const { provider, last_event_at: lastEvent, topic_arn: topic, confirmation_url: confirmation } = source;
  return (
    <>
      {givesKey(provider) && !source.has_secret && (
        <p className="notice warn">{needsKey(provider) ? words.noKey : words.noKeyOptional}</p>
      )}
      {confirmation !== null && (
        <div className="notice warn">
          <p>{words.confirm}</p>
          <a className="button quiet small" href={confirmation} target="_blank" rel="noreferrer">
            {words.confirmLink}
          </a>
        </div>
      )}
      <SourceError source={source} />
      <p className="strong">{lastEvent === null ? words.waits : words.lastEvent(formatAgo(lastEvent))}</p>
      <SourceCounts source={source} />
      {topic !== null && (
        <p className="hint">
          {words.topic}: <code className="breakable">{topic}</code>
        </p>
      )}
      {isAhead(source.old_address_until) && (
        <p className="hint">{words.oldUrl(formatMoment(source.old_address_until))}</p>
      )}
      {isAhead(source.old_secret_until) && (
        <p className="hint">{words.oldSecret(formatMoment(source.old_secret_until))}</p>
      )}
    </>
  );
}
