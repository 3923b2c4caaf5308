import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Evs } from './evs';
import { FlakyService } from './flaky-service';
import { buildClients } from './package';

describe('evs and lists out of pipes', () => {
  let flaky: FlakyService;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(() => buildClients());

  beforeEach(async () => {
    flaky = await FlakyService.start();
    flaky.answer = { id: 7, name: 'list', status: 'completed', progress: 100, unknown_count: 0 };
    folder = mkdtempSync(join(tmpdir(), 'evs_cli_'));
    env = { EVS_URL: flaky.url, EVS_TOKEN: 'token' };
  });

  afterEach(async () => {
    await flaky.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['<(cat fat.csv)', 'fifo', '/dev/stdin'])('sends all of %s in each attempt', async (file) => {
    const list = `email\n${'valid@sandbox.test\n'.repeat(9_000)}`;
    writeFileSync(join(folder, 'fat.csv'), list);
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    flaky.faults = [{ status: 503, headers: { 'Retry-After': '0', Connection: 'close' } }, 'reset-after-effect'];
    const feed = { fifo: 'cat fat.csv > fifo & ', '/dev/stdin': 'cat fat.csv | ' }[file] ?? '';
    const { code, stderr } = await Evs.inBash(`${feed}evs list ${file} -o out.csv`, env, folder).exit();
    expect([code, stderr]).toEqual([0, expect.stringContaining('List 7 is sent.')]);
    const uploads = flaky.seen.filter(({ method }) => method === 'POST');
    expect(uploads.map(({ body }) => body.includes(`\r\n\r\n${list}\r\n`))).toEqual([true, true, true]);
    expect(flaky.effects).toBe(1);
  });

  it('ends at a signal while nobody writes into a pipe', async () => {
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    const evs = Evs.start(['list', 'fifo', '-o', 'out.csv'], env, folder);
    await evs.hearsSignals();
    evs.child.kill('SIGTERM');
    expect(await evs.exit()).toMatchObject({ code: 143, stderr: 'Stopped: the list was not sent.\n' });
    expect([flaky.seen, readdirSync(folder)]).toEqual([[], ['fifo']]);
  });
});
