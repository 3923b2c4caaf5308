const DAY_MS = 86_400_000;
/** 9999-12-31. */
const LAST_SERIAL = 2_958_465;

/** How the days of a workbook are counted. */
export type Epoch = 1900 | 1904;

/**
 * A date as Excel keeps it (days since its epoch, ECMA-376-1 18.17.4), as ISO 8601 without a zone: `2026-11-28`,
 * `2026-11-28 09:30:00`, or `09:30:00` for a time alone; null when it is none.
 */
export function serialDate(serial: number, epoch: Epoch): string | null {
  if (!(serial >= 0 && serial <= LAST_SERIAL)) return null;
  // Rounded to a second, as it was typed.
  const seconds = Math.round((serial % 1) * 86_400);
  const time = new Date(seconds * 1000).toISOString().slice(11, 19);
  if (serial < 1 && epoch === 1900) return time;
  const first = epoch === 1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  // Excel knows a 29 February 1900.
  const days = Math.floor(serial) + (epoch === 1900 && serial < 60 ? 1 : 0) + (seconds === 86_400 ? 1 : 0);
  const date = new Date(first + days * DAY_MS).toISOString().slice(0, 10);
  return seconds === 0 || seconds === 86_400 ? date : `${date} ${time}`;
}

/** Formats that every workbook has and that show a date or a time (ECMA-376-1 18.8.30, with those of East Asia). */
const DATE_FORMATS: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

export function isDateFormat(id: number): boolean {
  return DATE_FORMATS.some(([from, to]) => id >= from && id <= to);
}

/** Whether a format of the workbook's own shows a date: what is left without texts, colours and escapes has such letters. */
export function isDateCode(code: string): boolean {
  const bare = code
    .slice(0, 255)
    .replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, (part) => (/^\[[hms]+\]$/i.test(part) ? 'h' : ''));
  return !/general/i.test(bare) && /[ymdhs]/i.test(bare);
}
