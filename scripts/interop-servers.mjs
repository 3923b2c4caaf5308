import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { impatient, must, whyNoRoots } from './debian-packages.mjs';
import { root } from './lib.mjs';

/**
 * The mail servers of `test/interop`: Debian's packages, unpacked side by side into a cache and never installed (they
 * would throw each other out). Each becomes a folder that a process can be given as its root, with the libraries that it
 * needs: no user, file or service of this machine changes. Needs root, apt-get, and the package mirror the first time.
 */
const servers = { postfix: 'postfix', exim: 'exim4-daemon-light', opensmtpd: 'opensmtpd', postgrey: 'postgrey' };

/** Counted up whenever what this script makes changes. */
const edition = `1 ${process.arch}`;
const folder = join(root, '.cache', 'interop', 'servers');
const isMade = () => existsSync(join(folder, 'edition')) && readFileSync(join(folder, 'edition'), 'utf8') === edition;

/** `{ folder }` with one root per server, or `{ missing }`: a sentence that says why not. */
export function fetchMailServers() {
  const missing = whyNoRoots('ldd', 'perl');
  if (missing !== undefined) return { missing };
  if (isMade()) return { folder };
  const draft = `${folder}.${process.pid}`;
  process.stderr.write('Fetching mail servers (once) …\n');
  try {
    for (const [server, name] of Object.entries(servers)) makeRoot(join(draft, server), name);
    writeFileSync(join(draft, 'edition'), edition);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return { folder };
  } catch (error) {
    return { missing: error.message };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function makeRoot(target, name) {
  const downloads = `${target}.downloads`;
  mkdirSync(target, { recursive: true });
  mkdirSync(downloads, { recursive: true });
  download(downloads, [name, ...missingDependencies(name)]);
  for (const file of readdirSync(downloads)) must('dpkg', ['-x', join(downloads, file), target]);
  for (const folder of ['doc', 'man', 'locale'])
    rmSync(join(target, 'usr/share', folder), { recursive: true, force: true });
  rmSync(downloads, { recursive: true });
  copyLibraries(target);
}

/** Packages that the server needs and this machine hasn't. */
function missingDependencies(name) {
  const simulate = () => spawnSync('apt-get', ['install', '-s', '--no-install-recommends', name], { encoding: 'utf8' });
  let result = simulate();
  if (result.status !== 0) {
    must('apt-get', [...impatient, 'update', '-qq']);
    result = simulate();
  }
  if (result.status !== 0) throw new Error(`apt-get can't install ${name}: ${result.stderr.trim()}`);
  return [...result.stdout.matchAll(/^Inst (\S+)/gm)].map((match) => match[1]).filter((other) => other !== name);
}

function download(cwd, packages) {
  const get = () => spawnSync('apt-get', [...impatient, 'download', '-qq', ...packages], { cwd, encoding: 'utf8' });
  if (get().status === 0) return;
  // The package lists may be older than what the mirror has.
  must('apt-get', [...impatient, 'update', '-qq']);
  const { status, stderr } = get();
  if (status !== 0) throw new Error(`apt-get can't download ${packages.join(', ')}: ${stderr.trim()}`);
}

/** The shared libraries of this machine that the programs of the root are linked to, at the same paths below it. */
function copyLibraries(target) {
  const files = filesBelow(target).filter(isElf);
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: [...new Set(files.filter((file) => file.includes('.so')).map(dirname))].join(':'),
  };
  for (const file of files) {
    const { stdout } = spawnSync('ldd', [file], { env, encoding: 'utf8' });
    for (const [, library] of stdout.matchAll(/(\/\S+) \(0x/g)) {
      const copy = join(target, library);
      if (library.startsWith(target) || existsSync(copy)) continue;
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(realpathSync(library), copy);
    }
  }
}

function filesBelow(path) {
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, name))
    .filter((file) => lstatSync(file).isFile());
}

function isElf(file) {
  const head = Buffer.alloc(4);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, head, 0, 4, 0);
  closeSync(descriptor);
  return head.toString('latin1') === '\x7fELF';
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { folder: made, missing } = fetchMailServers();
  process.stdout.write(`${made ?? `No mail servers: ${missing}.`}\n`);
  process.exit(made === undefined ? 1 : 0);
}
