import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import { root } from './package';

const PROGRAM = join(root, 'clients', 'cli', 'dist', 'evs.js');

/** `evs` as a process of its own; its environment is `env` and nothing else of ours. */
export class Evs {
  stdout = '';
  stderr = '';
  private readonly ended: Promise<number | string>;

  private constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', (data: Buffer) => (this.stdout += data.toString()));
    child.stderr?.on('data', (data: Buffer) => (this.stderr += data.toString()));
    this.ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  }

  static start(args: readonly string[], env: Record<string, string>, cwd: string): Evs {
    return Evs.spawn(process.execPath, [PROGRAM, ...args], env, cwd);
  }

  /** In a terminal of its own, of which everything that is shown is `stdout`. */
  static inTerminal(args: readonly string[], env: Record<string, string>, cwd: string): Evs {
    const command = [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(' ');
    return Evs.spawn('script', ['-q', '-e', '-c', command, '/dev/null'], { TERM: 'xterm', ...env }, cwd);
  }

  /** A line as somebody types it, who has `evs` installed. */
  static inBash(line: string, env: Record<string, string>, cwd: string): Evs {
    const evs = `evs() { '${process.execPath}' '${PROGRAM}' "$@"; }`;
    return Evs.spawn('bash', ['-c', `${evs}\n${line}`], env, cwd);
  }

  private static spawn(program: string, args: readonly string[], env: Record<string, string>, cwd: string): Evs {
    const { PATH = '' } = process.env;
    return new Evs(spawn(program, args, { cwd, env: { PATH, HOME: cwd, ...env }, stdio: 'pipe' }));
  }

  /** With this as its standard input. */
  fed(input: string | Buffer): this {
    this.child.stdin?.end(input);
    return this;
  }

  type(text: string): void {
    this.child.stdin?.write(text);
  }

  /** Node itself catches SIGINT: that it hears of SIGHUP too says that the program is up. */
  hearsSignals(): Promise<void> {
    const caught = (): bigint => {
      const status = readFileSync(`/proc/${this.child.pid ?? 0}/status`, 'utf8');
      return BigInt(`0x${/SigCgt:\s*(\w+)/.exec(status)?.[1] ?? '0'}`);
    };
    return eventually('it hears signals', () => (caught() & 1n) === 1n);
  }

  says(pattern: RegExp): Promise<void> {
    return eventually(
      `evs says ${String(pattern)}`,
      () => pattern.test(this.stdout) || pattern.test(this.stderr),
      30_000,
    );
  }

  async exit(): Promise<{ code: number | string; stdout: string; stderr: string }> {
    const code = await this.ended;
    return { code, stdout: this.stdout, stderr: this.stderr };
  }
}
