import { build, installPeers, run, setup } from './lib.mjs';
import { serversInReach } from './servers.mjs';

/**
 * `npm run bench -- [single|batch|upload|peers|pipeline|refusals|restarts|hostile|csv|sweep|feedback|webhooks|all] [--quick]`: see
 * docs/benchmarks.md. Without MySQL and Redis it measures the embedded set-up, and says what it left out.
 */
const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith('--'));

await setup();
await build();
if (named.length === 0 || named.includes('all') || named.includes('peers')) installPeers();
run(process.execPath, ['-r', '@swc-node/register', 'bench/main.ts', ...args], {
  stdio: 'inherit',
  env: { ...process.env, ...(await whatToMeasure()) },
});

async function whatToMeasure() {
  if (process.env.TEST_SERVERS === 'none') return {};
  const { missing } = await serversInReach();
  return missing.length === 0 ? {} : { TEST_SERVERS: 'none', MISSING_SERVERS: missing.join(' and ') };
}
