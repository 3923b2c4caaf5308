import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { impatient, must, whyNoRoots } from './debian-packages.mjs';
import { root } from './lib.mjs';

/**
 * Oracle's MySQL as Debian unstable packages it (Debian's stable releases have MariaDB only), unpacked with all that it
 * links to into a folder that `mysqld` is given as its root. Package lists of its own: this machine's apt stays as it is.
 */
const folder = join(root, '.cache', 'mysql');
/** Counted up whenever what this script makes changes. */
const edition = `1 ${process.arch}`;
const isMade = () => existsSync(join(folder, 'edition')) && readFileSync(join(folder, 'edition'), 'utf8') === edition;

/** `{ folder }` with the root, or `{ missing }`: a sentence that says why not. */
export function fetchMysqlServer() {
  const missing = whyNoRoots();
  if (missing !== undefined) return { missing };
  if (isMade()) return { folder };
  const draft = `${folder}.${process.pid}`;
  process.stderr.write('Fetching MySQL (once) …\n');
  try {
    makeRoot(draft);
    writeFileSync(join(draft, 'edition'), edition);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return { folder };
  } catch (error) {
    return { missing: error.message };
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(`${draft}.apt`, { recursive: true, force: true });
  }
}

function makeRoot(target) {
  const apt = aptOfUnstable(`${target}.apt`);
  apt('update', '-qq');
  const wanted = apt('install', '-s', '--no-install-recommends', 'mysql-server-core', 'libc6');
  const packages = [...wanted.matchAll(/^Inst (\S+)/gm)].map((match) => match[1]);
  const downloads = join(`${target}.apt`, 'packages');
  mkdirSync(downloads);
  apt('download', '-qq', ...packages);
  mkdirSync(target, { recursive: true });
  for (const file of readdirSync(downloads)) must('dpkg', ['-x', join(downloads, file), target]);
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    if (!existsSync(join(target, name))) symlinkSync(`usr/${name}`, join(target, name));
  }
  for (const name of ['doc', 'man', 'locale'])
    rmSync(join(target, 'usr/share', name), { recursive: true, force: true });
  for (const name of ['dev', 'tmp', 'data']) mkdirSync(join(target, name));
  for (const [name, minor] of [
    ['null', '3'],
    ['random', '8'],
    ['urandom', '9'],
  ]) {
    must('mknod', [join(target, 'dev', name), 'c', '1', minor]);
  }
  writeFileSync(join(target, 'etc', 'passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
}

/** `apt-get` over lists, caches and a state of their own, from the mirror that this machine takes Debian from. */
function aptOfUnstable(place) {
  const [mirror] = must('apt-get', ['indextargets', '--format', '$(SITE)', 'Origin: Debian', 'Component: main']).split(
    '\n',
  );
  if (!mirror) throw new Error('this machine takes no packages from Debian');
  for (const name of ['lists/partial', 'cache/archives/partial', 'etc'])
    mkdirSync(join(place, name), { recursive: true });
  writeFileSync(join(place, 'status'), '');
  const key = '/usr/share/keyrings/debian-archive-keyring.gpg';
  writeFileSync(join(place, 'etc', 'sources.list'), `deb [signed-by=${key}] ${mirror} sid main\n`);
  const options = {
    'Dir::Etc::sourcelist': join(place, 'etc', 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::lists': join(place, 'lists'),
    'Dir::State::status': join(place, 'status'),
    'Dir::Cache': join(place, 'cache'),
    'APT::Sandbox::User': 'root',
  };
  const given = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  return (...args) => {
    const cwd = join(place, 'packages');
    return must('apt-get', [...impatient, ...given, ...args], existsSync(cwd) ? { cwd } : {});
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { folder: made, missing } = fetchMysqlServer();
  process.stdout.write(`${made ?? `No MySQL: ${missing}.`}\n`);
  process.exit(made === undefined ? 1 : 0);
}
