import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually';
import { note } from '../support/tally';

const root = join(__dirname, '..', '..');

/** Builds `dist`, unless it is newer than the sources; for `beforeAll`. */
export async function build(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-needed'], { cwd: root });
}

/** Settings with which a process meets nobody outside: names are asked of a port where nobody answers. */
export const NOBODY_OUTSIDE = { DNS_SERVERS: '127.0.0.1:9', SMTP_HELO_NAME: 'probe.test' };

/** A program of `dist` as a process of its own; its environment is `env` and nothing else of ours. */
export class ServiceProcess {
  /** All that it wrote so far. */
  output = '';
  stdout = '';
  private readonly ended: Promise<number | string>;

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (data: Buffer) => {
      this.stdout += data.toString();
      this.output += data.toString();
    });
    child.stderr?.on('data', (data: Buffer) => {
      this.output += data.toString();
    });
    this.ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  }

  static spawn(program: string, env: Record<string, string>, args: readonly string[] = [], cwd = root): ServiceProcess {
    return ServiceProcess.fed(null, program, env, args, cwd);
  }

  /** With this as its standard input; null: none. */
  static fed(
    input: string | null,
    program: string,
    env: Record<string, string>,
    args: readonly string[],
    cwd = root,
  ): ServiceProcess {
    note('process');
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [join(root, 'dist', program), ...args], {
      cwd,
      env: { PATH, ...NOBODY_OUTSIDE, ...env },
      stdio: [input === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    child.stdin?.end(input);
    return new ServiceProcess(child);
  }

  /** A running service; fails with its output when it ends instead. */
  static async start(env: Record<string, string>): Promise<ServiceProcess> {
    const service = ServiceProcess.spawn('main.js', { PORT: '0', ...env });
    await service.isListening();
    return service;
  }

  async isListening(): Promise<void> {
    await Promise.race([
      eventually('the service listens', () => this.stdout.includes('listens on'), 30_000),
      this.ended.then((code) => {
        throw new Error(`It ended with ${code}: ${this.output}`);
      }),
    ]);
  }

  get url(): string {
    const found = /listens on (\S+)/.exec(this.stdout)?.[1];
    if (found === undefined) throw new Error(`It listens nowhere: ${this.output}`);
    return found;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Its exit code, or the signal that ended it; fails when it goes on for longer. */
  async exit(withinMs = 30_000): Promise<number | string> {
    const late = sleep(withinMs, null, { ref: false });
    const ended = await Promise.race([this.ended, late]);
    if (ended === null) throw new Error(`After ${withinMs} ms it still runs: ${this.output}`);
    return ended;
  }

  async stop(): Promise<number | string> {
    this.kill('SIGTERM');
    return this.exit();
  }

  /** The events of its log. */
  get events(): Record<string, unknown>[] {
    return this.stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  request(path: string, token: string | null = null, init: Omit<RequestInit, 'headers'> = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      ...init,
      headers: {
        Connection: 'close',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(typeof init.body === 'string' ? { 'Content-Type': 'application/json' } : {}),
      },
    });
  }

  single(token: string, email: string): Promise<Response> {
    return this.request('/v1/validate/single', token, { method: 'POST', body: JSON.stringify({ email }) });
  }

  upload(token: string, csv: string, name = 'list'): Promise<Response> {
    const form = new FormData();
    form.set('name', name);
    form.set('file', new Blob([csv], { type: 'text/csv' }), 'list.csv');
    return this.request('/v1/validate/batch', token, { method: 'POST', body: form });
  }
}

/** Runs one command of the command line to its end. */
export async function runCli(
  env: Record<string, string>,
  ...args: readonly string[]
): Promise<{ code: number | string; stdout: string; stderr: string }> {
  const process = ServiceProcess.spawn('cli.js', env, args);
  const code = await process.exit();
  return { code, stdout: process.stdout, stderr: process.output.replace(process.stdout, '') };
}
