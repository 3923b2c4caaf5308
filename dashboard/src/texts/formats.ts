import { localeFor, type Locale } from './locale';

/** Numbers and dates as they are written by one locale: made once, since each `Intl` object costs some milliseconds. */
interface Formats {
  numbers: Intl.NumberFormat;
  decimals: Intl.NumberFormat;
  percents: Intl.NumberFormat;
  closePercents: Intl.NumberFormat;
  days: Intl.DateTimeFormat;
  shortDays: Intl.DateTimeFormat;
  utcDays: Intl.DateTimeFormat;
  moments: Intl.DateTimeFormat;
  spans: Intl.RelativeTimeFormat;
  lists: Intl.ListFormat;
  choices: Intl.ListFormat;
  plurals: Intl.PluralRules;
}

let formats = formatsFor(localeFor(['en'], null));

/** From here on everything is written by this locale. */
export function writeBy(locale: Locale): void {
  formats = formatsFor(locale);
}

function formatsFor({ language, tag, hourCycle }: Locale): Formats {
  const clock = hourCycle ?? new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions().hourCycle;
  return {
    numbers: new Intl.NumberFormat(tag),
    decimals: new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    percents: new Intl.NumberFormat(tag, { style: 'percent' }),
    closePercents: new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 }),
    days: new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric' }),
    shortDays: new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    utcDays: new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
    moments: new Intl.DateTimeFormat(tag, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      // With the two digits that a clock of 24 hours has: `09:05`, but `9:05 AM`.
      hour: clock === 'h23' || clock === 'h24' ? '2-digit' : 'numeric',
      minute: '2-digit',
      hourCycle: clock,
    }),
    spans: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
    lists: new Intl.ListFormat(language, { type: 'conjunction' }),
    choices: new Intl.ListFormat(language, { type: 'disjunction' }),
    plurals: new Intl.PluralRules(language),
  };
}

export const formatNumber = (value: number): string => formats.numbers.format(value);
/** With one digit behind the point. */
export const formatDecimal = (value: number): string => formats.decimals.format(value);
/** A share of 1 as percent, with one digit behind the point where it has one. */
export const formatPercent = (share: number): string => formats.closePercents.format(share);
export const formatDay = (iso: string): string => formats.days.format(new Date(iso));
export const formatMoment = (iso: string): string => formats.moments.format(new Date(iso));
/** @param date a UTC day, `2026-11-28` */
export const formatShortDay = (date: string): string => formats.shortDays.format(new Date(`${date}T00:00:00Z`));
/** The same with its year. */
export const formatUtcDay = (date: string): string => formats.utcDays.format(new Date(`${date}T00:00:00Z`));
/** `one, two and three`. */
export const formatList = (parts: readonly string[]): string => formats.lists.format(parts);
/** `one, two or three`. */
export const formatEither = (parts: readonly string[]): string => formats.choices.format(parts);

/** Whole percent; never 100 before all is done, never 0 once something is. */
export function formatShare(part: number, whole: number): string {
  const share = whole === 0 || part === 0 ? 0 : part === whole ? 1 : Math.min(0.99, Math.max(0.01, part / whole));
  return formats.percents.format(share);
}

/** `5 minutes ago`; null when it is less than a minute or more than 30 days away. */
export function formatSpan(iso: string, now: number): string | null {
  const seconds = (Date.parse(iso) - now) / 1000;
  const size = Math.abs(seconds);
  if (size < 45 || size >= 30 * 86_400) return null;
  if (size < 3600) return formats.spans.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return formats.spans.format(Math.round(seconds / 3600), 'hour');
  return formats.spans.format(Math.round(seconds / 86_400), 'day');
}

/** The number before the form of the word that the language has for it: `1 row`, `2,000 rows`. */
export function count(value: number, one: string, other: string): string {
  return `${formatNumber(value)} ${plural(value, one, other)}`;
}

/** The form alone. English and German have two; a language that has more takes more parameters here. */
export function plural(value: number, one: string, other: string): string {
  return formats.plurals.select(value) === 'one' ? one : other;
}
