import { become, build, setup } from './lib.mjs';

/** `npm run openapi` writes `openapi.json`; with `--check` it fails when the committed file differs from the code. */
await setup();
await build();
await become('dist/openapi.js', process.argv.slice(2));
