import { become, build, setup } from './lib.mjs';

/** `node scripts/run.mjs <program> …`: from a fresh clone to a running program of `dist` (`npm start`, `npm run cli`, …). */
const [, , program, ...args] = process.argv;
await setup();
await build();
await become(`dist/${program}.js`, args);
