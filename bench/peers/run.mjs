import { createInterface } from 'node:readline/promises';

/**
 * Asks one peer about addresses: `node --import ./loopback-only.mjs run.mjs PEER`. A line comes in,
 * `{ "addresses": […], "atATime": 20, "warmUp": […] }`. Once what is in `warmUp` has been asked, the line `warm` goes out, and
 * the rest is asked when another line has come in. `{ "verdicts": […], "durationMs": … }` goes out, in the order of the addresses.
 */
const HUNG_MS = 40_000;

const peer = process.argv[2];
const { check } = await import(`./${peer}.mjs`);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { addresses, atATime, warmUp } = JSON.parse((await lines.next()).value);
await answerAll(warmUp);
if (warmUp.length > 0) {
  process.stdout.write('warm\n');
  await lines.next();
}
const startedAt = performance.now();
const verdicts = await answerAll(addresses);
const said = JSON.stringify({ verdicts, durationMs: performance.now() - startedAt });
process.stdout.write(`${said}\n`, () => process.exit(0));

async function answerAll(list) {
  const answers = [];
  const open = list.entries();
  const lane = async () => {
    for (const [index, address] of open) answers[index] = await answer(address);
  };
  await Promise.all(Array.from({ length: Math.min(atATime, list.length) }, lane));
  return answers;
}

/** What throws or hangs has no verdict to give. */
async function answer(address) {
  let timer;
  const hung = new Promise((resolve) => {
    timer = setTimeout(() => resolve('hung'), HUNG_MS);
  });
  const asked = check(address).catch(() => 'failed');
  const verdict = await Promise.race([asked, hung]);
  clearTimeout(timer);
  return verdict;
}

// A peer that leaves an error without a listener must not take the others' answers with it.
process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);
