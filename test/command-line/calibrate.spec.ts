import Database from 'better-sqlite3';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config/env';
import { ConfidenceTable, type ConfidenceFile } from '../../src/engine';
import { engineFromConfig } from '../../src/validation/engine-from-config';
import { build, runCli, ServiceProcess } from '../processes/service-process';
import { makeSetUp } from '../support/set-ups';

const HEADER = 'status,sub_status,confidence,outcome,given_at';
const TIME = '2026-11-28T09:30:00.000Z';

describe('npm run calibrate', () => {
  let folder: string;

  beforeAll(async () => {
    await build();
    folder = mkdtempSync(join(tmpdir(), 'calibrate-'));
  }, 120_000);

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function pairs(name: string, ...kinds: readonly (readonly [string, number, number])[]): string {
    const lines = kinds.flatMap(([answered, delivered, known]) =>
      Array.from({ length: known }, (_, n) => `${answered},${n < delivered ? 'delivered' : 'hard_bounced'},${TIME}`),
    );
    const file = join(folder, name);
    writeFileSync(file, `${[HEADER, ...lines].join('\r\n')}\r\n`);
    return file;
  }

  async function run(...args: string[]): Promise<{ code: number | string; stdout: string; stderr: string }> {
    const process = ServiceProcess.spawn('calibrate.js', {}, args);
    const code = await process.exit();
    return { code, stdout: process.stdout, stderr: process.output.replace(process.stdout, '') };
  }

  it('says in a sentence which file it can not read or write', async () => {
    const missing = join(folder, 'missing.csv');
    const good = pairs('good.csv', ['valid,,97', 495, 500]);
    const nowhere = join(missing, 'table.json');
    for (const [args, sentence] of [
      [[missing], `${missing} can't be read: there is no such file or folder.`],
      [[folder], `${folder} can't be read: it is a folder.`],
      [['--table', missing, good], `${missing} can't be read: there is no such file or folder.`],
      [['--out', nowhere, good], `${nowhere} can't be written: there is no such file or folder.`],
    ] as const) {
      expect(await run(...args)).toMatchObject({ code: 1, stderr: `${sentence}\n` });
    }
  });

  it('prints what it would change, and writes it only where it is told to', async () => {
    const files = [
      pairs('one.csv', ['valid,,97', 495, 500], ['valid,,92', 4, 4]),
      pairs('two.csv', ['valid,,97', 495, 500], ['unknown,greylisted,50', 190, 200], ['valid,known_delivery,92', 3, 3]),
    ];
    const printed = await run(...files);
    expect(printed).toMatchObject({ code: 0, stderr: '' });
    expect(printed.stdout.split('\n').map((line) => line.replace(/ {2,}/g, ' | '))).toEqual([
      '1204 pairs.',
      '3 came of earlier feedback and are left out.',
      '',
      'status | reason | pairs | delivered | confidence | new',
      'valid | 4 | 100.0 % | 92 % | 92 % | few (under 30): left alone',
      'valid | 1000 | 99.0 % | 97 % | 99 %',
      'unknown | greylisted | 200 | 95.0 % | 50 % | 79 % | 95 % but for the band or rows that are left alone',
      '',
      // (1000 (0.99 * 0.01 + 0.02²) + 200 (0.95 * 0.05 + 0.45²) + 4 * 0.08²) / 1204
      'Brier score (0 is perfect): 0.05010 before, 0.02039 after;',
      expect.stringMatching(/^0\.020\d\d after on mails that the table was not made of \(five parts\)\.$/),
      '',
    ]);

    const out = join(folder, 'table.json');
    expect((await run(...files, '--out', out)).code).toBe(0);
    const file = JSON.parse(readFileSync(out, 'utf8')) as ConfidenceFile;
    expect(ConfidenceTable.read(file).confidenceOf('valid', null, 97)).toBe(99);
    // Pairs of the new table are read by it.
    const later = pairs('later.csv', ['valid,,99', 97, 100]);
    expect((await run(later)).stdout).toContain('100 have a confidence that this table never answers');
    expect((await run(later, '--table', out)).stdout).toContain('100 pairs.\n\nstatus');
  });

  it('does not write a table that is worse than the one before', async () => {
    const out = join(folder, 'worse.json');
    const chance = pairs('chance.csv', ['valid,,90', 36, 40], ['catch_all,,55', 22, 40]);
    const { code, stdout, stderr } = await run(chance, '--out', out);
    expect(stdout).toContain('That is no better than before: the table had better stay as it is.');
    expect([code, stderr, existsSync(out)]).toEqual([
      1,
      `Nothing is written to ${out}: on other mails the table is worse than the one before.\n`,
      false,
    ]);
  });

  it('says what is wrong', async () => {
    const bad = join(folder, 'bad.csv');
    writeFileSync(bad, 'email\njane@owner.test\n');
    const table = join(folder, 'bad.json');
    writeFileSync(table, '{}');
    const good = pairs('good.csv');
    expect((await run(good)).stdout).toContain('There is nothing to go by');
    for (const [args, sentence] of [
      [[], /^Missing required argument/],
      [[bad], /bad\.csv is no file of pairs: its first line must be/],
      [[join(folder, 'none.csv')], /no such file/],
      [[good, '--table', table], /bad\.json is no table of confidences: "valid", "none", "80" is missing\./],
    ] as const) {
      const { code, stdout, stderr } = await run(...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(sentence);
    }
  });
});

describe('feedback pairs', () => {
  it('prints what came of the verdicts of an organization', async () => {
    await build();
    const setUp = await makeSetUp('embedded');
    const { stdout: account } = await runCli(setUp.env, 'account', 'create', '--email', 'jane@owner.test', '--json');
    const { organization_id: id } = JSON.parse(account) as { organization_id: number };
    const database = new Database(join(setUp.env['DATA_DIR']!, 'service.sqlite'));
    const insert = database.prepare(
      'INSERT INTO answered_verdicts (organization_id, address_hash, status, sub_status, confidence, of_feedback, given_at, outcome, outcome_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 2)',
    );
    const time = Date.parse(TIME);
    insert.run(id, 'a', 'valid', null, 97, 0, time, 'delivered');
    insert.run(id, 'b', 'unknown', 'greylisted', 50, 0, time, 'hard_bounced');
    insert.run(id, 'c', 'valid', null, 97, 0, time, null);
    insert.run(id, 'd', 'catch_all', null, 85, 1, time, 'delivered');
    insert.run(id + 1, 'a', 'valid', null, 95, 0, time, 'delivered');
    database.close();
    const { code, stdout, stderr } = await runCli(setUp.env, 'feedback', 'pairs', '--organization', String(id));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\r\n')).toEqual([
      HEADER,
      `valid,,97,delivered,${TIME}`,
      `unknown,greylisted,50,hard_bounced,${TIME}`,
      '',
    ]);
    const refused = await runCli(setUp.env, 'feedback', 'pairs', '--organization', '99');
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('99') as string });
    await setUp.remove();
  });
});

