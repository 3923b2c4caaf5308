import type { ReactElement } from 'react';
import type { SharedSummary } from '../../../api';
import { t } from '../../../texts';
import { PROVIDER_NAMES } from '../../../texts/provider-names';
import { formatNumber } from '../../../ui/format';
import { Bars, type Bar } from './bars';

/** More than these are added up: a list of thirty bars is read by nobody. */
const MOST_BARS = 8;

/** What is in a list, in words and numbers: why, who takes its mail, what else was seen. */
export function Reasons({ summary }: { summary: SharedSummary }): ReactElement {
  const { counted_count: counted, processed_count: done } = summary;
  if (counted === 0) return <p>{t.story.notCounted}</p>;
  const traits = [
    [t.story.duplicates, summary.duplicate_count],
    [t.story.malformed, summary.malformed_count],
    [t.story.suggestions, summary.suggestion_count],
    [t.story.roles, summary.role_account_count],
    [t.story.disposable, summary.disposable_count],
    [t.story.free, summary.free_provider_count],
  ] as const;
  const providers = providerBars(summary);
  return (
    <div className="story">
      {counted < done && <p className="hint">{t.story.partly(counted, done)}</p>}
      <h3>{t.story.byReason}</h3>
      <Bars bars={reasonBars(summary)} whole={counted} />
      {providers.length > 0 && (
        <>
          <h3>{t.story.byProvider}</h3>
          <Bars bars={providers} whole={counted} />
        </>
      )}
      <h3>{t.story.andMore}</h3>
      <dl className="facts">
        {traits.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A reason without a word of ours is one of a newer service: it is shown as it came. */
function reasonBars({ reasons }: SharedSummary): Bar[] {
  const words: Readonly<Record<string, string>> = t.story.reasons;
  return reasons.map(({ status, sub_status: subStatus, count }) => ({
    key: `${status} ${subStatus ?? ''}`,
    name:
      subStatus === null
        ? t.verdict.statuses[status].name
        : `${t.verdict.statuses[status].name}: ${words[subStatus] ?? subStatus}`,
    value: count,
    kind: status,
  }));
}

function providerBars({ providers }: SharedSummary): Bar[] {
  const named = providers.filter(({ provider }) => provider !== 'other');
  const shown = named.slice(0, MOST_BARS);
  const others =
    providers.reduce((sum, { count }) => sum + count, 0) - shown.reduce((sum, { count }) => sum + count, 0);
  const bars = shown.map(({ provider, count }) => ({
    key: provider,
    name: PROVIDER_NAMES[provider] ?? provider,
    value: count,
    kind: 'brand',
  }));
  return others === 0 ? bars : [...bars, { key: 'other', name: t.story.otherProvider, value: others, kind: 'brand' }];
}
