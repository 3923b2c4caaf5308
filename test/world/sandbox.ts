import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MailWorld } from './mail-world';
import { sandboxTable } from './sandbox-table';

const TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/m;
const DEFAULT_PORT = '3000';

/**
 * The embedded service in the mail world, with data of its own that is removed at the end. Prints a token, addresses to
 * try with the verdict that each gets, and a command to try them with.
 */
async function main(): Promise<void> {
  const world = await MailWorld.start();
  const dataDir = mkdtempSync(join(tmpdir(), 'email-validation-sandbox-'));
  const service = startService(world, dataDir);
  const exited = once(service, 'exit') as Promise<[number | null]>;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => service.kill('SIGTERM'));
  printWhenReady(service);
  const [code] = await exited;
  await world.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
}

function startService(world: MailWorld, dataDir: string): ChildProcess {
  const program = resolve(__dirname, '../../dist/main.js');
  const { DATABASE_URL, REDIS_URL, ROLE, ...environment } = process.env;
  const ignored = Object.entries({ DATABASE_URL, REDIS_URL, ROLE }).filter(([, value]) => value !== undefined);
  if (ignored.length > 0) process.stderr.write(`The sandbox ignores ${ignored.map(([name]) => name).join(', ')}.\n`);
  return spawn(process.execPath, ['--enable-source-maps', program], {
    // Away from the operator's own `.env`.
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      LOG_LEVEL: 'warn',
      PORT: DEFAULT_PORT,
      FREE_CREDITS: '10000',
      RATE_LIMIT_PER_MINUTE: '600',
      ...environment,
      ...world.env(),
      SMTP_RETRY_DELAYS: '2,4,8',
      DATA_DIR: dataDir,
    },
  });
}

/** The service says where it listens, and on its first start what its token is. */
function printWhenReady(service: ChildProcess): void {
  let said = '';
  service.stdout?.on('data', (bytes: Buffer) => {
    said += bytes.toString();
    const base = /https?:\/\/[\w.:[\]-]+/.exec(said)?.[0];
    const token = TOKEN.exec(said)?.[0];
    if (base === undefined || token === undefined) return;
    service.stdout?.removeAllListeners('data').resume();
    process.stdout.write(sandboxTable(base, token, process.argv.includes('--all')));
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`The sandbox can't start: ${String(error)}\n`);
  process.exit(1);
});
