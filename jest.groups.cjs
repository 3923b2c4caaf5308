const { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const config = require('./jest.config.cjs');

/**
 * The spec files of a folder, run together. Jest loads every module anew for each test file, which takes 2 seconds for
 * the whole service, so `npm test` gives Jest files that each load many specs. Specs of one group also share the services
 * that they start with the same settings (`test/support/shared.ts`).
 */
const GROUP_BYTES = 90_000;

/** Look at what is loaded, or at what the process has open, and so run by themselves. */
const ALONE = /^src\/engine\/warm-up/;

const groups = join(__dirname, '.cache', 'groups');

/** Regular expressions, as Jest takes them; none: all files. */
const wanted = JSON.parse(process.env.TEST_FILES ?? '[]').map((pattern) => new RegExp(pattern));

const specs = ['src', 'test']
  .flatMap((folder) => readdirSync(join(__dirname, folder), { recursive: true }).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('.spec.ts') && (wanted.length === 0 || wanted.some((pattern) => pattern.test(file))))
  .sort();

const filled = new Map();
for (const file of specs) {
  const folder = file.split('/').slice(0, 2).join('-');
  const name = ALONE.test(file) ? file.replaceAll(/[/.]/g, '-') : folder;
  const parts = filled.get(name) ?? [];
  filled.set(name, parts);
  const { size } = statSync(join(__dirname, file));
  const last = parts.at(-1);
  if (last === undefined || last.bytes + size > GROUP_BYTES) parts.push({ bytes: size, files: [file] });
  else {
    last.bytes += size;
    last.files.push(file);
  }
}

rmSync(groups, { recursive: true, force: true });
mkdirSync(groups, { recursive: true });
const support = relative(groups, join(__dirname, 'test', 'support', 'together'));
for (const [name, parts] of filled) {
  for (const [index, { files }] of parts.entries()) {
    const loads = files.map((file) => `  '${file}': () => require('${relative(groups, join(__dirname, file))}'),`);
    writeFileSync(
      join(groups, `${name}-${index + 1}.group.ts`),
      `import { together } from '${support}';\n\ntogether({\n${loads.join('\n')}\n});\n`,
    );
  }
}

module.exports = { ...config, testMatch: ['<rootDir>/.cache/groups/*.group.ts'] };
