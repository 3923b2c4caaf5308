import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
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
