import type { SetUpName } from '../support/set-ups';
import { ClientWorld } from './client-world';

/**
 * The service in the mail world, as a process for the tests of clients in other languages: on the set-up that is its argument,
 * with settings of its environment. Prints, as one line of JSON, where it is and a token; ends at SIGTERM, and leaves nothing.
 */
async function main(): Promise<void> {
  const world = await ClientWorld.start(process.argv[2] as SetUpName, { FREE_CREDITS: '10000' });
  process.once('SIGTERM', () => {
    void world.stop().then(() => process.exit(0));
  });
  process.stdout.write(`${JSON.stringify(world.options)}\n`);
}

void main();
