import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port';
import { answers } from './set-ups';

/** A Redis of a test's own, that it may stop and start. It forgets all when it stops. */
export class RedisServer {
  private process: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), 'evs-redis-'));

  private constructor(readonly port: number) {}

  /** Chooses a free port; nothing listens there yet. */
  static async prepare(): Promise<RedisServer> {
    return new RedisServer(await freePort());
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.process = spawn('redis-server', [...options, '--dir', this.folder], { stdio: 'ignore' });
    while (!(await answers('127.0.0.1', this.port))) await sleep(20);
  }

  async stop(): Promise<void> {
    const { process } = this;
    if (process === null) return;
    this.process = null;
    process.kill('SIGKILL');
    await once(process, 'exit');
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
