import { withoutComments } from './comments';
import { numberIn, textIn, type Fields } from './json-fields';

/** Beyond it nobody's clock is wrong: the number is no time. */
const YEAR_2200 = Date.UTC(2200, 0);
/** RFC 3339 and its looser relatives: a blank for the `T`, no zone (then UTC), any number of digits of a second. */
const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.(\d{1,3})\d{0,9})?\s?(Z|UTC|[+-]\d\d:?\d\d)?)?$/i;

/** Seconds or milliseconds since 1970 as a number or in digits, or a date and time as text. */
export function timeIn(fields: Fields, key: string, unit: 'seconds' | 'milliseconds' = 'seconds'): Date | undefined {
  const number = numberIn(fields, key);
  if (number !== undefined) return within(unit === 'seconds' ? number * 1000 : number);
  return parseTime(textIn(fields, key));
}

/** A date and time in ISO 8601; of a date alone, its midnight in UTC. Undefined where it is no time, or none of 1970 to 2199. */
export function parseTime(text: string | undefined): Date | undefined {
  const [, year, month, day, clock = '00:00', seconds = ':00', fraction = '0', zone = 'Z'] =
    DATE_TIME.exec(text ?? '') ?? [];
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  const offset = /^(?:z|utc)$/i.test(zone) ? 'Z' : zone;
  return within(Date.parse(`${year}-${month}-${day}T${clock}${seconds}.${fraction.padEnd(3, '0')}${offset}`));
}

/** `Date` takes 30 February for 2 March. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** @param time milliseconds since 1970; perhaps not a number */
function within(time: number): Date | undefined {
  return time >= 0 && time < YEAR_2200 ? new Date(Math.floor(time)) : undefined;
}

const MAIL_DATE =
  /^(?:[a-z]{3} ?, ?)?(\d{1,2}) ([a-z]{3}) (\d{2,4}) (\d\d ?: ?\d\d(?: ?: ?\d\d)?) ([+-]\d{4}|[a-z]{1,5})$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A date as mail has it (RFC 5322 3.3), comments aside: `Mon, 5 Jan 2026 10:00:00 +0000 (UTC)`; also with a year of two or three digits
 * (4.3).
 */
export function parseMailDate(text: string | undefined): Date | undefined {
  const bare = withoutComments((text ?? '').slice(0, 100)).replace(/\s+/g, ' ');
  const [, day, month = '', digits = '', clock = '', zone] = MAIL_DATE.exec(bare) ?? [];
  const place = MONTHS.indexOf(month.toLowerCase());
  const year = yearOf(digits);
  if (place === -1 || !isDay(year, place + 1, Number(day))) return undefined;
  return within(Date.parse(`${day} ${month} ${year} ${clock.replaceAll(' ', '')} ${zone}`));
}

function yearOf(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return digits.length === 2 && year < 50 ? 2000 + year : 1900 + year;
}
