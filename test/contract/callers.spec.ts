import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '..', '..');
const { paths } = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')) as { paths: Record<string, object> };

/** How many operations of openapi.json, and of these paths, each caller has; or why none. */
async function operationsOfCallers(more: object = {}): Promise<unknown> {
  const program = `import { readFileSync } from 'node:fs';
    import { CALLERS, operationsOfCallers } from './test/contract/callers.mjs';
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8'));
    let answer;
    try {
      const ids = operationsOfCallers({ paths: { ...paths, ...${JSON.stringify(more)} } });
      answer = Object.fromEntries(CALLERS.map(({ name }, index) => [name, ids[index].length]));
    } catch (error) {
      answer = error.message;
    }
    console.log(JSON.stringify(answer));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: ROOT,
  });
  return JSON.parse(stdout);
}

describe('who is fuzzed as whom', () => {
  it('leaves no operation of the interface out', async () => {
    const { 'programs with a test token': again, ...once } = (await operationsOfCallers()) as Record<string, number>;
    expect(again).toBe(once['programs']);
    const all = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    expect(Object.values(once).reduce((sum, count) => sum + count)).toBe(all);
  });

  it.each([
    ['nobody may call in a way that we know', [{ key: [] }], 'GET /v1/new is called by nobody.'],
    ['two may call', [{ bearer: [] }, { session: [] }], 'GET /v1/new is called by programs and people.'],
  ])('fails for an operation that %s', async (_, security, fault) => {
    const more = { '/v1/new': { get: { operationId: 'getNew', security } } };
    expect(await operationsOfCallers(more)).toBe(fault);
  });
});
