import { become, build, setup } from './lib.mjs';

/** `npm start`: everything from a fresh clone to a running service. */
await setup();
await build();
await become('dist/main.js', process.argv.slice(2));
