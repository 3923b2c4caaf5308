import { createEngine } from './create-engine';
import { AddressPolicy } from './dns/address-policy';
import { dnsHealthCheck } from './dns/dns-health-check';
import { DnsResolver } from './dns/dns-resolver';
import { DnsMonitor } from './dns/dns-monitor';
import { systemNameServers } from './dns/name-servers';
import { checkEgress, WELL_KNOWN_DOMAINS, type EgressState } from './egress-check';
import { EgressMonitor } from './egress-monitor';
import type { Engine } from './engine';
import type { ListOptions } from './lists/classify-lists';
import type { SmtpAlarm } from './smtp/pool/circuit-breaker';
import { createMailboxProber, type ProberOptions } from './smtp/create-mailbox-prober';
import { NetDialler } from './smtp/wire/net-dialler';
import type { SessionSlots } from './smtp/pool/session-slots';
import { SocksDialler, type ProxyAddress } from './smtp/wire/socks-dialler';
import type { Dialler, SharedFacts } from './ports';
import { systemClock, systemRandom } from './system-ports';
import type { ConfidenceTable } from './verdict/confidence-table';

/** The operator's settings of the engine on the real network. */
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
  /** What other processes know of mail hosts; default: there are none. */
  facts?: SharedFacts;
  /** Milliseconds for one address. */
  deadlineMs: { single: number; batch: number };
  /** What confidence is answered for what is found. Default: the built-in table. */
  confidence?: ConfidenceTable;
  /** The operator's own word on disposable domains. */
  lists: ListOptions;
  /** Domains and mail hosts, in A-labels, that are left alone, with all below them. */
  neverAsk?: ReadonlySet<string>;
}

/** What an operator sees of the engine on the real network. */
export interface NetworkEngine extends Engine {
  /** Mail hosts and providers whose circuit breakers are open. */
  alarms(): SmtpAlarm[];
  /**
   * Whether mail hosts can be connected to at all; while they can't, they are not asked. Null when they never are. It
   * connects to large providers, so whoever runs the engine starts it.
   */
  readonly egress: EgressMonitor | null;
  /** Whether the resolver gives answers at all. */
  readonly dns: DnsMonitor;
}

/** The engine over DNS packets and TCP connections. */
export function createNetworkEngine(options: EngineOptions): NetworkEngine {
  const resolver = makeResolver(options);
  const prober =
    options.smtp === null
      ? null
      : createMailboxProber(options.smtp, {
          dialler: makeDialler(options),
          clock: systemClock,
          random: systemRandom,
          ...(options.slots === null ? {} : { slots: options.slots }),
          ...(options.facts === undefined ? {} : { facts: options.facts }),
        });
  const egress =
    options.smtp === null || prober === null
      ? null
      : new EgressMonitor({
          check: (signal) => checkNetworkEgress(options, signal),
          clock: systemClock,
          sessionsOpened: () => prober.stats().smtpSessionsOpened,
        });
  const dns = makeDnsMonitor(options, resolver);
  const engine = createEngine({
    resolver,
    policy: new AddressPolicy({ allowCidrs: options.allowCidrs }),
    random: systemRandom,
    clock: systemClock,
    lists: options.lists,
    neverAsk: options.neverAsk ?? new Set(),
    prober: () => ((egress?.fault ?? null) === null ? prober : null),
    isResolverDown: (since, mode) => dns.isResolverDown(since, mode),
    egressFault: () => egress?.fault ?? null,
    proxyFailed: () => egress?.checkSoon(),
    deadlineMs: options.deadlineMs,
    ...(options.confidence === undefined ? {} : { confidence: options.confidence }),
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
export function checkNetworkEgress(options: EngineOptions, signal?: AbortSignal): Promise<EgressState> {
  return checkEgress({
    resolver: makeResolver(options),
    dialler: makeDialler(options),
    policy: new AddressPolicy({ allowCidrs: options.allowCidrs }),
    random: systemRandom,
    domains: WELL_KNOWN_DOMAINS.filter((domain) => options.neverAsk?.has(domain) !== true),
    port: options.smtp?.port ?? SMTP_PORT,
    timeoutMs: options.smtp?.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    ...(signal === undefined ? {} : { signal }),
  });
}

function makeResolver({ dnsServers, dnsFailureMs }: EngineOptions): DnsResolver {
  const lifetimes = dnsFailureMs === undefined ? {} : { failure: dnsFailureMs / 1000 };
  return new DnsResolver({ lifetimes, ...(dnsServers === null ? {} : { servers: dnsServers }) });
}

function makeDnsMonitor({ dnsServers }: EngineOptions, resolver: DnsResolver): DnsMonitor {
  const check = dnsHealthCheck(dnsServers ?? systemNameServers());
  return new DnsMonitor({
    // A closed network's resolver may know its own names alone.
    check: (signal) => check([...WELL_KNOWN_DOMAINS, resolver.lastAnswer.name].filter(Boolean), signal),
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
