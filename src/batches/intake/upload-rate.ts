import type { IncomingMessage } from 'node:http';
import { RequestTimeoutError } from '../../common/request-timeout.error';

/** The least rate at which data must come. */
export interface DataRate {
  bytesPerSecond: number;
  /** Averaged over so many seconds in which we waited for the caller. */
  overSeconds: number;
  /** How long a second is. */
  secondMs: number;
}

const LEAST: DataRate = { bytesPerSecond: 20_000, overSeconds: 30, secondMs: 1000 };

/**
 * Watches that an upload comes at 20 kB/s at least, averaged over 30 s: a caller who sends a letter now and then
 * would hold a connection and a window of memory for an hour. Seconds in which bytes lie unread count as ours.
 * @param onSlow called once, with what to tell the caller
 * @returns ends the watch
 */
export function requireDataRate(
  request: IncomingMessage,
  onSlow: (fault: RequestTimeoutError) => void,
  rate: DataRate = LEAST,
): () => void {
  let seen = request.socket.bytesRead;
  let waited = 0;
  const timer = setInterval(() => {
    if (request.complete || request.destroyed) {
      clearInterval(timer);
      return;
    }
    if (request.readableLength > 0) return;
    waited += 1;
    if (waited < rate.overSeconds) return;
    const came = request.socket.bytesRead - seen;
    if (came < rate.bytesPerSecond * rate.overSeconds) {
      clearInterval(timer);
      onSlow(new RequestTimeoutError(tooSlow(rate)));
    }
    seen += came;
    waited = 0;
  }, rate.secondMs);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

function tooSlow({ bytesPerSecond, overSeconds }: DataRate): string {
  return `The upload came at less than ${bytesPerSecond / 1000} kB/s for ${overSeconds} s, and was given up.`;
}
