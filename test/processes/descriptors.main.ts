import { closeSync, openSync } from 'node:fs';
import { createNetworkEngine, type Verification } from '../../src/engine';
import { parseAddress } from '../../src/engine/syntax/parse-address';
import { createMailboxProber } from '../../src/engine/smtp/create-mailbox-prober';
import { NetDialler } from '../../src/engine/smtp/wire/net-dialler';
import { systemClock, systemRandom } from '../../src/engine/system-ports';

const [dnsPort = 0, smtpPort = 0] = process.argv.slice(2).map(Number);
const smtp = { port: smtpPort, heloName: 'probe.test', connectTimeoutMs: 5_000, commandTimeoutMs: 5_000 };

/** Opens files until there is no descriptor left. */
function takeAll(): number[] {
  const taken: number[] = [];
  for (;;) {
    try {
      taken.push(openSync('/dev/null', 'r'));
    } catch {
      return taken;
    }
  }
}

async function withoutDescriptors<T>(work: () => Promise<T>): Promise<T> {
  const taken = takeAll();
  try {
    return await work();
  } finally {
    taken.forEach(closeSync);
  }
}

/** A mail host is asked, its address being known. */
async function askHost(): Promise<object> {
  const prober = createMailboxProber(smtp, { dialler: new NetDialler(), clock: systemClock, random: systemRandom });
  const parsed = parseAddress('joe@known.test');
  if (!parsed.ok) throw new Error(parsed.fault.message);
  const probe = (): Promise<object> =>
    prober.probe({
      address: parsed.address,
      hosts: [{ name: 'mx.known.test', preference: 0, addresses: ['127.0.0.1'] }],
      hostNames: ['mx.known.test'],
      mode: 'single',
      tenant: 'us',
      job: '',
      until: null,
      signal: new AbortController().signal,
    });
  const results = { without: await withoutDescriptors(probe), afterwards: await probe() };
  await prober.close();
  return results;
}

/** An address is checked, nothing being known of its domain. */
async function verify(): Promise<{ without: Verification; afterwards: Verification }> {
  const engine = createNetworkEngine({
    dnsServers: [{ address: '127.0.0.1', port: dnsPort }],
    allowCidrs: ['127.0.0.1/32'],
    smtp,
    socksProxy: null,
    slots: null,
    deadlineMs: { single: 20_000, batch: 20_000 },
    lists: {},
  });
  const check = (address: string): Promise<Verification> => engine.verify(address, { mode: 'single', tenant: 'us' });
  // What is loaded lazily is loaded now, while files can be opened.
  await check('joe@other.test');
  const results = {
    without: await withoutDescriptors(() => check('joe@known.test')),
    afterwards: await check('joe@known.test'),
  };
  await engine.close();
  return results;
}

/** `node … <port of DNS> <port of SMTP>`: prints what was found with no descriptor left, and afterwards, as JSON. */
async function main(): Promise<void> {
  const verified = await verify();
  process.stdout.write(JSON.stringify({ verified, asked: await askHost() }));
}

void main();
