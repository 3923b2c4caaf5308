import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { eventually } from '../support/eventually';
import { Evs } from './evs';
import { FlakyService } from './flaky-service';
import { buildClients, root } from './package';

const LIST = 'email\njane@ok.test\n';

describe('evs judges the files of a list before it sends anything', () => {
  let flaky: FlakyService;
  let folder: string;

  beforeAll(() => buildClients());

  beforeEach(async () => {
    flaky = await FlakyService.start();
    flaky.answer = { id: 7, name: 'list.csv', status: 'completed', progress: 100, unknown_count: 0 };
    folder = mkdtempSync(join(tmpdir(), 'evs_cli_'));
    writeFileSync(join(folder, 'list.csv'), LIST);
  });

  afterEach(async () => {
    await flaky.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const evs = (...args: string[]): ReturnType<Evs['exit']> =>
    Evs.start(['list', ...args], { EVS_URL: flaky.url, EVS_TOKEN: 'token' }, folder)
      .fed('')
      .exit();

  async function expectRefused(args: string[], code: number, sentence: RegExp): Promise<void> {
    const before = readdirSync(folder).sort();
    const said = await evs(...args);
    expect(said).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(sentence) });
    expect(flaky.seen).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(before);
    expect(readFileSync(join(folder, 'list.csv'), 'utf8')).toBe(LIST);
  }

  it.each(['list.csv', './list.csv', '../evs/list.csv', 'link.csv', 'hard.csv', 'of-draft.csv'])(
    'will not overwrite the list: -o %s',
    async (output) => {
      symlinkSync('list.csv', join(folder, 'link.csv'));
      linkSync(join(folder, 'list.csv'), join(folder, 'hard.csv'));
      linkSync(join(folder, 'list.csv'), join(folder, 'of-draft.csv.part'));
      const name = folder.split('/').at(-1) ?? '';
      await expectRefused(
        ['list.csv', '-o', output.replace('/evs/', `/${name}/`)],
        64,
        /would overwrite the list itself/,
      );
    },
  );

  it('will not overwrite the list that is its standard input', async () => {
    const command = 'exec "$0" "$1" list - -o list.csv < list.csv';
    const program = join(root, 'clients/cli/dist/evs.js');
    const child = spawn('sh', ['-c', command, process.execPath, program], {
      cwd: folder,
      env: { HOME: folder, EVS_URL: flaky.url, EVS_TOKEN: 'token' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, said]).toEqual([64, expect.stringMatching(/would overwrite the list itself/)]);
    expect(flaky.seen).toEqual([]);
  });

  it.each<[string, string, RegExp]>([
    [
      'in a folder that is not there',
      'no/such/x.csv',
      /^no\/such\/x\.csv can't be written: there is no folder no\/such\.\n/,
    ],
    ['in what is no folder', 'list.csv/x.csv', /ENOTDIR/],
    // Nobody makes files there, not even root.
    ['in a folder that takes none', '/proc/x.csv', /^\/proc\/x\.csv can't be written: E/],
    ['that is a folder', 'folder', /^folder can't be written: it is no file/],
    ['that is a device', '/dev/null', /it is no file\. -o - writes to standard output/],
  ])('refuses an output %s', async (_, output, sentence) => {
    mkdirSync(join(folder, 'folder'));
    await expectRefused(['list.csv', '-o', output], 73, sentence);
    await expectRefused(['--resume', '7', '-o', output], 73, sentence);
  });

  it('refuses a list that is a folder', async () => {
    mkdirSync(join(folder, 'folder'));
    await expectRefused(['folder', '-o', 'x.csv'], 66, /^folder can't be read: it is a folder\.\n$/);
  });

  it('refuses a list that is packed, and says how to unpack it', async () => {
    writeFileSync(join(folder, 'packed.csv'), gzipSync(LIST));
    await expectRefused(['packed.csv', '-o', 'x.csv'], 66, /it is packed\. .*gunzip -c list\.csv\.gz \| evs list -/);
  });

  it('writes over results of before', async () => {
    writeFileSync(join(folder, 'x.csv'), 'old');
    writeFileSync(join(folder, 'x.csv.part'), 'old');
    expect((await evs('list.csv', '-o', 'x.csv')).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['list.csv', 'x.csv']);
    expect(readFileSync(join(folder, 'x.csv'), 'utf8')).not.toBe('old');
  });

  it.each([0o600, 0o664])('keeps the rights of the file that it writes over: %o', async (mode) => {
    writeFileSync(join(folder, 'x.csv'), 'old');
    chmodSync(join(folder, 'x.csv'), mode);
    expect((await evs('list.csv', '-o', 'x.csv')).code).toBe(0);
    expect(statSync(join(folder, 'x.csv')).mode & 0o777).toBe(mode);
  });

  it.each([true, false])('writes the file that a link leads to, which is there: %p', async (isThere) => {
    mkdirSync(join(folder, 'elsewhere'));
    if (isThere) writeFileSync(join(folder, 'elsewhere', 'x.csv'), 'old');
    symlinkSync('elsewhere/x.csv', join(folder, 'one.csv'));
    symlinkSync('one.csv', join(folder, 'two.csv'));
    expect((await evs('list.csv', '-o', 'two.csv')).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['elsewhere', 'list.csv', 'one.csv', 'two.csv']);
    expect([lstatSync(join(folder, 'two.csv')).isSymbolicLink(), readdirSync(join(folder, 'elsewhere'))]).toEqual([
      true,
      ['x.csv'],
    ]);
    expect(readFileSync(join(folder, 'elsewhere', 'x.csv'), 'utf8')).toContain('"id":7');
  });

  it('leaves no half of a file to somebody who interrupts it twice', async () => {
    const done = { status: 200, body: flaky.answer };
    flaky.faults = [done, { status: 200, headers: { 'Content-Length': '99' }, body: 'email\r\n' }];
    const waiting = Evs.start(['list', '--resume', '7', '-o', 'x.csv'], { EVS_URL: flaky.url, EVS_TOKEN: 'x' }, folder);
    await eventually('it writes', () => readdirSync(folder).includes('x.csv.part') && flaky.seen.length === 2);
    // At once: both are heard before the first has ended anything.
    process.kill(waiting.child.pid ?? 0, 'SIGSTOP');
    waiting.child.kill('SIGINT');
    waiting.child.kill('SIGTERM');
    process.kill(waiting.child.pid ?? 0, 'SIGCONT');
    expect((await waiting.exit()).code).toBeGreaterThan(128);
    expect(readdirSync(folder)).toEqual(['list.csv']);
  });

  it('says that it waits, where that takes long', async () => {
    const said = async (seconds: string): Promise<string> => {
      flaky.faults = [{ status: 429, headers: { 'Retry-After': seconds }, body: { message: 'Too\u001b many.' } }];
      const waiting = Evs.start(
        ['list', '--resume', '7', '-o', 'x.csv'],
        { EVS_URL: flaky.url, EVS_TOKEN: 'x' },
        folder,
      );
      if (seconds !== '0') await waiting.says(/Trying again/);
      if (seconds !== '0') waiting.child.kill('SIGINT');
      return (await waiting.exit()).stderr;
    };
    expect(await said('50')).toMatch(/^Too\ufffd many\. Trying again in 5[01] s\.\n/);
    expect(await said('0')).not.toContain('Trying again');
  });
});
