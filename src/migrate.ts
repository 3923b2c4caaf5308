import { onStop } from './stop-signals';
import 'reflect-metadata';
import { loadDotEnv } from './config/env';
import { migrate } from './database/migrate';

/** As a shell says it of a program that SIGTERM ended. */
const STOPPED = 143;

/** `npm run migration:run`. */
async function main(): Promise<void> {
  // What was begun is not done: whatever comes after this in a script must not go on.
  onStop(() => process.exit(STOPPED));
  loadDotEnv();
  const { dataSource } = await import('./database/cli-data-source.js');
  await dataSource.initialize();
  try {
    await migrate(dataSource);
    process.stdout.write('The schema is up to date.\n');
  } finally {
    await dataSource.destroy();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`The schema could not be brought up to date: ${(error as Error).message}\n`);
  process.exit(1);
});
