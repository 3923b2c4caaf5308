import { createEngine } from './create-engine';
import { AddressPolicy } from './dns/address-policy';
import { dnsLook } from './dns/dns-look';
import { DnsResolver } from './dns/dns-resolver';
import { DnsWatch } from './dns/dns-watch';
import { systemNameServers } from './dns/name-servers';
import { checkEgress, WELL_KNOWN_DOMAINS, type EgressState } from './egress-check';
import { EgressWatch } from './egress-watch';
import type { Engine } from './engine';
import type { ListOptions } from './lists/classify-lists';
import type { SmtpAlarm } from './smtp/circuit-breaker';
import { createMailboxProber, type ProberOptions } from './smtp/create-mailbox-prober';
import { NetDialler } from './smtp/net-dialler';
import type { SessionSlots } from './smtp/session-slots';
import { SocksDialler, type ProxyAddress } from './smtp/socks-dialler';
import type { Dialler } from './ports';
import { systemClock, systemRandom } from './system-ports';

/** How an operator runs the engine on the real network. */
export interface EngineOptions {
  /** Name servers to ask; null: those of this machine. */
  dnsServers: { address: string; port: number }[] | null;
  /** For how long a question that got no answer is not asked again. Default: 30,000. */
  dnsFailureMs?: number;
  /** Ranges beside public unicast that may be dialled. */
  allowCidrs: readonly string[];
  /** Null: mail hosts are not asked. */
  smtp: ProberOptions | null;
  /** Null: connections go out straight. */
  socksProxy: ProxyAddress | null;
  /** Limits of sessions that are shared between processes; null: this process alone. */
  slots: SessionSlots | null;
  /** Milliseconds for one address. */
  deadlineMs: { single: number; batch: number };
  /** The operator's own word on disposable domains. */
  lists: ListOptions;
}

/** What an operator sees of the engine on the real network. */
export interface RealEngine extends Engine {
  /** Mail hosts and providers that refuse us, and are left in peace for a while. */
  alarms(): SmtpAlarm[];
  /**
   * Whether mail hosts can be connected to at all; while they can't, they are not asked. Null when they never are. It
   * connects to large providers, so whoever runs the engine starts it.
   */
  readonly egress: EgressWatch | null;
  /** Whether our resolver gives answers at all. */
  readonly dns: DnsWatch;
}

/** The engine on DNS packets and TCP connections. */
export function createRealEngine(options: EngineOptions): RealEngine {
  const resolver = makeResolver(options);
  const prober =
    options.smtp === null
      ? null
      : createMailboxProber(options.smtp, {
          dialler: makeDialler(options),
          clock: systemClock,
          random: systemRandom,
          ...(options.slots === null ? {} : { slots: options.slots }),
        });
  const egress =
    options.smtp === null || prober === null
      ? null
      : new EgressWatch({
          check: (signal) => checkRealEgress(options, signal),
          clock: systemClock,
          sessionsOpened: () => prober.stats().smtpSessionsOpened,
        });
  const dns = makeDnsWatch(options, resolver);
  const engine = createEngine({
    resolver,
    policy: new AddressPolicy({ allowCidrs: options.allowCidrs }),
    random: systemRandom,
    clock: systemClock,
    lists: options.lists,
    prober: () => ((egress?.fault ?? null) === null ? prober : null),
    isResolverDown: (since) => dns.isToBlame(since),
    egressFault: () => egress?.fault ?? null,
    proxyFailed: () => egress?.lookSoon(),
    deadlineMs: options.deadlineMs,
    stats: () => {
      const { queries, cacheHits, outcomes } = resolver.stats();
      return {
        dnsQueries: queries,
        dnsCacheHits: cacheHits,
        dnsAnswers: outcomes.records + outcomes.not_found + outcomes.no_data,
        dnsFailures: outcomes.error + outcomes.timeout,
        ...(prober?.stats() ?? NO_SMTP),
      };
    },
    close: async () => {
      dns.stop();
      await egress?.stop();
      await prober?.close();
    },
  });
  return { ...engine, alarms: () => prober?.alarms() ?? [], egress, dns };
}

const SMTP_PORT = 25;
const CONNECT_TIMEOUT_MS = 10_000;
const NO_SMTP = { smtpSessionsOpened: 0, smtpSessionsOpen: 0, rcptCommands: 0, catchAllCacheHits: 0 };

/** Whether this machine can connect to mail hosts at all. */
export function checkRealEgress(options: EngineOptions, signal?: AbortSignal): Promise<EgressState> {
  return checkEgress({
    resolver: makeResolver(options),
    dialler: makeDialler(options),
    policy: new AddressPolicy({ allowCidrs: options.allowCidrs }),
    random: systemRandom,
    port: options.smtp?.port ?? SMTP_PORT,
    timeoutMs: options.smtp?.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    ...(signal === undefined ? {} : { signal }),
  });
}

function makeResolver({ dnsServers, dnsFailureMs }: EngineOptions): DnsResolver {
  const lifetimes = dnsFailureMs === undefined ? {} : { failure: dnsFailureMs / 1000 };
  return new DnsResolver({ lifetimes, ...(dnsServers === null ? {} : { servers: dnsServers }) });
}

function makeDnsWatch({ dnsServers }: EngineOptions, resolver: DnsResolver): DnsWatch {
  const look = dnsLook(dnsServers ?? systemNameServers());
  return new DnsWatch({
    // A closed network's resolver may know its own names alone.
    look: (signal) => look([...WELL_KNOWN_DOMAINS, resolver.lastAnswer.name].filter(Boolean), signal),
    lastAnswerAt: () => resolver.lastAnswer.at,
    forgetFailures: () => {
      resolver.forgetFailures();
    },
    clock: systemClock,
  });
}

function makeDialler({ socksProxy }: EngineOptions): Dialler {
  return socksProxy === null ? new NetDialler() : new SocksDialler(socksProxy);
}
