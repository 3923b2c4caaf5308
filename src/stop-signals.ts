/**
 * Asks to stop: SIGTERM, SIGINT, SIGHUP, and the end of the npm that started us. Imported before anything else, so that
 * none of them is lost while the program loads: as process 1 of a container it would be ignored.
 */
import { watchAncestorsUpToNpm } from './npm-ancestors';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** npm hands a signal to its shell or just ends, and neither hands it on: then we have another parent, or our parent has. */
const LOOK_EVERY_MS = 500;

let isAsked = false;
let stop: () => void = () => process.exit(0);

function ask(): void {
  if (isAsked) return;
  isAsked = true;
  stop();
}

for (const signal of SIGNALS) process.on(signal, ask);

const { npm_lifecycle_event: event = '', npm_lifecycle_script: script } = process.env;
if (/^(start(:prod)?|sandbox)$/.test(event) && script !== undefined) {
  const areTheSame = watchAncestorsUpToNpm(script);
  setInterval(() => {
    if (!areTheSame()) ask();
  }, LOOK_EVERY_MS).unref();
}

/** Sets what is done when we are asked to stop, once. Until then the process just ends, with code 0. */
export function onStop(action: () => void): void {
  stop = action;
  if (isAsked) action();
}
