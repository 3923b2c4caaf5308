import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port';
import { Evs } from './evs';
import { FlakyService } from './flaky-service';
import { buildClients, root } from './package';

describe('evs by itself', () => {
  let folder: string;

  beforeAll(() => buildClients());

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'evs_cli_'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** A service that is not there, and is not asked. */
  const NOWHERE = { EVS_URL: 'http://127.0.0.1:9', EVS_TOKEN: 'x' };
  const evs = (args: string[], env: Record<string, string> = NOWHERE, input = ''): ReturnType<Evs['exit']> =>
    Evs.start(args, env, folder).fed(input).exit();

  it.each<[string, string[], number, RegExp]>([
    ['no command', [], 64, /^Name a command/],
    [
      'an unknown option',
      ['check', 'a@ok.test', '--fast'],
      64,
      /^Unknown option '--fast'\. `evs --help` shows how\.\n$/,
    ],
    ['no file', ['list', '-o', 'x.csv'], 64, /^Name a file, or a list with --resume/],
    ['no place for results', ['list', 'x.csv'], 64, /^Say where the results go/],
    ['an id that is none', ['list', '--resume', 'x', '-o', 'x.csv'], 64, /The id of a list is a number/],
    ['an address of the service that is none', ['credits', '--url', 'localhost'], 64, /no address of a service/],
    ['one that can not be used', ['credits', '--url', 'http://'], 64, /no address of a service/],
    ['an organization that is none', ['credits', '--organization', 'ü€'], 64, /`organization` is the id of one/],
    ['a key that is none', ['list', 'x.csv', '-o', 'x.csv', '--key', 'ü€'], 64, /A key has letters/],
    ['a time that is none', ['list', 'x.csv', '-o', 'x.csv', '--timeout', '0'], 64, /a number of seconds/],
    ['a file that is not there', ['list', 'missing.csv', '-o', 'x.csv'], 66, /^missing\.csv can't be read: ENOENT/],
    [
      'a status that is none',
      ['list', 'x.csv', '-o', 'x.csv', '--status', 'valid,vaild'],
      64,
      /Statuses are valid, catch_all/,
    ],
    ['columns that are none', ['list', 'x.csv', '-o', 'x.csv', '--columns', 'some'], 64, /--columns.*all, original/],
    ['a format that is none', ['list', 'x.csv', '-o', 'x.csv', '--format', 'pdf'], 64, /--format.*csv, jsonl, xlsx/],
  ])('ends with a sentence and its code on %s', async (_, args, code, sentence) => {
    expect(await evs(args)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(sentence) });
  });

  it('leaves no half of a file, and says how to get it', async () => {
    const flaky = await FlakyService.start();
    flaky.answer = { id: 7, status: 'completed', progress: 100 };
    const done = { status: 200, body: flaky.answer };
    const half = { status: 200, headers: { 'Content-Length': '100', Connection: 'close' }, body: 'email\r\n' };
    flaky.faults = [done, done, half];
    const { code, stderr } = await evs(
      ['list', '-', '-o', 'x.csv'],
      { EVS_URL: flaky.url, EVS_TOKEN: 'x' },
      'email\r\njane@ok.test\r\n',
    );
    await flaky.stop();
    expect({ code, left: readdirSync(folder) }).toEqual({ code: 69, left: [] });
    expect(stderr).toMatch(
      /List 7 is checked\. Get its results: evs list --resume 7 -o x\.csv\nThe service at \S+ can't be reached/,
    );
    expect(stderr).not.toMatch(/goes on|cancel/);
  });

  it('says that the service can not be reached', async () => {
    const env = { ...NOWHERE, EVS_URL: `http://127.0.0.1:${await freePort()}` };
    expect(await evs(['credits'], env)).toMatchObject({
      code: 69,
      stderr: expect.stringMatching(/^The service at http:\/\/127\.0\.0\.1:\d+ can't be reached: .*ECONNREFUSED/),
    });
  });

  it('pins the versions that are tested', () => {
    const read = (path: string) =>
      JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, Record<string, string>>;
    const own = read('package.json');
    const tested = { ...own['dependencies'], ...own['devDependencies'] };
    expect(tested).toMatchObject(read('clients/cli/package.json')['dependencies']!);
  });
});
