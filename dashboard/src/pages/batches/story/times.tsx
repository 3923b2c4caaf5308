import type { ReactElement } from 'react';
import type { SharedSummary } from '../../../api';
import { t } from '../../../texts';
import { formatMoment } from '../../../ui/format';
import { inWords } from './in-words';

/** When the work began, how fast it goes, and when it will end or has ended. */
export function Times({ summary, now = Date.now() }: { summary: SharedSummary; now?: number }): ReactElement {
  return <p className="hint">{parts(summary, now).join(' · ')}</p>;
}

function parts(summary: SharedSummary, now: number): string[] {
  const { status, started_at: started, finished_at: finished, seconds_taken: took } = summary;
  if (status === 'pending') return [t.story.waiting];
  const all = started === null ? [] : [t.story.started(formatMoment(started))];
  if (status === 'processing') return [...all, ...pace(summary), expected(summary, now)];
  if (finished !== null) all.push(t.story.finished(formatMoment(finished)));
  if (took !== null) all.push(t.story.took(inWords(took)), ...pace(summary));
  return all;
}

function pace({ rows_per_minute: rows }: SharedSummary): string[] {
  return rows === null ? [] : [t.story.speed(rows)];
}

function expected({ expected_end_at: end }: SharedSummary, now: number): string {
  if (end === null) return t.story.notKnownYet;
  return t.story.expected(formatMoment(end), inWords(Math.max(0, Date.parse(end) - now) / 1000));
}
