import { build, setup } from './lib.mjs';

await setup();
await build({ force: !process.argv.includes('--if-needed') });
