import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must, whyNoRoots } from './debian-packages.mjs';
import { root, setup } from './lib.mjs';

/**
 * `npm run image-check`: builds the image and runs it as an operator would: as its own user on a read-only root without
 * privileges, one check and one list in a mail world on loopback, its health check in HTTP and HTTPS, its command line,
 * stop. Exit code 1 when something is not as it should be, 2 (with a sentence) when this machine can't do it.
 *
 * Takes the Docker engine that answers; else starts one of its own (Debian's docker.io), whose images, containers and
 * socket are removed afterwards. Where no registry answers, the base images are stand-ins made by debootstrap, with Node
 * from npm: they show that our part of the image is right, not that Node's image is.
 */
const NODE = '22.23.3';
const IMAGE = 'email-validation-service:check';

const place = mkdtempSync(join(tmpdir(), 'evs-image-'));
const children = [];
const containers = [];
/** Which engine the client talks to. */
let engine = [];
let failures = 0;

await setup();
const why = await prepare();
if (why !== undefined) {
  await cleanUp();
  process.stderr.write(`The image was not checked: ${why}.\n`);
  process.exit(2);
}
try {
  await checkImage();
} catch (error) {
  failures += 1;
  process.stderr.write(`not ok: ${error.message}\n`);
} finally {
  await cleanUp();
}
process.exit(failures === 0 ? 0 : 1);

async function checkImage() {
  docker(['build', '--network', 'host', '-t', IMAGE, '.'], { loud: true });
  process.stderr.write('ok: the image is built\n');
  await step('the code belongs to root, and no sources or build leavings are in it', () => {
    const find = (...args) => runOnce('find', '/app', ...args);
    const strangers = find('!', '-user', 'root', '-print', '-quit');
    const sources = find('-path', '*/node_modules/*', '-prune', '-o', '-name', '*.ts', '-print');
    const leavings = find('(', '-name', '*.o', '-o', '-name', 'sqlite3.c', '-o', '-name', '.env*', ')', '-print');
    const texts = runOnce('grep', '-rlE', '"sourcesContent":\\["[^"]', '/app/dist', '--include=*.js.map');
    expect(strangers + sources + leavings + texts === '', `${strangers}${sources}${leavings}${texts}`);
  });

  const world = await startWorld();
  const port = await freePort();
  const started = start('embedded', world, port);
  const token = await eventually('a token is printed', () => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/m.exec(logs(started))?.[0]);
  const base = `http://127.0.0.1:${port}`;
  const authorized = { authorization: `Bearer ${token}` };
  await step('it is healthy for its engine', () => eventually('healthy', () => health(started) === 'healthy', 60_000));
  await step('one check', async () => {
    const response = await fetch(`${base}/v1/validate/single`, {
      method: 'POST',
      headers: { ...authorized, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'jane@ok.test' }),
    });
    const { status } = await response.json();
    expect(response.status === 200 && status === 'valid', `${response.status} ${status}`);
  });
  await step('one list of 1,500 rows, on a read-only root', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `person${index}@mailinator.com`);
    const form = new FormData();
    form.append('name', 'image check');
    form.append('file', new Blob([['email', 'jane@ok.test', 'nobody@ok.test', ...rows].join('\n')]), 'list.csv');
    const created = await fetch(`${base}/v1/validate/batch`, { method: 'POST', headers: authorized, body: form });
    const { id } = await created.json();
    const batch = await eventually(
      'the list is completed',
      async () => {
        const body = await (await fetch(`${base}/v1/validate/batch/${id}`, { headers: authorized })).json();
        return body.status === 'completed' && body;
      },
      60_000,
    );
    expect(batch.valid_count === 1 && batch.invalid_count === 1 && batch.risky_count === 1500, JSON.stringify(batch));
  });
  await step('its command line', () => {
    const account = JSON.parse(
      docker(['exec', started, 'node', 'dist/cli.js', 'account', 'create', '--email', 'o@example.test', '--json']),
    );
    expect(account.organization_id > 0, JSON.stringify(account));
  });
  await step('stops at once, with exit code 0, keeping its data', () => {
    const begun = performance.now();
    docker(['stop', started]);
    const code = docker(['inspect', '--format', '{{.State.ExitCode}}', started]).trim();
    expect(code === '0' && performance.now() - begun < 9000, `exit code ${code}, ${logs(started).slice(-500)}`);
  });
  await step('is healthy over HTTPS', async () => {
    const tls = makeCertificate();
    const secure = start('tls', world, await freePort(), [
      '-v',
      `${tls}:/tls:ro`,
      '-e',
      'TLS_CERT_FILE=/tls/cert.pem',
      '-e',
      'TLS_KEY_FILE=/tls/key.pem',
    ]);
    await eventually('healthy', () => health(secure) === 'healthy', 60_000);
  });
  await step('stops within its time when told so while it starts', async () => {
    const early = start('early', world, await freePort());
    await sleep(300);
    const begun = performance.now();
    docker(['stop', early]);
    expect(performance.now() - begun < 9000, 'it had to be killed');
  });
}

