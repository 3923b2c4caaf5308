import type { Range } from '../../../api/feedback';
import { feedbackTexts } from '../../../texts/feedback';
import { formatPercent } from '../../../ui/format';

/** `0.7% (0.3% to 1.3%)`. @param note stands behind the range */
export function shareWithRange({ value, low, high }: Range, note = ''): string {
  const range = feedbackTexts().accuracy.range(formatPercent(low), formatPercent(high));
  return `${formatPercent(value)} (${range}${note === '' ? '' : `, ${note}`})`;
}
