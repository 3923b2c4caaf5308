import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/child';

/** A library of our kind, MIT, in a process that can reach nothing but the scripted servers on loopback. */
export interface Peer {
  name: string;
  version: string;
  command: readonly [string, ...string[]];
  /** Where `npm run bench` and `npm run accuracy` install it. */
  path: string;
}

const ofNpm = (name: string, version: string): Peer => {
  const guard = pathToFileURL(join(__dirname, 'loopback-only.mjs')).href;
  const command = [process.execPath, '--import', guard, join(__dirname, 'run.mjs'), name] as const;
  return { name, version, command, path: join(ROOT, 'bench/node_modules', name) };
};

const ofGo = (name: string, version: string): Peer => {
  const path = join(ROOT, '.cache/bench', name);
  return { name, version, command: [path], path };
};

export const PEERS: readonly Peer[] = [
  ofNpm('deep-email-validator', '0.1.27'),
  ofNpm('email-deep-validator', '3.3.0'),
  ofGo('email-verifier', '1.4.1'),
];

export const installedPeers = (): Peer[] => PEERS.filter(({ path }) => existsSync(path));

/** `failed`: it threw. `hung`: no answer within 40 seconds. */
export type PeerVerdict = 'valid' | 'catch_all' | 'invalid' | 'unknown' | 'failed' | 'hung';

export interface PeerAnswers {
  /** In the order of the addresses. */
  verdicts: PeerVerdict[];
  durationMs: number;
}

/** Asks a peer, first about what is there to warm it up, in the protocol that `run.mjs` describes. */
export async function askPeer(
  { name, command: [program, ...args] }: Peer,
  addresses: readonly string[],
  world: { dnsPort: number; smtpPort: number },
  atATime: number,
  warmUp?: { addresses: readonly string[]; isDone: () => Promise<void> },
): Promise<PeerAnswers> {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], PEER_DNS_PORT: `${world.dnsPort}`, PEER_SMTP_PORT: `${world.smtpPort}` },
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  child.stdin.write(`${JSON.stringify({ addresses, atATime, warmUp: warmUp?.addresses ?? [] })}\n`);
  let said = '';
  for await (const line of createInterface({ input: child.stdout })) {
    said = line;
    if (line !== 'warm') continue;
    await warmUp?.isDone();
    child.stdin.write('go on\n');
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`The peer ${name} ended with ${String(code)}.`);
  return JSON.parse(said) as PeerAnswers;
}
