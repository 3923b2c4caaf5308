import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fetchMailServers } from './interop-servers.mjs';
import { bin, build, root, setup } from './lib.mjs';
import { preparePython, testPython } from './python-client.mjs';

/**
 * `npm test`: every suite, on the embedded set-up and, where MySQL and Redis answer, on the distributed one; against real
 * mail servers where Debian's can be fetched; then those of the Python client, where Python is. Arguments choose files of
 * Jest; `clients/python` is all of Python's. `REQUIRE_SERVERS=1` makes the absence of any of them a failure. Ends with
 * one line that sums all suites.
 */
await setup();
await build();

const named = process.argv.slice(2);
const ofJest = named.filter((name) => !name.startsWith('clients/python'));
const withPython = named.length === 0 || ofJest.length < named.length;
const withJest = named.length === 0 || ofJest.length > 0;

const servers = {
  MySQL: process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306',
  Redis: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379',
};
const missing = [];
for (const [name, url] of Object.entries(servers)) {
  const { hostname, port } = new URL(url);
  if (!(await answers(hostname, Number(port)))) missing.push(`${name} (${hostname}:${port})`);
}
const inReach = missing.length > 0 ? 'none' : 'all';
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
if (withJest) add(testByJest());
if (withPython && python.missing === undefined) add(testPython(inReach));
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);

function testByJest() {
  const report = join(root, '.cache', 'jest.json');
  rmSync(report, { force: true });
  const { status } = spawnSync(bin('jest'), ['--json', `--outputFile=${report}`, ...ofJest], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, TEST_SERVERS: inReach, NODE_ENV: 'test' },
  });
  const {
    numPassedTests: passed,
    numFailedTests,
    numRuntimeErrorTestSuites,
  } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return { passed, failed: status === 0 ? failed : Math.max(1, failed) };
}

function answers(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const end = (up) => () => {
      socket.destroy();
      resolve(up);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
}
