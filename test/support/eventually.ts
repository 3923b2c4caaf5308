import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the answer is yes; fails after `timeoutMs` with the name of what did not come about. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`After ${timeoutMs} ms still not so: ${what}`);
    await sleep(10);
  }
}
