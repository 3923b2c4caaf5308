import { t } from '../texts';
import { formatDay, formatDecimal, formatNumber, formatSpan } from '../texts/formats';

export {
  formatDay,
  formatList,
  formatMoment,
  formatNumber,
  formatPercent,
  formatShare,
  formatShortDay,
  formatUtcDay,
} from '../texts/formats';

export const isAhead = (instant: string | null): instant is string =>
  instant !== null && Date.parse(instant) > Date.now();

/** `5 minutes ago`; a date when it is more than 30 days away. */
export function formatAgo(iso: string, now = Date.now()): string {
  const isNow = Math.abs(Date.parse(iso) - now) < 45_000;
  return isNow ? t.common.justNow : (formatSpan(iso, now) ?? formatDay(iso));
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return t.common.bytes(bytes);
  if (bytes < 10_000) return `${formatDecimal(bytes / 1000)} kB`;
  if (bytes < 1_000_000) return `${formatNumber(Math.round(bytes / 1000))} kB`;
  return `${formatDecimal(bytes / 1_000_000)} MB`;
}
