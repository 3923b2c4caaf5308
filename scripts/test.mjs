import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fetchMailServers } from './interop-servers.mjs';
import { bin, buildTests, root, setup } from './lib.mjs';
import { preparePython, testPython } from './python-client.mjs';
import { serversInReach } from './servers.mjs';

/**
 * `npm test`: every suite, on the embedded set-up and, where MySQL and Redis answer, on the distributed one; against real
 * mail servers where Debian's can be fetched; then those of the Python client, where Python is. Arguments choose files of
 * Jest; `clients/python` is all of Python's. `REQUIRE_SERVERS=1` makes the absence of any of them a failure, `TEST_SET_UPS=embedded` (or
 * `distributed`) leaves out the other set-up. Ends with
 * the slowest files, what was started, and one line that sums all suites.
 */
await setup();
await buildTests();

const SLOWEST = 20;
const named = process.argv.slice(2);
const ofJest = named.filter((name) => !name.startsWith('clients/python'));
// The slow suites are all of Jest's.
const withPython = (named.length === 0 && process.env.TEST_SLOW !== 'only') || ofJest.length < named.length;
const withJest = named.length === 0 || ofJest.length > 0;
const tally = join(root, '.cache', 'tally.jsonl');

const isEmbeddedAlone = process.env.TEST_SET_UPS === 'embedded';
const { missing } = isEmbeddedAlone ? { missing: [] } : await serversInReach();
const inReach = isEmbeddedAlone || missing.length > 0 ? 'none' : 'all';
const mail = fetchMailServers();
// Samples of the Python client are run with what its tests have.
const python = withPython || ofJest.some((name) => name.includes('samples')) ? await preparePython() : {};
const untested = [
  ...(missing.length > 0 ? [`the distributed set-up, since ${missing.join(' and ')} can't be reached`] : []),
  ...(mail.missing === undefined ? [] : [`Postfix, Exim and OpenSMTPD, since ${mail.missing}`]),
  ...(python.missing === undefined ? [] : [`the Python client, since ${python.missing}`]),
];
for (const what of untested) {
  const loud = `NOT TESTED: ${what}.`;
  process.stderr.write(`\n${'='.repeat(loud.length)}\n${loud}\n${'='.repeat(loud.length)}\n\n`);
}
if (untested.length > 0 && process.env.REQUIRE_SERVERS === '1') {
  process.stdout.write('0 passed, 1 failed\n');
  process.exit(1);
}

const sum = { passed: 0, failed: 0 };
const add = ({ passed, failed }) => {
  sum.passed += passed;
  sum.failed += failed;
};
rmSync(tally, { force: true });
if (withJest) add(testByJest());
if (withPython && python.missing === undefined) add(testPython(inReach));
writeFigures();
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);

function testByJest() {
  const report = join(root, '.cache', 'jest.json');
  rmSync(report, { force: true });
  const { status } = spawnSync(bin('jest'), ['--config', 'jest.groups.cjs', '--json', `--outputFile=${report}`], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      TEST_FILES: JSON.stringify(ofJest),
      TEST_SERVERS: inReach,
      TEST_TALLY: tally,
      NODE_ENV: 'test',
    },
  });
  const {
    numPassedTests: passed,
    numFailedTests,
    numRuntimeErrorTestSuites,
  } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return { passed, failed: status === 0 ? failed : Math.max(1, failed) };
}

/** What took longest, and how many services, browsers and databases the run started (`test/support/tally.ts`). */
function writeFigures() {
  if (!existsSync(tally)) return;
  const notes = readFileSync(tally, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const slowest = notes
    .filter(({ kind }) => kind === 'file')
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST);
  const count = (kind) => notes.filter((note) => note.kind === kind).length;
  process.stdout.write(
    [
      `The ${slowest.length} slowest files, in seconds:`,
      ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file}`),
      `Started: ${count('service')} services, ${count('process')} processes, ${count('browser')} browsers, ${count('database')} databases.`,
      '',
    ].join('\n'),
  );
}
