import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, root, setup } from './lib.mjs';

/** `npm run sandbox [-- --all]`: the service in a mail world of its own on this machine, for those without port 25. */
await setup();
await build();
const world = ['-r', '@swc-node/register', join(root, 'test/world/sandbox.ts'), ...process.argv.slice(2)];
const sandbox = spawn(process.execPath, world, { cwd: root, stdio: 'inherit' });
// Ctrl+C reaches the whole group by itself; a signal to this process alone is passed on.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => sandbox.kill('SIGTERM'));
sandbox.on('exit', (code) => process.exit(code ?? 1));
