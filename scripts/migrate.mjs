import { become, build, setup } from './lib.mjs';

/** `npm run migration:run`: brings the schema up to date; processes that run it at once take turns. */
await setup();
await build();
await become('dist/migrate.js', []);
