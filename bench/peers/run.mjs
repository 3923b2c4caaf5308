/**
 * Asks one peer about addresses: `node --import ./loopback-only.mjs run.mjs PEER < request.json`, where the request is
 * `{ "addresses": […], "atATime": 20, "warmUp": […] }`; what is in `warmUp` is asked before, and
 * the rest once the parent has answered the message that this is done. Prints `{ "verdicts": […], "durationMs": … }` in the order of the addresses.
 */
const HUNG_MS = 40_000;

const peer = process.argv[2];
const { check } = await import(`./${peer}.mjs`);
const { addresses, atATime, warmUp } = JSON.parse(await textOf(process.stdin));
await answerAll(warmUp);
if (warmUp.length > 0) await parentIsReady();
const startedAt = performance.now();
const verdicts = await answerAll(addresses);
process.stdout.write(JSON.stringify({ verdicts, durationMs: performance.now() - startedAt }), () => process.exit(0));

function parentIsReady() {
  return new Promise((resolve) => {
    process.once('message', resolve);
    process.send('warm');
  });
}

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

async function textOf(stream) {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

// A peer that leaves an error without a listener must not take the others' answers with it.
process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);
