import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../src/config/env';
import type { Verification } from '../src/engine';
import { engineFromConfig } from '../src/validation/engine-from-config';
import { inParallel } from '../test/end-to-end/in-parallel';
import { MailWorld } from '../test/world/mail-world';
import { askInOrder } from '../test/world/scenario';
import { SCENARIOS } from '../test/world/scenarios';
import { accuracyPage, type Asked } from './accuracy-page';
import { askPeer, PEERS, type PeerVerdict } from './peers/ask-peer';

const AT_A_TIME = 24;

/** Asks everybody about every scenario of the mail world, each in a world that nobody has touched; writes docs/accuracy.md. */
async function main(): Promise<void> {
  const ours = await inFreshWorld(askOurEngine);
  const peers = new Map<string, Asked<PeerVerdict>>();
  for (const peer of PEERS) {
    const addresses = SCENARIOS.map(({ address }) => address);
    const ask = async (world: MailWorld): Promise<PeerVerdict[]> =>
      (await askPeer(peer, addresses, world, AT_A_TIME)).verdicts;
    peers.set(peer.name, await inFreshWorld(ask));
  }
  writeFileSync(join(__dirname, '../docs/accuracy.md'), accuracyPage(SCENARIOS, ours, peers));
}

async function inFreshWorld<T>(ask: (world: MailWorld) => Promise<T[]>): Promise<Asked<T>> {
  const world = await MailWorld.start();
  try {
    const verdicts = await ask(world);
    return { verdicts, forbiddenKnocks: world.forbiddenKnocks };
  } finally {
    await world.stop();
  }
}

async function askOurEngine(world: MailWorld): Promise<Verification[]> {
  const secret = 'x'.repeat(32);
  const engine = engineFromConfig(readConfig({ ...world.env(), JWT_SECRET: secret, SMTP_MAX_SESSIONS: '100' }), null);
  try {
    await engine.verify('somebody@nowhere.test', { mode: 'single' });
    return await inParallel(SCENARIOS, AT_A_TIME, (scenario) =>
      askInOrder(scenario, (address) => engine.verify(address, { mode: 'single' })),
    );
  } finally {
    await engine.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
