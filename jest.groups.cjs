const { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const config = require('./jest.config.cjs');

/**
 * Spec files that stand beside each other, run together. Jest loads every module anew for each test file, which takes 2 seconds for
 * the whole service, so `npm test` gives Jest files that each load many specs. Specs of one group also share the services
 * that they start with the same settings (`test/support/shared.ts`).
 */
const GROUP_BYTES = 90_000;

/**
 * Run by themselves: one looks at which files are read when modules are loaded; the other starts whole engines under fake timers,
 * and what the engine's modules keep for all engines would wait for those timers ever after.
 */
const ALONE = /^(src\/engine\/warm-up|test\/properties\/any-mail-host)/;

/** Run by `.ci/full`, by their names, and with `TEST_SLOW=only`: they take minutes and have rarely failed. */
const SLOW = /^test\/(faults\/unknown-outcomes|processes\/hostile-uploads)/;

const groups = join(__dirname, '.cache', 'groups');

/** Regular expressions, as Jest takes them; none: all files. */
const wanted = JSON.parse(process.env.TEST_FILES ?? '[]').map((pattern) => new RegExp(pattern));

const all = ['src', 'test']
  .flatMap((folder) => readdirSync(join(__dirname, folder), { recursive: true }).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('.spec.ts'))
  .sort();
const isWanted = (file) =>
  wanted.length > 0
    ? wanted.some((pattern) => pattern.test(file))
    : SLOW.test(file) === (process.env.TEST_SLOW === 'only');
const specs = all.filter(isWanted);
if (wanted.length === 0 && process.env.TEST_SLOW !== 'only') {
  process.stderr.write(`Left to .ci/full, or TEST_SLOW=only: ${all.filter((file) => SLOW.test(file)).join(', ')}\n`);
}

const parts = [];
let bytes = GROUP_BYTES;
for (const file of specs) {
  const { size } = statSync(join(__dirname, file));
  bytes += size;
  if (bytes > GROUP_BYTES || ALONE.test(file)) {
    parts.push([]);
    bytes = ALONE.test(file) ? GROUP_BYTES : size;
  }
  parts.at(-1).push(file);
}

rmSync(groups, { recursive: true, force: true });
mkdirSync(groups, { recursive: true });
for (const files of parts) {
  const [first] = files;
  const loads = files.map((file) => `  '${file}': () => require('../../${file}'),`);
  writeFileSync(
    join(groups, `${first.replace(/\.spec\.ts$/, '').replaceAll('/', '-')}.group.ts`),
    `import { together } from '../../test/support/together';\n\ntogether({\n${loads.join('\n')}\n});\n`,
  );
}

module.exports = {
  ...config,
  testMatch: ['<rootDir>/.cache/groups/*.group.ts'],
  testSequencer: '<rootDir>/jest.sequencer.cjs',
};
