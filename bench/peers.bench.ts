import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentSchema } from '../src/config/app-config';
import { createNetworkEngine } from '../src/engine';
import { askPeer, installedPeers, PEERS, type Peer } from './peers/ask-peer';
import { exists, MailWorld, worldAddresses, type Asked } from './support/mail-world';
import { printFigures, progress, whole, type Figure } from './support/report';

const CONNECTIONS = 20;
/** Addresses that the service has in flight, as in a batch. */
const AT_A_TIME = 800;
/** Seconds that a session needs for one question: a round trip and the server's thought. */
const SECONDS_A_QUESTION = 0.022;
/** As the service has them, unless the environment says otherwise. */
const POLITENESS = environmentSchema
  .pick({ SMTP_SESSIONS_PER_NETWORK: true, SMTP_SESSION_PAUSE_MS: true, SMTP_UNKNOWN_PER_HOST_HOUR: true })
  .parse(process.env);
const FACTOR_GOAL = 5;
const RCPT_GOAL = 1.1;

interface Outcome extends Asked {
  seconds: number;
  verdicts: string[];
}

/** How a list was worked, and what the world had been asked before, to warm up. */
interface Run extends Pick<Outcome, 'seconds' | 'verdicts'> {
  before: Asked;
}

const NOTHING_ASKED: Asked = { knocks: 0, rcpts: 0, peakSessions: 0, violations: 0 };

/**
 * The engine against its peers in one mail world: a round trip of 20 ms, 2 ms of thought, at most 20 connections; then
 * with servers that grow slow after 10 refusals and hang up after 20. Ours answers the catch-all question besides.
 * Each has worked a list of the same shape, of other domains, before.
 */
export async function peersBench(isQuick: boolean): Promise<void> {
  const installed = installedPeers();
  for (const peer of PEERS) if (!installed.includes(peer)) progress(`peers: ${peer.name} is not installed.`);
  const addresses = worldAddresses().slice(0, isQuick ? 500 : undefined);
  const warmUp = worldAddresses('warmup').slice(0, addresses.length);
  for (const hasErrorLimits of [false, true]) {
    const outcomes = new Map<string, Outcome>();
    for (const peer of installed)
      outcomes.set(peer.name, await inWorld(hasErrorLimits, (world) => peerRun(peer, addresses, warmUp, world)));
    outcomes.set('ours', await inWorld(hasErrorLimits, (world) => ownRun(addresses, warmUp, world)));
    printFigures(
      `${whole(addresses.length)} addresses in the mail world${hasErrorLimits ? ', servers with error limits' : ''}`,
      figures(addresses, outcomes, hasErrorLimits),
    );
  }
}

async function inWorld(hasErrorLimits: boolean, run: (world: MailWorld) => Promise<Run>): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'evs-bench-'));
  const world = await MailWorld.start(folder, hasErrorLimits);
  try {
    const { before, ...outcome } = await run(world);
    const after = await world.asked();
    return { ...outcome, ...after, knocks: after.knocks - before.knocks, rcpts: after.rcpts - before.rcpts };
  } finally {
    await world.stop();
    rmSync(folder, { recursive: true });
  }
}

async function peerRun(peer: Peer, addresses: string[], warmUp: string[], world: MailWorld): Promise<Run> {
  let before: Asked = NOTHING_ASKED;
  const { verdicts, durationMs } = await askPeer(peer, addresses, world, CONNECTIONS, {
    addresses: warmUp,
    isDone: async () => {
      before = await world.asked();
    },
  });
  return { verdicts, seconds: durationMs / 1000, before };
}

async function ownRun(addresses: string[], warmUp: string[], world: MailWorld): Promise<Run> {
  const { seconds } = await verifyAll(warmUp, world);
  progress(`peers: ours, the first list after a start: ${whole(warmUp.length / seconds)}/s`);
  const before = await world.asked();
  return { ...(await verifyAll(addresses, world)), before };
}

