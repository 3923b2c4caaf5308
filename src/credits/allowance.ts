/**
 * When a monthly allowance that was set at `setAt` is full again: the same day and time of the first month after `now`
 * (UTC), or the last day of a month that is too short. Milliseconds since the epoch.
 */
export function nextReset(setAt: number, now: number): number {
  const start = new Date(setAt);
  const passed =
    (new Date(now).getUTCFullYear() - start.getUTCFullYear()) * 12 + new Date(now).getUTCMonth() - start.getUTCMonth();
  for (let months = Math.max(1, passed); ; months += 1) {
    const reset = addMonths(start, months);
    if (reset > now) return reset;
  }
}

function addMonths(start: Date, months: number): number {
  const date = new Date(start);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return date.getTime();
}
