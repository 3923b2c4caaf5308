import { spawnSync } from 'node:child_process';

const isRequired = process.env['REQUIRE_SERVERS'] === '1';
const isThere = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/**
 * `describe` for suites that run such programs. Where one is missing they are skipped, in one loud line; with `REQUIRE_SERVERS=1` they
 * fail instead.
 */
export function describeWith(...programs: string[]): jest.Describe {
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length === 0 || isRequired) return describe;
  process.stderr.write(`\nNOT TESTED: what runs by ${missing.join(' and ')}, which is not installed.\n\n`);
  return describe.skip;
}
