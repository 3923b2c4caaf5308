import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually } from '../../support/eventually';

/** Ids of the users inside of server roots: nobody of this machine is meant to have them. */
const FIRST_ID = 61_400;

/** Outlives us only until it has ended and removed what we left: its input is a pipe that closes whatever ends us. */
const WATCH = `
read -r _
for process in /proc/[0-9]*; do
  case "$(readlink "$process/root")" in "$1"*) kill -9 "\${process#/proc/}" ;; esac
done
rm -rf "\${1%/root}"
`;

/**
 * One mail server's own root: a copy of its unpacked Debian packages, with users, configuration and logs of its own. All
 * of its processes are known by that root, and end with it.
 */
export class ServerRoot {
  readonly path: string;
  private readonly children: ChildProcess[] = [];
  private readonly watcher: ChildProcess;
  private output = '';

  /** `packages`: the folder made by `scripts/interop-servers.mjs` for this server. `users` exist inside, with a group each. */
  constructor(
    packages: string,
    private readonly users: readonly string[],
  ) {
    this.path = join(realpathSync(mkdtempSync(join(tmpdir(), 'evs-interop-'))), 'root');
    this.watcher = spawn('sh', ['-c', WATCH, 'sh', this.path], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    execFileSync('cp', ['-a', packages, this.path]);
    this.folder('/');
    this.folder('/tmp', undefined, 0o1777);
    this.folder('/dev');
    this.device('null', 3);
    this.device('urandom', 9);
    const everybody = ['root', ...users].map((user) => ({ user, id: this.idOf(user) }));
    this.file('/etc/passwd', everybody.map(({ user, id }) => `${user}:x:${id}:${id}::/:/bin/false\n`).join(''));
    this.file('/etc/group', everybody.map(({ user, id }) => `${user}:x:${id}:\n`).join(''));
    this.file('/etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files\nservices: files\n');
    this.file('/etc/services', 'smtp 25/tcp\n');
    this.file('/etc/hosts', '127.0.0.1 localhost\n');
    this.file('/etc/resolv.conf', 'lookup file\n');
  }

  idOf(user: string): number {
    return user === 'root' ? 0 : FIRST_ID + this.users.indexOf(user);
  }

  folder(path: string, owner: string = 'root', mode = 0o755): void {
    const place = join(this.path, path);
    mkdirSync(place, { recursive: true });
    chownSync(place, this.idOf(owner), this.idOf(owner));
    chmodSync(place, mode);
  }

  file(path: string, text: string, mode = 0o644): void {
    const place = join(this.path, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
    chmodSync(place, mode);
  }

  private device(name: string, minor: number): void {
    execFileSync('mknod', ['-m', '666', join(this.path, 'dev', name), 'c', '1', String(minor)]);
  }

  /** What stands in a file so far; empty when there is none. */
  read(path: string): string {
    const place = join(this.path, path);
    return existsSync(place) ? readFileSync(place, 'utf8') : '';
  }

  /** What the programs wrote to their standard output and error: where to look when one doesn't start. */
  get said(): string {
    return this.output;
  }

  /** Starts a program in the foreground. */
  start(program: string, ...options: string[]): void {
    const child = spawn('chroot', [this.path, program, ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (this.output += text.toString()));
    this.children.push(child);
  }

  /** Ids of all processes with this root, or one below it. */
  processes(): number[] {
    return readdirSync('/proc')
      .map(Number)
      .filter((id) => id > 0 && (rootOf(id) ?? '').startsWith(this.path));
  }

  /** Ends all processes at once, in the middle of whatever they do. */
  async kill(): Promise<void> {
    await eventually('all processes of the server are gone', () => {
      const alive = this.processes();
      for (const id of alive) killIfAlive(id);
      return alive.length === 0;
    });
  }

  async remove(): Promise<void> {
    await this.kill();
    for (const child of this.children) {
      child.stdout?.destroy();
      child.stderr?.destroy();
    }
    rmSync(dirname(this.path), { recursive: true, force: true });
    this.watcher.stdin?.destroy();
    if (this.watcher.exitCode === null) await once(this.watcher, 'exit');
  }
}

function rootOf(id: number): string | null {
  try {
    return readlinkSync(`/proc/${id}/root`);
  } catch {
    return null;
  }
}

function killIfAlive(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
