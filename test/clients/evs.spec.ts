import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setUps } from '../support/set-ups';
import { ClientWorld } from './client-world';
import { Evs } from './evs';
import { buildClients, root, samplesOf } from './package';

const exec = promisify(execFile);

describe.each(setUps)('evs and the service, %s', (setUpName) => {
  let world: ClientWorld;
  let folder: string;

  beforeAll(async () => {
    await buildClients();
    world = await ClientWorld.start(setUpName);
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'evs_cli_'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  afterAll(() => world.stop());

  const evs = (args: string[], env: Record<string, string> = world.env, input = ''): ReturnType<Evs['exit']> =>
    Evs.start(args, env, folder).fed(input).exit();
  const file = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const LIST = 'name,email\r\nJane,jane@ok.test\r\nJohn,nobody@ok.test\r\n';

  it.each([
    ['jane@ok.test', 0, 'jane@ok.test is valid: mail to it would arrive, with 97 %.'],
    ['anybody@catch-all.test', 0, 'anybody@catch-all.test is a catch-all: its host takes mail for any address'],
    ['nobody@ok.test', 1, 'nobody@ok.test is invalid (mailbox_not_found): send it nothing.'],
    ['joe@gmial.con', 1, 'Was joe@gmail.com meant?'],
    ['joe@mailinator.com', 2, 'joe@mailinator.com is risky (disposable): it would take mail'],
    ['joe@greylist.test', 3, 'joe@greylist.test is unknown (greylisted): it could not be confirmed'],
  ])('says of %s with exit code %i: %s', async (address, code, sentence) => {
    const said = await evs(['check', address]);
    expect(said).toMatchObject({ code, stdout: expect.stringContaining(sentence), stderr: '' });
    expect(said.stdout).toMatch(/^[^\u001b]+\n$/);
  });

  it('gives the verdict and the credits as JSON', async () => {
    const verdict = await evs(['check', 'nobody@ok.test', '--json']);
    expect(JSON.parse(verdict.stdout)).toMatchObject({
      status: 'invalid',
      result: { sub_status: 'mailbox_not_found' },
    });
    expect(verdict.code).toBe(1);
    const { stdout } = await evs(['--json', 'credits']);
    const balance = await world.service.balance(world.account.organizationId);
    expect(JSON.parse(stdout)).toMatchObject({ balance });
    expect((await evs(['credits'])).stdout).toBe(`${balance} credits are left.\n`);
  });

  it('shows colours in a terminal, unless they are not wanted', async () => {
    const plain = await Evs.inTerminal(['check', 'jane@ok.test'], { ...world.env, NO_COLOR: '1' }, folder).exit();
    const colourful = await Evs.inTerminal(['check', 'nobody@ok.test'], world.env, folder).exit();
    expect([plain.stdout.includes('\u001b['), colourful.stdout.includes('\u001b[31minvalid')]).toEqual([false, true]);
    expect([plain.code, colourful.code]).toEqual([0, 1]);
  });

  it('checks a list: results in a file, how far it is in lines', async () => {
    writeFileSync(join(folder, 'news.csv'), LIST);
    const { code, stdout, stderr } = await evs(['list', 'news.csv', '-o', 'results.csv']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/^List \d+ is sent\.\n/);
    expect(stderr).toContain('\n100 %, 2 of 2: 1 valid, 0 risky, 1 invalid, 0 unknown\n');
    expect(stderr).toMatch(
      /“news\.csv” is checked: 1 of 2 are valid, \d credits used\. The results are in results\.csv\.\n$/,
    );
    expect(file('results.csv').split('\r\n')[2]).toMatch(/^John,nobody@ok\.test,invalid,/);
    expect(readdirSync(folder).sort()).toEqual(['news.csv', 'results.csv']);
  });

  it('reads standard input, writes to standard output, and takes lists of other shapes', async () => {
    const args = ['list', '-', '-o', '-', '--no-header', '--column', '2', '--columns', 'address', '--status', 'valid'];
    const { code, stdout } = await evs(args, world.env, 'Jane;jane@ok.test\r\nJohn;nobody@ok.test\r\n');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'email\r\njane@ok.test\r\n' });
    const counts = await evs(['list', '-', '--name', 'piped', '--json'], world.env, LIST);
    expect(JSON.parse(counts.stdout)).toMatchObject({ name: 'piped', status: 'completed', valid_count: 1 });
  });

  it('draws a bar in a terminal', async () => {
    writeFileSync(join(folder, 'news.csv'), LIST);
    const { stdout, code } = await Evs.inTerminal(['list', 'news.csv', '-o', 'results.csv'], world.env, folder).exit();
    expect(code).toBe(0);
    expect(stdout).toMatch(/\r\u001b\[K.*█{30}.* 100 %, 2 of 2: 1 valid/);
  });

  it('stores a token that works, for its owner alone, and uses it for its service alone', async () => {
    const { EVS_URL = '', EVS_TOKEN = '' } = world.env;
    const env = { XDG_CONFIG_HOME: join(folder, 'config') };
    const path = join(folder, 'config', 'evs', 'config.json');
    expect(await evs(['credits'], env)).toMatchObject({ code: 77, stderr: expect.stringContaining('evs login') });

    const wrong = await evs(['login', '--url', EVS_URL], env, 'eyJ.wrong.token');
    expect(wrong).toMatchObject({
      code: 77,
      stderr: expect.stringMatching(/refuses this token: .*Nothing was stored\.\n/),
    });
    expect(existsSync(path)).toBe(false);

    const stored = await evs(['login', '--url', `${EVS_URL}/`], env, `${EVS_TOKEN}\n`);
    expect(stored).toMatchObject({ code: 0, stdout: `The token for ${EVS_URL} is stored in ${path}.\n`, stderr: '' });
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    expect((await evs(['check', 'jane@ok.test'], env)).code).toBe(0);

    const elsewhere = await evs(['check', 'jane@ok.test', '--url', 'http://127.0.0.1:9'], env);
    expect(elsewhere).toMatchObject({
      code: 77,
      stderr: expect.stringContaining(`The stored token is for ${EVS_URL}`),
    });
    chmodSync(path, 0o640);
    expect(await evs(['credits'], env)).toMatchObject({ code: 77, stderr: expect.stringContaining('chmod 600') });
    // A token of the environment needs no file.
    expect((await evs(['credits'], { ...env, ...world.env })).code).toBe(0);
    chmodSync(path, 0o600);
    writeFileSync(path, '{}');
    expect(await evs(['credits'], env)).toMatchObject({ code: 77, stderr: expect.stringContaining('log in again') });
  });

  it('asks for the token without showing it', async () => {
    const { EVS_URL = '', EVS_TOKEN = '' } = world.env;
    const login = Evs.inTerminal(['login', '--url', EVS_URL], {}, folder);
    await login.says(/Token: /);
    login.type(`${EVS_TOKEN}\r`);
    const { code, stdout } = await login.exit();
    expect({ code, isShown: stdout.includes(EVS_TOKEN.slice(0, 10)) }).toEqual({ code: 0, isShown: false });
    expect(JSON.parse(file('.config/evs/config.json'))).toMatchObject({ url: EVS_URL, token: EVS_TOKEN });

    const given = Evs.inTerminal(['login'], { XDG_CONFIG_HOME: join(folder, 'none') }, folder);
    await given.says(/Token: /);
    given.type('\u0003');
    expect((await given.exit()).code).toBe(130);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  it.each<[string, string[], number, RegExp]>([
    ['an organization that is not yours', ['credits', '--organization', '99999'], 77, /\S/],
    ['a list that is not there', ['list', '--resume', '99999', '-o', 'x.csv'], 65, /Batch/],
  ])('ends with a sentence and its code on %s', async (_, args, code, sentence) => {
    expect(await evs(args)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(sentence) });
  });

  it('says how to name the column of a list that has no `email`', async () => {
    const refused = await evs(['list', '-', '-o', 'x.csv'], world.env, 'a,b\r\n1,2\r\n');
    expect(refused).toMatchObject({
      code: 65,
      stderr: expect.stringMatching(/"email" column.*--column.*--no-header.*\n$/),
    });
    const bare = await evs(['list', '-', '-o', 'x.csv', '--no-header'], world.env, 'Jane,jane@ok.test\r\n');
    expect(bare).toMatchObject({ code: 65, stderr: expect.stringContaining('say by --column which of them') });
    expect((await evs(['list', '-', '-o', 'x.csv', '--column', 'c'], world.env, 'a,b\r\n1,2\r\n')).stderr).toMatch(
      /must contain the column "c"/,
    );
  });

  it('says how to name the encoding of a list', async () => {
    const list = Buffer.from('name,email\r\nJosé,jane@ok.test\r\n', 'latin1');
    const sent = (...args: string[]): ReturnType<Evs['exit']> =>
      Evs.start(['list', '-', '-o', 'x.csv', ...args], world.env, folder)
        .fed(list)
        .exit();
    expect(await sent()).toMatchObject({ code: 65, stderr: expect.stringMatching(/--encoding windows-1252\.\n$/) });
    expect((await sent('--encoding', 'windows-1252')).code).toBe(0);
  });

  it('writes results in the form that is asked for, or that their file is named after', async () => {
    const results = async (...args: string[]): Promise<string> => {
      expect((await evs(['list', '-', ...args], world.env, LIST)).code).toBe(0);
      return file(args[1] ?? '');
    };
    expect(JSON.parse((await results('-o', 'a.JSONL')).split('\n')[0] ?? '')).toMatchObject({ email: 'jane@ok.test' });
    expect((await results('-o', 'b.xlsx')).slice(0, 2)).toBe('PK');
    expect(await results('-o', 'c.xlsx', '--format', 'csv')).toContain('\r\nJane,jane@ok.test,valid,');
    expect(await results('-o', 'd.txt')).toContain('\r\nJane,jane@ok.test,valid,');
  });

  it('says that a test token asks nobody', async () => {
    const { token } = await world.service.testToken(world.account.accountId);
    const env = { ...world.env, EVS_TOKEN: token };
    const unasked = await evs(['check', 'jane@ok.test'], env);
    expect(unasked).toMatchObject({ code: 3, stdout: expect.stringMatching(/test token.*valid@sandbox\.test/) });
    expect(unasked.stdout).not.toContain('check it again');
    expect((await evs(['check', 'valid@sandbox.test'], env)).stdout).toMatch(/is valid: mail to it/);
    const { stderr } = await evs(['list', '-', '-o', '-'], env, LIST);
    expect(stderr).toMatch(/2 could not be confirmed: this is a test token/);
  });

  it("does what its README says, and what the root's says", async () => {
    const [sample = ''] = samplesOf('cli', 'sh');
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(sample);
    const { EVS_URL = '', EVS_TOKEN = '' } = world.env;
    writeFileSync(join(folder, 'token.txt'), EVS_TOKEN);
    writeFileSync(join(folder, 'list.csv'), LIST);
    symlinkSync(join(root, 'clients/cli/dist/evs.js'), join(folder, 'evs'));
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, HOME: folder, URL: EVS_URL };
    // Its last line but one takes up the first list of this account.
    const { stdout } = await exec('sh', ['-ec', sample], { cwd: folder, env });
    expect(stdout).toMatch(/jane@ok\.test is valid.*\n\d+ credits are left\.\n$/);
    expect(file('results.csv')).toContain('nobody@ok.test,invalid');
    expect(file('valid.csv')).toContain('jane@ok.test,valid');
  });
});
