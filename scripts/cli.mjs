import { become, build, setup } from './lib.mjs';

/** `npm run -s cli -- …` */
await setup();
await build();
await become('dist/cli.js', process.argv.slice(2));
