import { onStop } from '../../src/stop-signals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PERMISSIONS } from '../../src/auth/permissions';
import { MailWorld } from './mail-world';
import { SANDBOX_ACCOUNT, sandboxTable } from './sandbox-table';

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
  onStop(() => service.kill('SIGTERM'));
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

/** The service says where it listens, and on its first start a token of an account that nobody signs in to. */
function printWhenReady(service: ChildProcess): void {
  let said = '';
  service.stdout?.on('data', (bytes: Buffer) => {
    said += bytes.toString();
    const base = /https?:\/\/[\w.:[\]-]+/.exec(said)?.[0];
    if (base === undefined || !TOKEN.test(said)) return;
    service.stdout?.removeAllListeners('data').resume();
    openAccount(base)
      .then((own) => {
        process.stdout.write(sandboxTable(base, own, process.argv.includes('--all')));
      })
      .catch((error: unknown) => {
        process.stderr.write(`No account could be made for the dashboard: ${String(error)}\n`);
      });
  });
}

/** An account as anybody makes one who signs up, and a token of it: what programs do with it is seen on the dashboard. */
async function openAccount(base: string): Promise<string> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json', 'X-CSRF': '1' };
  const post = async (path: string, body: object): Promise<Response> => {
    const response = await fetch(`${base}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return response;
  };
  const signedUp = await post('account', SANDBOX_ACCOUNT);
  headers['Cookie'] = signedUp.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const made = await post('tokens', { name: 'Sandbox', permissions: PERMISSIONS });
  return ((await made.json()) as { token: string }).token;
}

main().catch((error: unknown) => {
  process.stderr.write(`The sandbox can't start: ${String(error)}\n`);
  process.exit(1);
});
