import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { alone, bin, newest, root, run } from './lib.mjs';

/** `npm run build-clients`: makes `dist` of each package in `clients`, unless it is newer than the sources. */
const clients = join(root, 'clients');
const stamp = join(root, '.cache', 'clients.built');

export async function buildClients() {
  if (isBuilt()) return;
  await alone('build-clients', async () => {
    if (isBuilt()) return;
    const started = Date.now() / 1000;
    library(join(clients, 'typescript'));
    await program(join(clients, 'cli'), 'evs');
    await program(join(clients, 'mcp'), 'evs-mcp');
    writeFileSync(stamp, '');
    utimesSync(stamp, started, started);
  });
}

/** As modules of ECMAScript and of CommonJS, each with its types. */
function library(home) {
  const dist = join(home, 'dist');
  rmSync(dist, { recursive: true, force: true });
  const forms = { esm: ['--module', 'ESNext'], cjs: ['--module', 'CommonJS', '--moduleResolution', 'Node10'] };
  for (const [form, options] of Object.entries(forms)) {
    run(bin('tsc'), ['-p', home, '--outDir', join(dist, form), ...options]);
  }
  writeFileSync(join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
  for (const form of Object.keys(forms)) forBrowsers(join(dist, form), join(dist, 'browser', form));
}

/** The same code with one file changed for another: what bundlers get that ask for `browser`. */
function forBrowsers(built, outDir) {
  cpSync(built, outDir, { recursive: true, filter: (path) => !path.endsWith('.d.ts') });
  renameSync(join(outDir, 'open-file.browser.js'), join(outDir, 'open-file.js'));
  for (const kind of ['js', 'd.ts']) rmSync(join(built, `open-file.browser.${kind}`));
}

/** One file with the client in it; what else it needs are its package's dependencies. */
async function program(home, name) {
  if (!existsSync(home)) return;
  const outfile = join(home, 'dist', `${name}.js`);
  mkdirSync(join(home, 'dist'), { recursive: true });
  await bundle({
    entryPoints: [join(home, 'src', 'main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { 'email-validation-client': join(clients, 'typescript', 'src', 'index.ts') },
    logLevel: 'warning',
  });
  chmodSync(outfile, 0o755);
}

function isBuilt() {
  return existsSync(stamp) && newestSource() <= statSync(stamp).mtimeMs;
}

function newestSource() {
  const sources = ['typescript', 'cli', 'mcp'].map((name) => join(clients, name, 'src')).filter(existsSync);
  return Math.max(...sources.map(newest));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildClients();
