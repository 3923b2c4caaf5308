import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import type { SampleName } from '../../dashboard/src/pages/developers/integrate/samples';
import { eventually } from '../support/eventually';
import { answers } from '../support/set-ups';

const run = promisify(execFile);
const root = join(__dirname, '../..');
/** What the Python client's tests have installed: `scripts/python-client.mjs` makes it. */
const PYTHON = join(root, '.cache/python-client/bin');
/** For what hangs. */
const PATIENCE_MS = 100_000;

interface Way {
  /** What has to be installed. */
  programs: string[];
  file: string;
  /** @param port of a program that listens */
  command: (port: number) => [program: string, ...args: string[]];
  /** Before it can run. */
  prepared?: (sample: string) => string;
  build?: [program: string, ...args: string[]];
  /** Of whoever installs something into the folder, and runs what needs it. */
  env?: (folder: string) => Record<string, string>;
}

const NODE: Way = {
  programs: ['node'],
  file: 'sample.mjs',
  command: () => [process.execPath, 'sample.mjs'],
  prepared: (sample) => {
    const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 };
    return transpileModule(sample, { compilerOptions }).outputText;
  },
};

/** How somebody runs a sample that he has copied. */
export const WAYS: Record<SampleName, Way> = {
  curl: { programs: ['curl', 'openssl'], file: 'sample.sh', command: () => ['sh', 'sample.sh'] },
  typescript: NODE,
  // It needs nothing but the client, so npm need ask nobody.
  'typescript-client': { ...NODE, programs: ['npm'], env: () => ({ npm_config_offline: 'true' }) },
  python: { programs: ['python3'], file: 'sample.py', command: () => ['python3', 'sample.py'] },
  'python-client': {
    programs: [join(PYTHON, 'pip')],
    file: 'sample.py',
    command: () => [join(PYTHON, 'python3'), 'sample.py'],
    // Into the folder, with what is there already: so pip need ask nobody.
    env: (folder) => ({
      PATH: `${PYTHON}:${process.env['PATH'] ?? ''}`,
      ...{ PIP_TARGET: folder, PIP_NO_DEPS: '1', PIP_NO_INDEX: '1', PIP_NO_BUILD_ISOLATION: '0' },
    }),
  },
  php: {
    programs: ['php'],
    file: 'sample.php',
    command: (port) => (port === 0 ? ['php', 'sample.php'] : ['php', '-S', `127.0.0.1:${port}`, 'sample.php']),
  },
  go: {
    programs: ['go'],
    file: 'sample.go',
    command: () => ['./sample'],
    build: ['go', 'build', '-o', 'sample', 'sample.go'],
  },
};

/** A copied sample in a folder of its own. */
export class SampleRun {
  private constructor(
    private readonly way: Way,
    readonly folder: string,
  ) {}

  /** @param install the lines for a shell that stand before the sample; empty: nothing is to be installed */
  static async prepare(name: SampleName, sample: string, install = ''): Promise<SampleRun> {
    const way = WAYS[name];
    const folder = mkdtempSync(join(tmpdir(), 'evs_sample_'));
    if (install !== '') {
      writeFileSync(join(folder, 'package.json'), '{}');
      const env = { ...process.env, ...way.env?.(folder), CLONE: root };
      await run('sh', ['-ec', install], { cwd: folder, env });
    }
    writeFileSync(join(folder, way.file), way.prepared?.(sample) ?? sample);
    if (way.build !== undefined) {
      const [program, ...args] = way.build;
      await run(program, args, { cwd: folder, env: { ...process.env, GOWORK: 'off', GOTOOLCHAIN: 'local' } });
    }
    return new SampleRun(way, folder);
  }

  /** Runs it to its end. @returns its exit code, and what it wrote */
  async run(
    options: { args?: string[]; env?: Record<string, string>; input?: string } = {},
  ): Promise<{ code: number; out: string }> {
    const [program, ...args] = this.way.command(0);
    const env = { ...process.env, ...this.way.env?.(this.folder), ...options.env };
    const child = spawn(program, [...args, ...(options.args ?? [])], { cwd: this.folder, env, timeout: PATIENCE_MS });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (out += piece.toString()));
    // It may end before it has read all.
    child.stdin.on('error', () => undefined).end(options.input ?? '');
    const [code] = (await once(child, 'close')) as [number | null];
    return { code: code ?? -1, out };
  }

  /** Runs one that listens. @returns where, and how to end it */
  async listen(env: Record<string, string>): Promise<{ url: string; stop: () => Promise<void> }> {
    const port = await freePort();
    const [program, ...args] = this.way.command(port);
    const child = spawn(program, args, {
      cwd: this.folder,
      env: { ...process.env, ...this.way.env?.(this.folder), ...env, PORT: String(port) },
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    const stop = async (): Promise<void> => {
      child.kill();
      await ended;
    };
    try {
      await eventually('the sample listens', () => answers('127.0.0.1', port));
    } catch (error) {
      await stop();
      throw error;
    }
    return { url: `http://127.0.0.1:${port}/`, stop };
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