async function verifyAll(
  addresses: readonly string[],
  world: MailWorld,
): Promise<Pick<Outcome, 'seconds' | 'verdicts'>> {
  const engine = createNetworkEngine({
    dnsServers: [{ address: '127.0.0.1', port: world.dnsPort }],
    allowCidrs: ['127.0.0.0/8'],
    smtp: {
      heloName: 'probe.test',
      port: world.smtpPort,
      maxSessions: CONNECTIONS,
      sessionsPerNetwork: POLITENESS.SMTP_SESSIONS_PER_NETWORK,
      sessionPauseMs: POLITENESS.SMTP_SESSION_PAUSE_MS,
      unknownPerHostHour: POLITENESS.SMTP_UNKNOWN_PER_HOST_HOUR,
    },
    socksProxy: null,
    slots: null,
    deadlineMs: { single: 20_000, batch: 120_000 },
    lists: {},
  });
  const verdicts: string[] = [];
  const open = addresses.entries();
  const started = performance.now();
  const lane = async (): Promise<void> => {
    for (const [i, address] of open) verdicts[i] = (await engine.verify(address, { mode: 'batch' })).status;
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  const seconds = (performance.now() - started) / 1000;
  await engine.close();
  return { seconds, verdicts };
}

function figures(addresses: string[], outcomes: Map<string, Outcome>, hasErrorLimits: boolean): Figure[] {
  const speed = ({ seconds }: Outcome): number => addresses.length / seconds;
  const peers = [...outcomes].filter(([name]) => name !== 'ours').map(([, outcome]) => speed(outcome));
  const best = peers.length === 0 ? NaN : Math.max(...peers);
  return [...outcomes].flatMap(([name, outcome]): Figure[] => {
    const isOurs = name === 'ours';
    const wrong = wrongVerdicts(addresses, outcome.verdicts);
    const perAddress = outcome.rcpts / addresses.length;
    const limit = CONNECTIONS / SECONDS_A_QUESTION;
    return [
      {
        what: name,
        measured: `${whole(speed(outcome))}/s`,
        ...(isOurs && {
          baseline: `${whole(best)}/s`,
          ratio: `${(speed(outcome) / best).toFixed(1)} ×`,
          goal: hasErrorLimits ? '' : `≥ ${FACTOR_GOAL} ×`,
          ...(hasErrorLimits ? {} : { isMet: speed(outcome) / best >= FACTOR_GOAL }),
        }),
      },
      ...(isOurs
        ? [
            {
              what: '  of what its sessions can ask one by one',
              measured: `${((speed(outcome) / limit) * 100).toFixed(0)} %`,
              baseline: `${whole(limit)}/s`,
            },
          ]
        : []),
      { what: '  connections (at a time)', measured: `${whole(outcome.knocks)} (${outcome.peakSessions})` },
      {
        what: '  RCPT an address',
        measured: perAddress.toFixed(2),
        ...(isOurs && { goal: `≤ ${RCPT_GOAL}`, isMet: perAddress <= RCPT_GOAL }),
      },
      {
        what: '  wrong invalid, wrong valid, unknown',
        measured: `${wrong.invalid}, ${wrong.valid}, ${wrong.unknown}`,
        ...(isOurs && { goal: '0 wrong invalid', isMet: wrong.invalid === 0 }),
      },
    ];
  });
}

function wrongVerdicts(addresses: string[], verdicts: string[]): { invalid: number; valid: number; unknown: number } {
  const wrong = { invalid: 0, valid: 0, unknown: 0 };
  for (const [i, address] of addresses.entries()) {
    const verdict = verdicts[i] ?? 'unknown';
    if (verdict === 'unknown' || verdict === 'failed' || verdict === 'hung') wrong.unknown += 1;
    else if (verdict === 'invalid' && exists(address)) wrong.invalid += 1;
    else if (verdict !== 'invalid' && !exists(address)) wrong.valid += 1;
  }
  return wrong;
}
