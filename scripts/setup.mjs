import { setup } from './lib.mjs';

await setup();
