import { createEngine } from '../../src/engine/create-engine';
import type { Engine } from '../../src/engine';
import type { MailboxProber, ProbeResult } from '../../src/engine/smtp/mailbox-prober';
import { systemClock, systemRandom } from '../../src/engine/system-ports';

/** Mail hosts that know at once who exists: local parts that end in an even digit do. */
class InstantProber implements MailboxProber {
  async probe({ address, hosts, hostNames }: Parameters<MailboxProber['probe']>[0]): Promise<ProbeResult> {
    // The hosts are resolved and vetted when somebody asks for them.
    for await (const host of hosts) if (host.addresses.length > 0) break;
    const exists = /[02468]$/.test(address.localPart);
    return {
      classified: exists
        ? { outcome: 'accepted', reason: null, code: 250, enhanced: '2.1.5', certainty: 'high', text: 'Ok' }
        : { outcome: 'mailbox_not_found', reason: null, code: 550, enhanced: '5.1.1', certainty: 'high', text: 'No' },
      stage: 'rcpt',
      mxHost: hostNames[0] ?? null,
      catchAll: exists ? false : null,
      catchAllPending: false,
      provider: null,
      truthfulness: 'decides_by_probe',
      everyHostSaid: false,
      layer: 'smtp',
      by: null,
      controlPending: false,
      isLocalError: false,
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The engine as it is, over a world that answers at once: what is left is its own work. */
export function pipelineEngine(): Engine {
  const prober = new InstantProber();
  return createEngine({
    resolver: {
      mx: (domain) => Promise.resolve({ kind: 'records', records: [{ exchange: `mx.${domain}`, preference: 10 }] }),
      addresses: () => Promise.resolve({ kind: 'addresses', addresses: ['192.0.2.25'] }),
    },
    policy: { permits: () => true },
    random: systemRandom,
    clock: systemClock,
    lists: {},
    prober: () => prober,
    deadlineMs: { single: 20_000, batch: 120_000 },
    stats: () => ({
      dnsQueries: 0,
      dnsCacheHits: 0,
      dnsAnswers: 0,
      dnsFailures: 0,
      smtpSessionsOpened: 0,
      smtpSessionsOpen: 0,
      rcptCommands: 0,
      catchAllCacheHits: 0,
    }),
    close: () => prober.close(),
  });
}