/** As compose runs it: no privileges, nothing writable but /data. */
function start(name, world, port, more = []) {
  const environment = {
    ...world,
    HOST: '127.0.0.1',
    PORT: String(port),
    FREE_CREDITS: '5000',
    RATE_LIMIT_PER_MINUTE: '600',
  };
  const given = Object.entries(environment).flatMap(([key, value]) => ['-e', `${key}=${value}`]);
  const hardened = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges:true', '--init'];
  const full = `evs-check-${process.pid}-${name}`;
  docker(['run', '-d', '--name', full, '--network', 'host', ...hardened, ...given, ...more, IMAGE]);
  containers.push(full);
  return full;
}

function runOnce(...command) {
  const { stdout, stderr } = dockerCall([
    'run',
    '--rm',
    '--network',
    'host',
    '--entrypoint',
    command[0],
    IMAGE,
    ...command.slice(1),
  ]);
  if (stderr.trim() !== '') throw new Error(stderr.trim());
  return stdout;
}

function logs(container) {
  const { stdout, stderr } = dockerCall(['logs', container]);
  return stdout + stderr;
}

function health(container) {
  return docker(['inspect', '--format', '{{.State.Health.Status}}', container]).trim();
}

async function startWorld() {
  const world = spawn(process.execPath, ['-r', '@swc-node/register', join(root, 'test/world/serve-world.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(world);
  const [line] = await once(world.stdout, 'data');
  return JSON.parse(line.toString());
}

function makeCertificate() {
  const folder = join(place, 'tls');
  mkdirSync(folder);
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  must('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=check.test', ...files]);
  must('chmod', ['-R', 'a+rX', folder]);
  return folder;
}

// The engine, and what it needs.

/** A sentence that says why the image can't be built here, else undefined. */
async function prepare() {
  if (spawnSync('docker', ['info']).status !== 0) {
    const missing = whyNoRoots('dockerd', 'containerd', 'runc', 'docker');
    if (missing !== undefined)
      return `no Docker engine answers, and for one of its own ${missing.replace('they', 'it')}`;
    const fault = await startEngine();
    if (fault !== undefined) return fault;
  }
  for (const tag of ['22-bookworm', '22-bookworm-slim']) {
    // An engine of our own has no registry to ask.
    if (engine.length === 0 && dockerCall(['pull', `node:${tag}`]).status === 0) continue;
    try {
      makeBase(tag);
    } catch (error) {
      return `no registry has node:${tag} for us, and a stand-in can't be made: ${error.message}`;
    }
  }
  return undefined;
}

async function startEngine() {
  const socket = `unix://${join(place, 'docker.sock')}`;
  const folders = [
    '--data-root',
    join(place, 'data'),
    '--exec-root',
    join(place, 'exec'),
    '--pidfile',
    join(place, 'pid'),
  ];
  const alone = ['--iptables=false', '--ip6tables=false', '--bridge=none'];
  const daemon = spawn('dockerd', [...folders, ...alone, '-H', socket], { stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(daemon);
  let said = '';
  daemon.stderr.on('data', (data) => (said = (said + data).slice(-2000)));
  engine = ['-H', socket];
  for (let tries = 0; tries < 60 && daemon.exitCode === null; tries += 1) {
    if (spawnSync('docker', [...engine, 'info']).status === 0) return undefined;
    await sleep(500);
  }
  return `the Docker engine does not start: ${said.trim().split('\n').at(-1)}`;
}

/** Debian with Node, its user, and what compiles native modules; the same one for both tags. */
function makeBase(tag) {
  const debian = join(root, '.cache', 'image-base');
  if (!existsSync(debian)) {
    process.stderr.write('Making a base image from Debian and npm (once) …\n');
    const draft = join(place, 'base');
    makeRoot(draft);
    mkdirSync(dirname(debian), { recursive: true });
    must('mv', [draft, debian]);
  }
  // Where this machine reaches the registry through a proxy with a certificate of its own, so does the build.
  const trusted = ['/etc/ssl/certs/ca-certificates.crt', process.env.NODE_EXTRA_CA_CERTS].filter(
    (file) => file && existsSync(file),
  );
  writeFileSync(
    join(debian, 'etc/ssl/certs/ca-certificates.crt'),
    trusted.map((file) => readFileSync(file, 'utf8')).join('\n'),
  );
  const settings = ['npm_config_nodedir=/usr/local', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt'];
  const changes = settings.map((setting) => `--change 'ENV ${setting}'`).join(' ');
  must('sh', ['-c', `tar -C ${debian} -c . | docker ${engine.join(' ')} import ${changes} - node:${tag}`]);
}

function makeRoot(debian) {
  const sites = must('apt-get', ['indextargets', '--format', '$(SITE)', 'Origin: Debian', 'Component: main']);
  const packages = '--include=ca-certificates,python3,make,g++';
  must('debootstrap', ['--variant=minbase', packages, 'bookworm', debian, sites.split('\n')[0]]);
  const packed = join(place, 'node');
  const node = `node-linux-${process.arch === 'arm64' ? 'arm64' : 'x64'}`;
  must('npm', ['install', '--prefix', packed, '--no-save', '--ignore-scripts', `${node}@${NODE}`, 'npm@11']);
  const local = join(debian, 'usr/local');
  for (const folder of ['bin', 'include']) {
    cpSync(join(packed, 'node_modules', node, folder), join(local, folder), { recursive: true });
  }
  cpSync(join(packed, 'node_modules', 'npm'), join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx']) {
    must('ln', ['-sf', `../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name)]);
  }
  must('chroot', [debian, 'useradd', '--uid', '1000', '--create-home', 'node']);
}

function dockerCall(args, { loud = false } = {}) {
  const stdio = ['ignore', loud ? 2 : 'pipe', loud ? 2 : 'pipe'];
  const env = { ...process.env, DOCKER_BUILDKIT: '0' };
  return spawnSync('docker', [...engine, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio,
    env,
    maxBuffer: 64 * 1024 * 1024,
  });
}

function docker(args, options) {
  const { status, stdout, stderr } = dockerCall(args, options);
  if (status !== 0) throw new Error(`\`docker ${args[0]}\` failed: ${stderr?.trim() ?? ''}`);
  return stdout;
}

async function cleanUp() {
  for (const container of containers) dockerCall(['rm', '-f', '-v', container]);
  if (engine.length === 0) dockerCall(['rmi', '-f', IMAGE]);
  for (const child of children.reverse()) {
    if (child.exitCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  // What the engine mounted outlives it.
  spawnSync('umount', [join(place, 'exec', 'netns', 'default')]);
  rmSync(place, { recursive: true, force: true });
}

// Small things.

async function step(name, work) {
  try {
    await work();
    process.stderr.write(`ok: ${name}\n`);
  } catch (error) {
    failures += 1;
    process.stderr.write(`not ok: ${name}: ${error.message}\n`);
  }
}

function expect(holds, what) {
  if (!holds) throw new Error(what);
}

async function eventually(what, look, withinMs = 30_000) {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(200)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`not within ${withinMs / 1000} s: ${what}`);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
