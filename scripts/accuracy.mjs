import { installPeers, run, setup } from './lib.mjs';

/** `npm run accuracy`: asks this service and its peers about every scenario of the mail world; writes docs/accuracy.md. */
await setup();
installPeers();
run(process.execPath, ['-r', '@swc-node/register', 'bench/accuracy.ts']);
