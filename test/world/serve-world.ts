import { MailWorld } from './mail-world';

/**
 * The mail world in a process of its own: prints, as one line of JSON, the environment with which a service lives in it;
 * ends at SIGTERM. Exit code 1 when somebody dialled what must never be dialled.
 */
async function main(): Promise<void> {
  const world = await MailWorld.start();
  process.stdout.write(`${JSON.stringify(world.env())}\n`);
  process.once('SIGTERM', () => {
    const { forbiddenKnocks } = world;
    void world.stop().then(() => process.exit(forbiddenKnocks === 0 ? 0 : 1));
  });
}

void main();
