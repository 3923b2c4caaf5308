import { build, run, setup } from './lib.mjs';

/** `npm run bench -- [single|batch|upload|peers|pipeline|all] [--quick]`: see docs/benchmarks.md. */
await setup();
await build();
run(process.execPath, ['-r', '@swc-node/register', 'bench/main.ts', ...process.argv.slice(2)], { stdio: 'inherit' });
