const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** From a failed attempt to the next: about three days in all. */
const DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const JITTER = 0.2;
/** A receiver that asks for more waits no longer. */
const MOST_ASKED_MS = HOUR;
/** Of an endpoint that is out of reach: as long as a tenth of the time that it has been, within these. */
const PAUSE_MS = { least: 4 * SECOND, most: MINUTE };

/**
 * @param attempts made so far, all in vain: 1 or more
 * @param asksMs for which the receiver asks to wait; 0: for nothing
 * @param random from 0 to 1
 * @returns milliseconds to the next attempt; null: there is none
 */
export function nextDelay(attempts: number, asksMs: number, random: number): number | null {
  const delay = DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  const jittered = delay * (1 + JITTER * (2 * random - 1));
  return Math.round(Math.max(jittered, Math.min(asksMs, MOST_ASKED_MS)));
}

/**
 * For how long an endpoint is left alone that is out of reach, or asks for it, so that what waits for it is not tried one after the
 * other in vain.
 * @param failingMs for how long it has failed
 */
export function pauseOf(failingMs: number, asksMs: number): number {
  const pause = Math.min(Math.max(failingMs / 10, PAUSE_MS.least), PAUSE_MS.most);
  return Math.round(Math.max(pause, Math.min(asksMs, MOST_ASKED_MS)));
}

/** RFC 9110 10.2.3: seconds, or a date. Milliseconds, as many as are asked for (`MOST_ASKED_MS` bounds them); 0 for what is neither. */
export function readRetryAfter(text: string | undefined, now: number): number {
  if (text === undefined) return 0;
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(at - now, 0);
}
