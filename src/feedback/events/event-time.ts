import { numberIn, textIn, type Fields } from './json-fields';

/** Beyond it nobody's clock is wrong: the number is no time. */
const YEAR_2200 = Date.UTC(2200, 0);
/** RFC 3339 and its looser relatives: a blank for the `T`, no zone (then UTC), any number of digits of a second. */
const DATE_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.(\d{1,3})\d{0,9})?\s?(Z|UTC|[+-]\d\d:?\d\d)?)?$/i;

/** Seconds or milliseconds since 1970 as a number or in digits, or a date and time as text. */
export function timeIn(fields: Fields, key: string, unit: 'seconds' | 'milliseconds' = 'seconds'): Date | undefined {
  const number = numberIn(fields, key);
  if (number !== undefined) return within(unit === 'seconds' ? number * 1000 : number);
  return parseTime(textIn(fields, key));
}

/** A date and time in ISO 8601; of a date alone, its midnight in UTC. Undefined where it is no time, or none of 1970 to 2199. */
export function parseTime(text: string | undefined): Date | undefined {
  const [, day, clock = '00:00', seconds = ':00', fraction = '0', zone = 'Z'] = DATE_TIME.exec(text ?? '') ?? [];
  if (day === undefined) return undefined;
  return within(
    Date.parse(`${day}T${clock}${seconds}.${fraction.padEnd(3, '0')}${/^(?:z|utc)$/i.test(zone) ? 'Z' : zone}`),
  );
}

/** @param time milliseconds since 1970; perhaps not a number */
export function within(time: number): Date | undefined {
  return time >= 0 && time < YEAR_2200 ? new Date(Math.floor(time)) : undefined;
}

const MAIL_DATE = /^(?:[a-z]{3}, *)?\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)? (?:[+-]\d{4}|[a-z]{1,5})$/i;

/** A date as mail has it (RFC 5322 3.3), a comment behind it aside: `Mon, 5 Jan 2026 10:00:00 +0000 (UTC)`. */
export function parseMailDate(text: string | undefined): Date | undefined {
  const bare = (text ?? '')
    .slice(0, 100)
    .replace(/\s*\([^()]*\)\s*$/, '')
    .trim()
    .replace(/\s+/g, ' ');
  return MAIL_DATE.test(bare) ? within(Date.parse(bare)) : undefined;
}
