import { ScriptedDnsServer } from '../../test/world/dns/scripted-dns-server';
import { ScriptedSmtpServer } from '../../test/world/smtp/scripted-smtp-server';

/** What the mail hosts of the world have in common. */
const LATENCY = { roundTripMs: 20, thoughtMs: { rcpt: 2 } };
/** As Postfix, shortened: slow from the 11th error on, gone after the 20th. */
const ERROR_LIMITS = { slowAfter: 10, slowMs: 1000, dropAfter: 20 };

const NETWORKS = 20;
/**
 * As many as the domains of a list: each has a mail host of its own, and sessions are counted by address. Ten of them are in
 * one /24, as sessions are counted by network too; the largest domains are not in the same one.
 */
const HOSTS = Array.from({ length: 200 }, (_, i) => `127.0.${(i % NETWORKS) + 1}.${Math.floor(i / NETWORKS) + 1}`);

/** `company17.com` and `warmup17.com` are at the same address, no two of one list are. */
const hostOf = (name: string): string => HOSTS[Number(/\d+/.exec(name)?.[0] ?? 0) % HOSTS.length] ?? '127.0.1.1';

/** A world of mail hosts in a process of its own, so that it shares no event loop with whoever asks. */
async function main(): Promise<void> {
  const hasErrorLimits = process.argv.includes('--error-limits');
  const dns = new ScriptedDnsServer({
    remember: false,
    wildcard: (name, type) => {
      if (type === 'MX') return { mx: [[10, `mx.${name}`]] };
      return type === 'A' ? { a: [hostOf(name)] } : {};
    },
  });
  const smtp = await ScriptedSmtpServer.start({
    ...LATENCY,
    errorLimits: hasErrorLimits ? ERROR_LIMITS : null,
    otherwise: ({ address }) => (/^person\d*[02468]@/.test(address) ? 'ok' : `550 5.1.1 <${address}>: User unknown`),
  });
  await Promise.all(HOSTS.map((host) => smtp.alsoAt(host)));
  const { port: dnsPort } = await dns.start();
  process.on('message', () => {
    const { knocks, rcpts, peakSessions, violations } = smtp;
    process.send?.({ knocks, rcpts, peakSessions, violations: violations.length });
  });
  process.send?.({ dnsPort, smtpPort: smtp.port });
}

process.once('SIGTERM', () => process.exit(0));
void main();
