import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '..', '..');

/** A Node process of the bench, its output in a file: a terminal or a pipe would slow down what is measured. */
export class Child {
  private constructor(
    private readonly child: ChildProcess,
    private readonly logFile: string,
  ) {}

  static start(args: readonly string[], env: Record<string, string>, logFile: string): Child {
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    return new Child(child, logFile);
  }

  /** Waits until `isReady`; fails with the process's last words when it ends before. */
  async ready(isReady: () => Promise<boolean>): Promise<void> {
    for (;;) {
      if (this.child.exitCode !== null) throw new Error(`It did not start:\n${this.lastWords()}`);
      if (await isReady().catch(() => false)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** The next message that the process sends. */
  async message(): Promise<unknown> {
    const ended = once(this.child, 'exit').then(() => {
      throw new Error(`It ended without a word:\n${this.lastWords()}`);
    });
    const [message] = (await Promise.race([once(this.child, 'message'), ended])) as [unknown];
    return message;
  }

  send(message: object): void {
    this.child.send(message);
  }

  /** Forgets the peak so far (see proc(5), `clear_refs`). */
  resetPeakMemory(): void {
    writeFileSync(`/proc/${String(this.child.pid)}/clear_refs`, '5');
  }

  /** The largest resident set since the last reset, in MB (10^6 bytes), as the kernel counted it. */
  peakMemory(): number {
    const status = readFileSync(`/proc/${String(this.child.pid)}/status`, 'utf8');
    return (Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1e6;
  }

  /** Processor time used so far, in seconds, of all threads; does not depend on what else the machine does. */
  cpuSeconds(): number {
    const stat = readFileSync(`/proc/${String(this.child.pid)}/stat`, 'utf8');
    // The fields after the name in parentheses; utime and stime are the 14th and 15th of all, in ticks of 10 ms.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }

  lastWords(): string {
    return readFileSync(this.logFile, 'utf8').slice(-2000);
  }
}
