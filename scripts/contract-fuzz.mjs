import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CALLERS, operationsOfCallers } from '../test/contract/callers.mjs';
import { PREPARE } from '../test/contract/prepare.mjs';
import { build, root, run, setup } from './lib.mjs';

/**
 * `npm run contract [-- --seed N] [--caller NAME] [--short]`: Schemathesis against the running service, on each set-up that can run
 * here, with every check: all operations of the interface, each as who may call it (`test/contract/callers.mjs`). The
 * service lives in the mail world of the tests, and dials nothing beyond this machine. Ends with `N passed, N failed`:
 * operations in phases. `--short` tries few examples, on one set-up: what the gate has time for.
 */

/** For all that one caller does. One worker: CPython 3.11 fails when two threads compile at a time. */
const MOST_SECONDS = 300;

const SHORT_EXAMPLES = 2;

const contract = join(root, 'test', 'contract');
const require = createRequire(import.meta.url);
const execute = promisify(execFile);

await setup();
await build();
const st = installSchemathesis();
/** The same each time, so that a change that passed does not fail by chance; others find more. */
const seed = option('--seed') ?? '7';
const onlyCaller = option('--caller');
if (onlyCaller !== undefined && !CALLERS.some(({ name }) => name === onlyCaller)) {
  throw new Error(`--caller is one of ${CALLERS.map(({ name }) => name).join(', ')}.`);
}
const isShort = process.argv.includes('--short');
const sum = { passed: 0, failed: 0 };
await fuzz('embedded', {});
if (isShort) process.stdout.write('MySQL and Redis, and more examples: without --short.\n');
else if (process.env.TEST_MYSQL_URL !== undefined && process.env.TEST_REDIS_URL !== undefined) {
  await onServers((env) => fuzz('MySQL and Redis', env));
} else if (process.env.REQUIRE_SERVERS === '1') {
  process.stdout.write('MySQL and Redis are not there: TEST_MYSQL_URL, TEST_REDIS_URL.\n');
  sum.failed += 1;
} else process.stdout.write('NOT TESTED: the contract on MySQL and Redis (TEST_MYSQL_URL, TEST_REDIS_URL).\n');
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`);
process.exit(sum.failed === 0 ? 0 : 1);

/** Into a folder of our own, exactly as `requirements.txt` has it; says where its program is. */
function installSchemathesis() {
  const wanted = readFileSync(join(contract, 'requirements.txt'), 'utf8');
  const folder = join(root, '.cache', 'contract');
  const stamp = join(folder, '.installed');
  const program = join(folder, 'bin', 'st');
  if (existsSync(stamp) && existsSync(program) && readFileSync(stamp, 'utf8') === wanted) return program;
  run('python3', ['-m', 'venv', '--clear', folder]);
  run(join(folder, 'bin', 'pip'), [
    ...['install', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:'],
    ...['-r', join(contract, 'requirements.txt')],
  ]);
  writeFileSync(stamp, wanted);
  return program;
}

/** A database and keys of this run's alone. */
async function onServers(work) {
  const name = `evs_contract_${randomBytes(4).toString('hex')}`;
  const admin = await require('mysql2/promise').createConnection(process.env.TEST_MYSQL_URL);
  await admin.query(`CREATE DATABASE ${name}`);
  try {
    await work({
      DATABASE_URL: `${process.env.TEST_MYSQL_URL}/${name}`,
      REDIS_URL: process.env.TEST_REDIS_URL,
      REDIS_KEY_PREFIX: name,
    });
  } finally {
    await admin.query(`DROP DATABASE ${name}`);
    await admin.end();
  }
}

async function fuzz(setUp, servers) {
  const folder = mkdtempSync(join(tmpdir(), 'evs-contract-'));
  const world = spawn(process.execPath, ['-r', '@swc-node/register', join(root, 'test/world/serve-world.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const env = {
    PATH: process.env.PATH,
    ...JSON.parse(await firstLine(world, /^\{.*\}$/m)),
    ...servers,
    DATA_DIR: folder,
    JWT_SECRET: randomBytes(24).toString('hex'),
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '100000000',
    SIGN_UPS_PER_HOUR: '1000000',
    ORGANIZATIONS_PER_ACCOUNT: '1000000',
    INVITATIONS_PER_ORGANIZATION: '1000000',
    FREE_CREDITS: '1000000',
    SMTP_RETRY_DELAYS: '2,4,8',
    // Requests are many and made up: none of them waits long for a verdict.
    VALIDATION_TIMEOUT_MS: '5000',
  };
  const preload = ['--require', join(contract, 'loopback-only.cjs')];
  const service = spawn(process.execPath, [...preload, '--enable-source-maps', join(root, 'dist', 'main.js')], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = (await firstLine(service, /listens on (http\S+)/)).replace(/^.* /, '');
    const cli = async (args) => {
      const command = [join(root, 'dist', 'cli.js'), ...args, '--json'];
      return JSON.parse((await execute(process.execPath, command, { env, cwd: folder })).stdout);
    };
    const operations = operationsOfCallers(await (await fetch(`${url}/openapi.json`)).json());
    for (const [index, { name, examples }] of CALLERS.entries()) {
      if (onlyCaller !== undefined && onlyCaller !== name) continue;
      process.stdout.write(`== the contract, ${name}, ${setUp}, --seed ${seed}\n`);
      const caller = await PREPARE[name](url, cli);
      await runSchemathesis({
        url,
        folder,
        examples: isShort ? SHORT_EXAMPLES : examples,
        operations: operations[index],
        caller,
      });
    }
  } finally {
    await end(service);
    await end(world);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runSchemathesis({ url, folder, examples, operations, caller }) {
  const reports = mkdtempSync(join(folder, 'reports-'));
  const fuzzer = spawn(
    st,
    [
      ...['--config-file', join(contract, 'schemathesis.toml'), 'run', `${url}/openapi.json`],
      ...operations.flatMap((id) => ['--include-operation-id', id]),
      ...['--phases', 'examples,coverage,fuzzing,stateful', '--max-examples', String(examples), '--seed', seed],
      ...['--continue-on-failure', '--no-color', '--generation-database', 'none', '--request-timeout', '60'],
      ...['--report', 'junit', '--report-dir', reports],
    ],
    {
      cwd: folder,
      env: {
        ...process.env,
        PYTHONPATH: contract,
        PYTHONDONTWRITEBYTECODE: '1',
        SCHEMATHESIS_HOOKS: 'hooks',
        CONTRACT_CALLER: JSON.stringify(caller),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: MOST_SECONDS * 1000,
      killSignal: 'SIGKILL',
    },
  );
  const [status, signal] = await once(fuzzer, 'exit');
  const [report] = readdirSync(reports);
  const xml = report === undefined ? '' : readFileSync(join(reports, report), 'utf8');
  const count = (pattern) => [...xml.matchAll(pattern)].length;
  const all = count(/<testcase /g);
  const failed = count(/<testcase [^>]*[^/]>\s*<(failure|error)/g);
  // Faults of no operation, such as a description that can't be read, are in the exit code alone.
  sum.failed += status === 0 ? 0 : Math.max(failed, 1);
  sum.passed += all - failed;
  if (signal !== null) process.stdout.write(`It was not done within ${MOST_SECONDS} s.\n`);
}

function option(name) {
  const given = process.argv.indexOf(name);
  return given === -1 ? undefined : process.argv[given + 1];
}

/** The text that fits, as soon as it is written; rejects when the process ends first. */
function firstLine(child, pattern) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (bytes) => {
      text += bytes.toString();
      const found = pattern.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${text}`)));
  });
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
