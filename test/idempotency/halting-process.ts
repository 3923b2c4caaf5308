import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../support/eventually';
import { testProgram } from '../support/test-program';

/** A process of the service that stands still in front of a write, or behind it, and is killed there. */
export class HaltingProcess {
  private output = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (data: Buffer) => {
      this.output += data.toString();
    });
  }

  /** @param like of one of the write's statements */
  static async start(env: Record<string, string>, place: 'before' | 'after', like: RegExp): Promise<HaltingProcess> {
    const child = spawn(process.execPath, [await testProgram('idempotency/halting-process.main')], {
      env: { ...process.env, ...env, HALT_PLACE: place, HALT_LIKE: like.source },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const started = new HaltingProcess(child);
    await eventually('it listens', () => started.port > 0);
    return started;
  }

  get port(): number {
    return Number(/^listening on (\d+)$/m.exec(this.output)?.[1] ?? 0);
  }

  halted(): Promise<void> {
    return eventually('it stands still', () => this.output.includes('halted'));
  }

  /** Without a chance to put anything down. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}
