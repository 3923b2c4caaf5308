import { build, buildTests, setup } from './lib.mjs';

await setup();
await (process.argv.includes('--tests') ? buildTests() : build({ force: !process.argv.includes('--if-needed') }));
