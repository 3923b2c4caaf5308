import type { ReactElement } from 'react';
import { t } from '../texts';
import { formatMoment, isAhead } from './format';

/** What a rotation ends at once, where there was another within a day. @param until as the interface says it */
export function PreviousEnds({ until }: { until: string | null }): ReactElement | null {
  return isAhead(until) ? <p className="notice warn">{t.common.previousEnds(formatMoment(until))}</p> : null;
}
