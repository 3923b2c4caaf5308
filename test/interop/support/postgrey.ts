import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually';
import { answers } from '../../support/set-ups';

export interface Postgrey {
  stop(): Promise<void>;
}

/** Postgrey on 127.0.0.1, with this machine's Perl: it needs a script's modules and no more. It ends with this process. */
export async function startPostgrey(packages: string, port: number, delaySeconds: number): Promise<Postgrey> {
  const root = join(packages, 'postgrey');
  const database = mkdtempSync(join(tmpdir(), 'evs-postgrey-'));
  chmodSync(database, 0o777);
  const child = spawn(
    'sh',
    [
      // Ends it when the pipe closes, whatever closes it.
      ...['-c', '"$@" & read -r _; kill -9 $!', 'sh'],
      ...['perl', '-T', ...moduleFolders(root).map((folder) => `-I${folder}`), join(root, 'usr/sbin/postgrey')],
      ...[`--inet=127.0.0.1:${port}`, `--delay=${delaySeconds}`, `--dbdir=${database}`],
      ...['--user=root', '--group=root', '--auto-whitelist-clients=0'],
      ...['--whitelist-clients=/dev/null', '--whitelist-recipients=/dev/null'],
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], detached: true },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const stop = async (): Promise<void> => {
    child.stdin.destroy();
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(database, { recursive: true, force: true });
  };
  try {
    await eventually('postgrey listens', () => answers('127.0.0.1', port));
  } catch (error) {
    await stop();
    throw new Error(`${String(error)}\n${said}`, { cause: error });
  }
  return { stop };
}

/** Where Debian keeps Perl modules, below the packages' root: `usr/share/perl5`, by architecture and version. */
function moduleFolders(root: string): string[] {
  const below = (path: string): string[] => (existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : []);
  const bases = [join(root, 'usr/share'), ...below(join(root, 'usr/lib'))];
  const versions = bases.flatMap((base) => [...below(join(base, 'perl5')), ...below(join(base, 'perl'))]);
  return [...bases.map((base) => join(base, 'perl5')), ...versions.filter((path) => /\/5[.\d]+$/.test(path))];
}
