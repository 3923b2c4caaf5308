import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the npm scripts share. Progress goes to standard error: standard output belongs to the command itself. */

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Who started us, and who started that: npm's shell and npm. */
const parents = () => `${process.ppid} ${/\nPPid:\s*(\d+)/.exec(safeRead(`/proc/${process.ppid}/status`))?.[1]}`;
const parentsAtStart = parents();
const cache = join(root, '.cache');
const built = join(root, 'dist', '.built');

/** Runs a program with its output on standard error; ends this process when it fails. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ['inherit', 2, 2], ...options });
  if (error !== undefined || status !== 0) {
    process.stderr.write(`\n\`${program} ${args.join(' ')}\` failed${error ? `: ${error.message}` : ''}.\n`);
    process.exit(status ?? 1);
  }
}

/** A program of `node_modules/.bin`. */
export function bin(name) {
  return join(root, 'node_modules', '.bin', name);
}

/** One process at a time; the others wait, and then find the work done. */
export async function alone(name, work) {
  mkdirSync(cache, { recursive: true });
  const lock = join(cache, `${name}.lock`);
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const holder = Number(safeRead(join(lock, 'pid')));
      if (holder > 0 && !isAlive(holder)) rmSync(lock, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  writeFileSync(join(lock, 'pid'), String(process.pid));
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
  }
}

function safeRead(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Installs the exact dependencies of the lock file, unless that is what stands there. */
export async function setup() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (!((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24)) {
    process.stderr.write(`This needs Node 20.19, 22.12, 24 or newer; here is ${process.versions.node}.\n`);
    process.exit(1);
  }
  if (isInstalled()) return;
  await alone('install', () => {
    if (isInstalled()) return;
    process.stderr.write(
      'Installing dependencies (once; better-sqlite3 may take two minutes where it has to compile) …\n',
    );
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  });
}

/** Whether `node_modules`, by npm's own record of it, holds what the lock file wants. */
function isInstalled() {
  const record = safeRead(join(root, 'node_modules', '.package-lock.json'));
  if (record === '') return false;
  const { packages: present } = JSON.parse(record);
  const { packages: wanted } = JSON.parse(safeRead(join(root, 'package-lock.json')));
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional === true || present[path]?.version === version,
  );
}

/** Installs what the bench and the accuracy table compare with, exactly as the lock files in `bench` have it. */
export function installPeers() {
  buildGoPeer('email-verifier');
  const lock = join(root, 'bench', 'package-lock.json');
  const stamp = join(root, 'bench', 'node_modules', '.installed');
  if (safeRead(stamp) === safeRead(lock)) return;
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: join(root, 'bench') });
  writeFileSync(stamp, safeRead(lock));
}

/** Does without it where Go or the module is not to be had: the bench says which peers it lacks. */
function buildGoPeer(name) {
  const source = join(root, 'bench', 'peers', name);
  const program = join(root, '.cache', 'bench', name);
  const files = readdirSync(source).map((file) => join(source, file));
  if (existsSync(program) && files.every((file) => statSync(file).mtimeMs <= statSync(program).mtimeMs)) return;
  const { error, status, stderr } = spawnSync('go', ['build', '-o', program, '.'], { cwd: source, encoding: 'utf8' });
  if (error || status !== 0) process.stderr.write(`The peer ${name} could not be built: ${error?.message ?? stderr}\n`);
}

/**
 * Compiles `src` and the page of `dashboard` to `dist`, unless `dist` is newer than every source. Types are checked only
 * when `force` is given: a first start should not wait for that.
 */
export async function build({ force = false } = {}) {
  if (!force && isBuilt()) return;
  await alone('build', () => {
    if (!force && isBuilt()) return;
    const started = Date.now();
    const draft = join(cache, 'dist');
    rmSync(draft, { recursive: true, force: true });
    compile(draft, { typeCheck: force });
    cpSync(buildPage(force), join(draft, 'dashboard', 'page'), { recursive: true });
    const stamp = join(draft, '.built');
    writeFileSync(stamp, '');
    // What was changed while we compiled is newer than what we compiled.
    utimesSync(stamp, started / 1000, started / 1000);
    replace(join(root, 'dist'), draft);
    process.stderr.write(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`);
  });
}

/**
 * Compiles `test` to `.cache/tests`, beside a link to `dist` in place of `src`: for programs of the suites that run as
 * processes of their own. Compiling all that they import at each start would take several seconds.
 */
export async function buildTests() {
  await build();
  await alone('tests', () => {
    const folder = join(cache, 'tests');
    const stamp = join(folder, '.built');
    if (existsSync(stamp) && newest(join(root, 'test')) <= statSync(stamp).mtimeMs) return;
    const started = Date.now() / 1000;
    rmSync(folder, { recursive: true, force: true });
    run(bin('swc'), ['test', '--out-dir', folder, '--copy-files', '--quiet', '--ignore', '**/*.spec.ts']);
    symlinkSync(join(root, 'dist'), join(folder, 'src'));
    writeFileSync(stamp, '');
    utimesSync(stamp, started, started);
  });
}

/** `nest build` as `nest-cli.json` has it, but into a folder that nobody uses yet. */
function compile(outDir, { typeCheck }) {
  const settings = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8'));
  settings.compilerOptions.typeCheck = typeCheck;
  Object.assign(settings.compilerOptions.builder.options, { outDir, quiet: true });
  const config = join('.cache', 'nest-cli.json');
  writeFileSync(join(root, config), JSON.stringify(settings));
  run(bin('nest'), ['build', '--config', config]);
}

/** Bundles the page, unless the last bundle is newer than its sources; says where it is. */
function buildPage(force) {
  const page = join(cache, 'page');
  const stamp = join(cache, 'page.built');
  if (!force && existsSync(stamp) && newest(join(root, 'dashboard')) <= statSync(stamp).mtimeMs) return page;
  const started = Date.now() / 1000;
  // Also when a test builds it: Jest's `NODE_ENV` would bundle the React of developers, which runs each effect twice.
  const env = { ...process.env, NODE_ENV: 'production' };
  run(bin('vite'), ['build', 'dashboard', '--outDir', page, '--emptyOutDir', '--logLevel', 'warn'], { env });
  writeFileSync(stamp, '');
  utimesSync(stamp, started, started);
  return page;
}

/** Within an instant: somebody may be starting the program. */
function replace(folder, by) {
  const old = `${by}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(by, folder);
  rmSync(old, { recursive: true, force: true });
}

function isBuilt() {
  return (
    existsSync(built) && Math.max(newest(join(root, 'src')), newest(join(root, 'dashboard'))) <= statSync(built).mtimeMs
  );
}

export function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile() && path.endsWith('.spec.ts')) continue;
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}

/** Runs the built program in place of this process, signals and exit code included. */
export async function become(file, args) {
  // npm was told to stop while we built, and does not tell us.
  if (process.env.npm_lifecycle_event !== undefined && parents() !== parentsAtStart) process.exit(143);
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, [...nodeFlags, join(root, file), ...args], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal !== null) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else process.exit(code ?? 1);
  });
}

const nodeFlags = ['--enable-source-maps'];
