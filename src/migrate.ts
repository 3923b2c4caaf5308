import 'reflect-metadata';
import { loadDotEnv } from './config/env';
import { migrate } from './database/migrate';

/** `npm run migration:run`. */
async function main(): Promise<void> {
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
