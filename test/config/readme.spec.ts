import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentSchema } from '../../src/config/app-config';

describe("the README's table of settings", () => {
  const readme = readFileSync(join(__dirname, '..', '..', 'README.md'), 'utf8');
  const rows = readme.split('\n').filter((line) => /^\|\s*`[A-Z][A-Z_]+`/.test(line));
  const named = rows.flatMap((row) => (row.split('|')[1] ?? '').match(/[A-Z][A-Z_]+/g) ?? []);

  it('has each setting once, and none that is not there', () => {
    expect(named.sort()).toEqual(Object.keys(environmentSchema.shape).sort());
  });

  it('says something of each', () => {
    for (const row of rows) expect(row.split('|').at(-2)?.trim().length).toBeGreaterThan(5);
  });
});
