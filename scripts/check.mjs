import { bin, run, setup } from './lib.mjs';

/** `npm run check`: format, types, lint, boundaries. */
await setup();
run(bin('prettier'), ['--check', '--log-level', 'warn', '.']);
run(bin('tsc'), ['--noEmit', '-p', '.']);
run(bin('tsc'), ['-p', 'dashboard']);
run(bin('eslint'), ['--max-warnings=0', '--cache', '--cache-location', '.cache/eslint', '.']);
run(bin('depcruise'), ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'src']);
process.stderr.write('Format, types, lint and boundaries are fine.\n');
