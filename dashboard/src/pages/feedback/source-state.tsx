import type { ReactElement } from 'react';
import type { OperatedSource } from '../../api/feedback';
import { feedbackTexts } from '../../texts/feedback';
import { formatAgo, formatNumber } from '../../ui/format';
import { lastError } from './last-error';

/** The last error, unless events came since. */
export function SourceError({ source }: { source: OperatedSource }): ReactElement | null {
  const { last_error: error, last_error_at: at, last_event_at: lastEvent } = source;
  if (error === null || at === null) return null;
  const isOver = lastEvent !== null && Date.parse(lastEvent) > Date.parse(at);
  return (
    <div className={isOver ? 'hint' : 'notice bad'}>
      <p>
        {feedbackTexts().sources.lastError(formatAgo(at))}: {lastError(error)}
      </p>
    </div>
  );
}

export function SourceCounts({ source }: { source: OperatedSource }): ReactElement {
  const words = feedbackTexts().sources.counts;
  const counts = [
    [words.events, source.event_count],
    [words.duplicates, source.duplicate_count],
    [words.ignored, source.ignored_count],
    [words.faults, source.fault_count],
  ] as const;
  return (
    <dl className="source-counts">
      {counts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
