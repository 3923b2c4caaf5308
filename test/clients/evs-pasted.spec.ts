import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Evs } from './evs';
import { FlakyService, type Fault } from './flaky-service';
import { buildClients } from './package';

describe('the commands that evs says', () => {
  let flaky: FlakyService;
  let folder: string;

  beforeAll(() => buildClients());

  beforeEach(async () => {
    flaky = await FlakyService.start();
    flaky.answer = { id: 7, name: 'list', status: 'completed', progress: 100, unknown_count: 0 };
    folder = mkdtempSync(join(tmpdir(), 'evs_cli_'));
    writeFileSync(join(folder, 'list.csv'), 'email\njane@ok.test\n');
  });

  afterEach(async () => {
    await flaky.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const half: Fault = { status: 200, headers: { 'Content-Length': '99', Connection: 'close' }, body: 'email\r\n' };
  /** In the shell of somebody who has only a token in the environment. */
  const pasted = (command: string): ReturnType<Evs['exit']> =>
    Evs.inBash(command, { EVS_TOKEN: 'token' }, folder).exit();
  const organizations = (): unknown[] => flaky.seen.map(({ headers }) => headers['x-organization-id']);

  it.each([`'my out.csv'`, `'it'"'"'s $HOME; "x".csv'`, 'out.csv'])(
    'get the results when they are pasted: -o %s',
    async (output) => {
      const done = { status: 200, body: flaky.answer };
      flaky.faults = [done, done, half];
      const where = `--url ${flaky.url}/v1/ --organization 5`;
      const { code, stderr } = await pasted(`evs list list.csv -o ${output} --json --status valid ${where}`);
      const [, again = ''] = /Get its results: (evs list --resume 7 .*)\n/.exec(stderr) ?? [];
      expect({ code, again }).toEqual({ code: 69, again: expect.stringMatching(/ --json /) });
      const resumed = await pasted(again);
      expect(resumed).toMatchObject({ code: 0, stdout: `${JSON.stringify(flaky.answer)}\n` });
      const name = { [`'my out.csv'`]: 'my out.csv', 'out.csv': 'out.csv' }[output] ?? `it's $HOME; "x".csv`;
      expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toMatchObject({ id: 7 });
      expect(organizations()).toEqual(flaky.seen.map(() => '5'));
    },
  );

  it('cancel at the same service, for the same organization', async () => {
    flaky.answer = {
      ...(flaky.answer as object),
      status: 'processing',
      progress: 0,
      processed_count: 0,
      total_count: 1,
    };
    const where = `--url ${flaky.url} --organization 5`;
    const args = ['list', '--resume', '7', '--json', ...where.split(' ')];
    const waiting = Evs.start(args, { EVS_TOKEN: 'token' }, folder);
    await waiting.says(/0 of 1/);
    waiting.child.kill('SIGINT');
    const { stderr } = await waiting.exit();
    const [, cancel = ''] = /\nEnd it: (evs cancel 7 .*)\n/.exec(stderr) ?? [];
    const cancelled = await pasted(cancel);
    expect(cancelled).toMatchObject({ code: 0, stdout: expect.stringContaining(`-o results.csv ${where}\n`) });
    expect(flaky.seen.at(-1)).toMatchObject({ method: 'POST', path: '/v1/validate/batch/7/cancel' });
    expect(organizations()).toEqual(flaky.seen.map(() => '5'));
  });

  it('is tried for as long as it is told to, and says how long that was', async () => {
    flaky.faults = ['silence'];
    const { code, stderr } = await pasted(`evs list list.csv -o x.csv --timeout 1 --url ${flaky.url}`);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^The service did not answer within 1000 ms\. Trying again in 1 s\.\nList 7 is sent/),
    ]);
  });
});
