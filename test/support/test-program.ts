import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '..', '..');
let built: Promise<unknown> | undefined;

/** The compiled file of a program of the suites, such as `idempotency/halting-process.main`, for `node`. */
export async function testProgram(name: string): Promise<string> {
  built ??= promisify(execFile)(process.execPath, [join(root, 'scripts', 'build.mjs'), '--tests'], { cwd: root });
  await built;
  return join(root, '.cache', 'tests', 'test', `${name}.js`);
}
