import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** MIT both, installed in `bench/node_modules`. */
export const PEERS = ['deep-email-validator', 'email-deep-validator'] as const;
export type PeerName = (typeof PEERS)[number];

/** `failed`: it threw. `hung`: no answer within 40 seconds. */
export type PeerVerdict = 'valid' | 'invalid' | 'unknown' | 'failed' | 'hung';

export interface PeerAnswers {
  /** In the order of the addresses. */
  verdicts: PeerVerdict[];
  durationMs: number;
}

/** Asks a peer, first about what is there to warm it up, in a process of its own that can reach nothing but the scripted servers on loopback. */
export async function askPeer(
  peer: PeerName,
  addresses: readonly string[],
  world: { dnsPort: number; smtpPort: number },
  atATime: number,
  warmUp?: { addresses: readonly string[]; isDone: () => Promise<void> },
): Promise<PeerAnswers> {
  const folder = __dirname;
  const guard = pathToFileURL(join(folder, 'loopback-only.mjs')).href;
  const child = spawn(process.execPath, ['--import', guard, join(folder, 'run.mjs'), peer], {
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'], PEER_DNS_PORT: `${world.dnsPort}`, PEER_SMTP_PORT: `${world.smtpPort}` },
  });
  child.stdin?.end(JSON.stringify({ addresses, atATime, warmUp: warmUp?.addresses ?? [] }));
  child.once('message', () => void warmUp?.isDone().then(() => child.send('go on')));
  let said = '';
  child.stdout?.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The peer ${peer} ended with ${String(code)}.`);
  return JSON.parse(said) as PeerAnswers;
}
