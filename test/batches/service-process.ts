import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { testProgram } from '../support/test-program';
import { BatchClient } from './batch-client';

/** The service in a process of its own, over a scripted engine that takes `delayMs` for an address. */
export class ServiceProcess extends BatchClient {
  private constructor(
    private readonly child: ChildProcess,
    port: number,
  ) {
    super(port);
  }

  static async start(env: Record<string, string>, delayMs: number): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [await testProgram('batches/service-process.main')], {
      env: { ...process.env, ...env, ENGINE_DELAY_MS: String(delayMs) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const port = /^listening on (\d+)$/.exec(line)?.[1];
      if (port !== undefined) return new ServiceProcess(child, Number(port));
    }
    throw new Error('The process ended before it listened.');
  }

  /** Without a chance to put anything down. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Returns the milliseconds that it took. */
  async stop(): Promise<number> {
    const start = performance.now();
    await this.end('SIGTERM');
    return performance.now() - start;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill(signal);
    await once(this.child, 'exit');
  }
}
