/**
 * Asks one peer about addresses: `node --import ./loopback-only.mjs run.mjs PEER < request.json`, where the request is
 * `{ "addresses": […], "atATime": 20 }`. Prints `{ "verdicts": […], "durationMs": … }` in the order of the addresses.
 */
const HUNG_MS = 40_000;

const peer = process.argv[2];
const { check } = await import(`./${peer}.mjs`);
const { addresses, atATime } = JSON.parse(await textOf(process.stdin));
const verdicts = [];
let next = 0;
const startedAt = performance.now();
await Promise.all(Array.from({ length: Math.min(atATime, addresses.length) }, lane));
process.stdout.write(JSON.stringify({ verdicts, durationMs: performance.now() - startedAt }), () => process.exit(0));

async function lane() {
  for (let index = next++; index < addresses.length; index = next++) verdicts[index] = await answer(addresses[index]);
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

async function textOf(stream) {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

// A peer that leaves an error without a listener must not take the others' answers with it.
process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);
