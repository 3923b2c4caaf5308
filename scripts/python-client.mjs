import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone, root, run } from './lib.mjs';

const home = join(root, 'clients', 'python');
const venv = join(root, '.cache', 'python-client');
const python = join(venv, 'bin', 'python');

/**
 * A virtual environment with exactly what `clients/python/requirements-dev.txt` lists.
 * @returns {Promise<{ missing?: string }>} why there is none
 */
export function preparePython() {
  return alone('python-client', () => {
    const wanted = readFileSync(join(home, 'requirements-dev.txt'), 'utf8');
    const stamp = join(venv, 'installed');
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return {};
    process.stderr.write('Installing what the tests of the Python client need …\n');
    rmSync(venv, { recursive: true, force: true });
    const steps = [
      ['python3', '-m', 'venv', venv],
      [
        python,
        '-m',
        'pip',
        'install',
        '--quiet',
        '--disable-pip-version-check',
        '-r',
        join(home, 'requirements-dev.txt'),
      ],
    ];
    for (const [program, ...args] of steps) {
      const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
      if (error !== undefined || status !== 0) {
        const said = error?.message ?? `${stderr}\n${stdout}`.trim().split('\n').at(-1);
        return { missing: `\`${[program, ...args.slice(0, 3)].join(' ')}\` failed: ${said}` };
      }
    }
    writeFileSync(stamp, wanted);
    return {};
  });
}

/** Runs pytest. @param {'all' | 'none'} servers whether MySQL and Redis are there. @returns {{ passed: number, failed: number }} */
export function testPython(servers) {
  const report = join(root, '.cache', 'pytest.xml');
  rmSync(report, { force: true });
  const { status } = spawnSync(python, ['-m', 'pytest', `--junitxml=${report}`], {
    cwd: home,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, TEST_SERVERS: servers },
  });
  const suite = existsSync(report) ? /<testsuite [^>]*>/.exec(readFileSync(report, 'utf8'))?.[0] : undefined;
  const count = (name) => Number(new RegExp(` ${name}="(\\d+)"`).exec(suite ?? '')?.[1] ?? 0);
  const failed = count('failures') + count('errors');
  const passed = Math.max(0, count('tests') - failed - count('skipped'));
  return { passed, failed: status === 0 ? failed : Math.max(1, failed) };
}

/** `npm run client-types`: what Python knows of `openapi.json`. */
if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'types') {
  const { missing } = await preparePython();
  if (missing === undefined) run(python, [join(home, 'scripts', 'make_types.py')]);
  else process.stderr.write(`NOT MADE: the types of the Python client, since ${missing}.\n`);
}
