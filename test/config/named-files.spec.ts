import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const FOLDERS = ['src', 'test', 'dashboard', 'bench', 'scripts'];
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md'];

/** `auth/permissions.ts`, `rules/*.rules.ts`, `intake/csv/`. */
const NAMED_FILE = /`([\w./*-]+\.(?:ts|tsx|mjs|cjs))`/g;
const NAMED_FOLDER = /`(\w[\w./-]*\/)`/g;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
    (path) => `/${folder}/${path.split(sep).join('/')}`,
  ),
).concat(readdirSync(ROOT).map((path) => `/${path}`));

/** Whether there is a file or folder of which this is the whole name, or its end. */
function isThere(name: string): boolean {
  const [before = '', after = ''] = `/${name.replace(/^\.?\/|\/$/g, '')}`.split('*');
  return files.some((file) => {
    if (!file.endsWith(after)) return false;
    const start = file.lastIndexOf(before);
    return start !== -1 && (name.includes('*') || start + before.length === file.length);
  });
}

function missing(path: string, pattern: RegExp): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(pattern)].flatMap(([, name = '']) => (isThere(name) ? [] : `${path}: ${name}`));
}

describe('files that are named', () => {
  it('are there, in documents', () => {
    expect(DOCUMENTS.flatMap((path) => missing(path, NAMED_FILE))).toEqual([]);
  });

  it('are there, folders of the map included', () => {
    expect(missing('docs/architecture.md', NAMED_FOLDER)).toEqual([]);
  });

  it('are there, in comments', () => {
    const sources = files.filter((file) => /^\/(src|dashboard\/src)\/.*\.(ts|tsx)$/.test(file));
    expect(sources.flatMap((path) => missing(path, NAMED_FILE))).toEqual([]);
  });

  it.each(['auth/no-such.ts', 'rules/*.no-such.ts'])('would be missed: %s', (name) => {
    expect(isThere(name)).toBe(false);
  });
});
