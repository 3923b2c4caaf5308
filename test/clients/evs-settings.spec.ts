import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port';
import { Evs } from './evs';
import { FlakyService } from './flaky-service';
import { buildClients } from './package';

describe('evs sends a token to the service that it was made for alone', () => {
  let stored: FlakyService;
  let other: FlakyService;
  let folder: string;

  beforeAll(() => buildClients());

  beforeEach(async () => {
    [stored, other] = await Promise.all([FlakyService.start(), FlakyService.start()]);
    for (const flaky of [stored, other]) flaky.answer = { balance: 5, monthly_allowance_reset_at: null };
    folder = mkdtempSync(join(tmpdir(), 'evs_cli_'));
  });

  afterEach(async () => {
    await Promise.all([stored.stop(), other.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const evs = (args: string[], env: Record<string, string> = {}, input = ''): ReturnType<Evs['exit']> =>
    Evs.start(args, env, folder).fed(input).exit();
  const configured = (): unknown => JSON.parse(readFileSync(join(folder, '.config/evs/config.json'), 'utf8'));
  const tokensAt = (flaky: FlakyService): unknown[] => flaky.seen.map(({ headers }) => headers.authorization);

  function store(config: unknown, mode = 0o600): void {
    mkdirSync(join(folder, '.config/evs'), { recursive: true });
    writeFileSync(join(folder, '.config/evs/config.json'), JSON.stringify(config), { mode });
  }

  it('logs in again to the service of the last time, and to another where it is named', async () => {
    store({ url: stored.url, token: 'old' });
    expect(await evs(['login'], {}, 'new\n')).toMatchObject({ code: 0, stderr: '' });
    expect(tokensAt(stored)).toEqual(['Bearer new']);
    expect(configured()).toEqual({ url: stored.url, token: 'new' });
    expect((await evs(['login', '--url', other.url], {}, 'newer')).code).toBe(0);
    expect(tokensAt(other)).toEqual(['Bearer newer']);
    expect(configured()).toEqual({ url: other.url, token: 'newer' });
  });

  it('knows the service by each of its addresses', async () => {
    expect((await evs(['login', '--url', `${stored.url}/v1/`], {}, 'token')).code).toBe(0);
    expect(configured()).toEqual({ url: stored.url, token: 'token' });
    for (const url of [stored.url, `${stored.url}/`, `${stored.url}/v1`]) {
      expect(await evs(['credits', '--url', url])).toMatchObject({ code: 0, stderr: '' });
    }
  });

  it('asks for the service where what is stored names none, and mends the file then', async () => {
    store({ url: 5 });
    expect(await evs(['login'], {}, 'new')).toMatchObject({
      code: 77,
      stderr: expect.stringMatching(/with --url\.\n$/),
    });
    expect((await evs(['login', '--url', other.url], {}, 'new')).code).toBe(0);
    expect(configured()).toEqual({ url: other.url, token: 'new' });
  });

  it('takes EVS_TOKEN for the stored service if it is the stored token alone', async () => {
    store({ url: stored.url, token: 'stored' });
    expect((await evs(['credits'], { EVS_TOKEN: 'stored\n' })).code).toBe(0);
    expect(tokensAt(stored)).toEqual(['Bearer stored']);
    const another = await evs(['credits'], { EVS_TOKEN: 'another' });
    expect(another).toMatchObject({ code: 64, stdout: '' });
    expect(another.stderr).toMatch(/EVS_TOKEN is set, and not which service it is for: set EVS_URL too, to http/);
    expect(another.stderr).toContain(stored.url);
    expect(tokensAt(stored)).toHaveLength(1);
    expect((await evs(['credits'], { EVS_TOKEN: 'another', EVS_URL: other.url })).code).toBe(0);
    expect((await evs(['credits', '--url', other.url], { EVS_TOKEN: 'third' })).code).toBe(0);
    expect(tokensAt(other)).toEqual(['Bearer another', 'Bearer third']);
  });

  it('refuses a token that no header may hold, without showing it', async () => {
    const env = { EVS_URL: `http://127.0.0.1:${await freePort()}` };
    for (const token of ['secret\nsecret', 'secrét', ' ']) {
      const { code, stdout, stderr } = await evs(['credits'], { ...env, EVS_TOKEN: token });
      expect({ code, stdout }).toEqual({ code: 77, stdout: '' });
      expect(stderr).toMatch(/^`token` (has line ends|is missing)/);
      expect(stderr).not.toContain('secr');
    }
  });
});
