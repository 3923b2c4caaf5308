import { TimeoutError } from 'email-validation-client';
import { note, printable } from './print.js';

/** Shorter ones look like the work itself. */
const LONG_MS = 2000;

/** Nobody should wonder whether it hangs. */
export function sayLongWait({ error, delayMs }: { error: Error; delayMs: number }): void {
  // A try that its limit ended was a long wait itself.
  if (delayMs <= LONG_MS && !(error instanceof TimeoutError)) return;
  // A bar may stand in the line.
  const fresh = process.stderr.isTTY ? '\r\u001b[K' : '';
  note(`${fresh}${printable(error.message)} Trying again in ${Math.ceil(delayMs / 1000)} s.`);
}
