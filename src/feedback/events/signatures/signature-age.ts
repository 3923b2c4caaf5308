const SECOND = 1000;

/** How old a signature may be, and how far ahead its clock, in seconds. */
export interface AgeWindow {
  readonly past: number;
  readonly future: number;
}

/** @param timestamp seconds since 1970, in digits */
export function isWithinWindow(timestamp: string, now: Date, { past, future }: AgeWindow): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const age = now.getTime() / SECOND - Number(timestamp);
  return age <= past && age >= -future;
}
