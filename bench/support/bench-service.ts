import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeSetUp, type SetUp, type SetUpName } from '../../test/support/set-ups';
import { Child, ROOT } from './child';
import { freePort } from './free-port';
import { rememberVerdicts } from './remember-verdicts';

const run = promisify(execFile);

const NO_LIMITS = { RATE_LIMIT_PER_MINUTE: '1000000000', FREE_CREDITS: '1000000000' };
/** Nothing answers there: what the bench asks needs no network, unless it says otherwise. */
const NO_NETWORK = { DNS_SERVERS: '127.0.0.1:9', SMTP_PROBE: 'off' };

/** Whose requests they are, and where they go. */
export interface Caller {
  url: string;
  token: string;
  headers: Record<string, string>;
}

/** The built service as an operator runs it: a process of its own, with a database of its own. */
export class BenchService implements Caller {
  private constructor(
    readonly process: Child,
    readonly url: string,
    readonly token: string,
    private readonly organizationId: number,
    private readonly setUp: SetUp,
    private readonly env: Record<string, string>,
  ) {}

  static async start(
    name: SetUpName,
    settings: Record<string, string> = {},
    nodeArgs: string[] = [],
  ): Promise<BenchService> {
    const setUp = await makeSetUp(name);
    try {
      const port = await freePort();
      const env = { ...setUp.env, LOG_LEVEL: 'info', ...NO_LIMITS, ...NO_NETWORK, ...settings, PORT: String(port) };
      const log = join(setUp.env['DATA_DIR'] ?? '', 'service.log');
      const child = Child.start([...nodeArgs, 'dist/main.js'], env, log);
      const url = `http://127.0.0.1:${port}`;
      await child.ready(async () => (await fetch(`${url}/health/ready`)).ok);
      const { token, organizationId } = await openAccount(env);
      return new BenchService(child, url, token, organizationId, setUp, env);
    } catch (error) {
      await setUp.remove();
      throw error;
    }
  }

  get headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.token}` };
  }

  /** What a process of this set-up has in its environment. */
  get settings(): Record<string, string> {
    return this.env;
  }

  /** Verdicts about these addresses stand in the cache, as if they had been asked for. */
  remember(addresses: Iterable<string>): Promise<void> {
    return rememberVerdicts(this.env, this.organizationId, addresses);
  }

  /** A source of feedback; returns its address. */
  async source(provider: string): Promise<string> {
    const wish = ['--organization', String(this.organizationId), '--provider', provider, '--name', provider];
    const { url } = await cli<{ url: string }>(this.env, ['feedback', 'source', 'create', ...wish]);
    return `${this.url}${new URL(url).pathname}`;
  }

  /** Ends the process and removes its database, keys and files. */
  async stop(): Promise<void> {
    await this.process.stop();
    await this.setUp.remove();
  }
}

export async function openAccount(
  env: Record<string, string>,
  email = 'bench@accounts.test',
): Promise<{ token: string; headers: Caller['headers']; organizationId: number }> {
  const account = await cli<{ organization_id: number }>(env, ['account', 'create', '--email', email]);
  const permissions = ['validate:single', 'validate:batch', 'credits:read'].flatMap((name) => ['--permission', name]);
  const { token } = await cli<{ token: string }>(env, [
    ...['token', 'create', '--account', email, '--name', 'bench'],
    ...permissions,
  ]);
  return { token, headers: { Authorization: `Bearer ${token}` }, organizationId: account.organization_id };
}

async function cli<Answer>(env: Record<string, string>, args: string[]): Promise<Answer> {
  const { stdout } = await run(process.execPath, ['dist/cli.js', ...args, '--json'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  return JSON.parse(stdout) as Answer;
}
