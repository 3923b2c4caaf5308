import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { etagOf, type ServedFile } from '../common/served-file';

/** One file of the page, ready to be sent. */
export interface PageFile extends ServedFile {
  /** Its name holds a hash of its content: it may be kept for ever. */
  isImmutable: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.csv': 'text/csv; charset=utf-8',
};

/** Where Vite writes what it names by content. */
const HASHED = 'assets';

/**
 * Reads the built page (some 300 kB) into memory, by path below its folder: a request then looks up a name and can't
 * reach any other file, however it is written. Empty when the page was not built.
 */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const files = names.flatMap((name): [string, PageFile][] => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const body = readFileSync(join(folder, name));
    const isImmutable = name.startsWith(`${HASHED}/`);
    return [[name, { type, body, gzipped: gzipSync(body, { level: 9 }), etag: etagOf(body), isImmutable }]];
  });
  return new Map(files);
}

/** Beside the compiled service; while `src` itself runs (tests), where the build last put it. */
export function pageFolder(): string {
  const built = join(__dirname, 'page');
  return existsSync(built) ? built : join(__dirname, '../../dist/dashboard/page');
}
