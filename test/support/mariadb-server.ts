import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection, type Connection } from 'mysql2/promise';
import { freePort } from './free-port';

const SMALL = ['--innodb-log-file-size=8M', '--innodb-buffer-pool-size=32M', '--performance-schema=off'];

/** A MariaDB of a test's own, in a folder of its own: it may be stopped, killed, frozen and set up in odd ways. */
export class MariadbServer {
  private process: ChildProcess | null = null;

  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  /** Makes the data folder, which takes some seconds; nothing listens yet. */
  static async prepare(): Promise<MariadbServer> {
    const folder = mkdtempSync(join(tmpdir(), 'evs-mariadb-'));
    await promisify(execFile)('mariadb-install-db', [
      '--no-defaults',
      `--user=${userInfo().username}`,
      `--datadir=${join(folder, 'data')}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...SMALL.slice(0, 1),
    ]);
    return new MariadbServer(folder, await freePort());
  }

  async start(...options: readonly string[]): Promise<void> {
    this.process = spawn(
      'mariadbd',
      [
        '--no-defaults',
        `--user=${userInfo().username}`,
        `--datadir=${join(this.folder, 'data')}`,
        `--socket=${join(this.folder, 'socket')}`,
        `--pid-file=${join(this.folder, 'pid')}`,
        '--bind-address=127.0.0.1',
        `--port=${this.port}`,
        ...SMALL,
        ...options,
      ],
      { stdio: 'ignore' },
    );
    for (;;) {
      if (this.process.exitCode !== null) throw new Error(`mariadbd ended with ${this.process.exitCode}.`);
      const connection = await this.byFile().catch(() => null);
      if (connection !== null) return connection.end();
      await sleep(50);
    }
  }

  /** A fresh database, and its address for `DATABASE_URL`. */
  async database(): Promise<string> {
    const name = `evs_test_${randomBytes(6).toString('hex')}`;
    await this.admin(`CREATE DATABASE ${name}`);
    return `mysql://root@127.0.0.1:${this.port}/${name}`;
  }

  /** Runs a statement as root, over the file that no rule about the network concerns; returns its rows. */
  async admin(sql: string): Promise<unknown> {
    const connection = await this.byFile();
    try {
      return (await connection.query(sql))[0];
    } finally {
      await connection.end();
    }
  }

  /** `SIGSTOP`: it takes connections (the system does) and answers none. Returns once all of its threads stand still. */
  freeze(): void {
    if (this.process === null) return;
    this.process.kill('SIGSTOP');
    // On a busy machine one that is at work goes on for a moment.
    while (threadStates(this.process.pid).some((state) => state !== 'T'));
  }

  thaw(): void {
    this.process?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const { process } = this;
    this.process = null;
    if (process === null || process.exitCode !== null) return;
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private byFile(): Promise<Connection> {
    return createConnection({ socketPath: join(this.folder, 'socket'), user: 'root' });
  }
}

/** Letters of proc(5), "stat"; of systems without it none. */
function threadStates(pid: number | undefined): string[] {
  const folder = `/proc/${pid}/task`;
  try {
    return readdirSync(folder).map((id) => /\) (\S)/.exec(readFileSync(join(folder, id, 'stat'), 'utf8'))?.[1] ?? '');
  } catch {
    return [];
  }
}