describe('CONFIDENCE_TABLE_FILE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'table-'));
  const file = join(folder, 'table.json');
  const env = { JWT_SECRET: 'x'.repeat(40), DATA_DIR: folder, CONFIDENCE_TABLE_FILE: file };
  const write = (change: (table: ConfidenceFile) => void): void => {
    const table = ConfidenceTable.builtIn.toFile();
    change(table);
    writeFileSync(file, JSON.stringify(table));
  };

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('says what is answered', async () => {
    write((table) => (table['invalid']!['failed_syntax_check']!['0'] = 1));
    const engine = engineFromConfig(readConfig(env), null);
    expect((await engine.verify('no address', { mode: 'single' })).confidence).toBe(1);
    await engine.close();
    const builtIn = engineFromConfig(readConfig({ ...env, CONFIDENCE_TABLE_FILE: '' }), null);
    expect((await builtIn.verify('no address', { mode: 'single' })).confidence).toBe(0);
    await builtIn.close();
  });

  it('is refused at start where it is not there, no JSON or no such table', async () => {
    expect(() => readConfig({ ...env, CONFIDENCE_TABLE_FILE: '/nowhere.json' })).toThrow(
      'CONFIDENCE_TABLE_FILE names a file that does not exist: /nowhere.json',
    );
    writeFileSync(file, '{');
    expect(() => engineFromConfig(readConfig(env), null)).toThrow(
      /CONFIDENCE_TABLE_FILE names a file that can't be used/,
    );
    write((table) => (table['valid']!['none']!['97'] = 101));
    const setUp = await makeSetUp('embedded');
    const process = ServiceProcess.spawn('main.js', { ...setUp.env, CONFIDENCE_TABLE_FILE: file });
    expect(await process.exit()).toBe(1);
    await setUp.remove();
    expect(process.output).toContain(
      `CONFIDENCE_TABLE_FILE names a file that can't be used: ${file}: "valid", "none", "97" must be a whole number from 80 to 100, the band of its status, and is 101.`,
    );
  });
});
