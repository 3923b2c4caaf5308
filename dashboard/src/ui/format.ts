const numbers = new Intl.NumberFormat('en');
const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const shortDays = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const spans = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export const formatNumber = (value: number): string => numbers.format(value);
export const formatDay = (iso: string): string => days.format(new Date(iso));
export const formatMoment = (iso: string): string => moments.format(new Date(iso));
/** @param date a UTC day, `2026-11-28` */
export const formatShortDay = (date: string): string => shortDays.format(new Date(`${date}T00:00:00Z`));

/** `1 credit`, `2 credits`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}

/** `5 minutes ago`; a date when it is more than 30 days away. */
export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const size = Math.abs(seconds);
  if (size < 45) return 'just now';
  if (size < 3600) return spans.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return spans.format(Math.round(seconds / 3600), 'hour');
  if (size < 30 * 86_400) return spans.format(Math.round(seconds / 86_400), 'day');
  return formatDay(iso);
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return count(bytes, 'byte');
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Whole percent; never 100 before all is done, never 0 once something is. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0%';
  if (part === whole) return '100%';
  return `${Math.min(99, Math.max(1, Math.round((part / whole) * 100)))}%`;
}
