import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

/** For the image: what compiling better-sqlite3 leaves behind (SQLite's sources, object files), all but the module itself. */
const native = join(root, 'node_modules', 'better-sqlite3');
for (const name of ['deps', 'src']) rmSync(join(native, name), { recursive: true, force: true });
for (const path of readdirSync(join(native, 'build'), { recursive: true, withFileTypes: true })) {
  if (path.isFile() && path.name !== 'better_sqlite3.node') rmSync(join(path.parentPath, path.name));
}
