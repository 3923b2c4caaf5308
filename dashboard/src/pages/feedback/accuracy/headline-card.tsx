import type { ReactElement } from 'react';
import type { StatusOutcomes } from '../../../api/feedback';
import { t } from '../../../texts';
import { feedbackTexts } from '../../../texts/feedback';
import { formatPercent } from '../../../ui/format';

/** The answer that people came for: how often a `valid` bounced. */
export function HeadlineCard({ valid }: { valid: StatusOutcomes }): ReactElement | null {
  const words = feedbackTexts().accuracy;
  const { bounce_rate: rate, known, few } = valid;
  if (rate === null) return null;
  return (
    <section className="card accuracy-headline">
      <p className="tile-value">
        <span className="of">{words.headline(known, t.verdict.statuses.valid.name.toLocaleLowerCase())}</span>{' '}
        {words.bounced(formatPercent(rate.value))}
        <span className="of"> ({words.range(formatPercent(rate.low), formatPercent(rate.high))})</span>
      </p>
      <p className="hint">{words.rangeNote}</p>
      {few && <p className="notice warn">{words.few}</p>}
    </section>
  );
}
