import { build, installPeers, run, setup } from './lib.mjs';

/** `npm run bench -- [single|batch|upload|peers|pipeline|refusals|restarts|hostile|csv|sweep|feedback|webhooks|all] [--quick]`: see docs/benchmarks.md. */
const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith('--'));

await setup();
await build();
if (named.length === 0 || named.includes('all') || named.includes('peers')) installPeers();
run(process.execPath, ['-r', '@swc-node/register', 'bench/main.ts', ...args], { stdio: 'inherit' });
