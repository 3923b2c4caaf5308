import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Person } from '../management/person';
import { eventually } from '../support/eventually';
import { SANDBOX_ACCOUNT } from '../world/sandbox-table';
import { build } from './service-process';

beforeAll(build, 120_000);

describe('the sandbox', () => {
  let sandbox: ChildProcess;
  let said = '';

  beforeAll(async () => {
    const { PATH = '' } = process.env;
    const args = ['-r', '@swc-node/register', join(__dirname, '../world/sandbox.ts')];
    sandbox = spawn(process.execPath, args, { env: { PATH, PORT: '0' }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [sandbox.stdout, sandbox.stderr])
      stream?.on('data', (bytes: Buffer) => {
        said += bytes.toString();
      });
    await eventually('it says how to try it', () => /^curl .+\n/m.test(said) || sandbox.exitCode !== null, 60_000);
  });

  afterAll(async () => {
    const ended = once(sandbox, 'exit');
    if (sandbox.exitCode === null) {
      sandbox.kill('SIGTERM');
      await ended;
    }
  });

  const found = (pattern: RegExp): string => {
    const [, text] = pattern.exec(said) ?? [];
    if (text === undefined) throw new Error(`${String(pattern)} is not in what it said:\n${said}`);
    return text;
  };

  it('names the dashboard and somebody who can sign in there, and sees there what its token is used for', async () => {
    const base = found(/(http:\/\/127\.0\.0\.1:\d+)/);
    const dashboard = `${base}/dashboard/`;
    expect({ dashboard: said.includes(dashboard), people: / as \S+@\S+/.test(said) }).toEqual({
      dashboard: true,
      people: true,
    });
    const page = await fetch(dashboard);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await fetch(found(/the interface to try: (\S+)/))).status).toBe(200);

    const email = found(/Sign in to the dashboard as (\S+),/);
    const password = found(/with the password “([^”]+)”/);
    expect({ email, password }).toEqual({ email: SANDBOX_ACCOUNT.email, password: SANDBOX_ACCOUNT.password });
    const person = new Person({ request: (path, init) => fetch(`${base}${path}`, init) });
    const signedIn = await person.post<{ organizations: { id: number }[] }>('/v1/session', { email, password });
    expect(signedIn.status).toBe(200);

    const token = found(/^(ey[\w-]+\.[\w-]+\.[\w-]+)$/m);
    expect(found(/^curl .* -H 'Authorization: Bearer (\S+)'/m)).toBe(token);
    const checked = await fetch(`${base}/v1/validate/single`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'jane@ok.test' }),
    });
    expect(await checked.json()).toMatchObject({ status: 'valid', credits_used: 1 });
    const [organization] = signedIn.body.organizations;
    await eventually('the check is in the history', async () => {
      const { body } = await person.get<{ checks: { email: string; by: { token_name: string | null } }[] }>(
        `/v1/organizations/${organization?.id ?? 0}/checks`,
      );
      return body.checks.some(({ email: asked, by }) => asked === 'jane@ok.test' && by.token_name === 'Sandbox');
    });
  });
});
