import type { AddressPolicy } from './dns/address-policy';
import { findMailRoute, type MailRoute } from './dns/mail-route';
import type { EgressFault } from './egress-check';
import { classifyLists, type ListOptions } from './lists/classify-lists';
import { POPULAR_DOMAINS } from './lists/data/popular-domains';
import { isDisposableMxHost } from './lists/disposable';
import { matchesDomainOrParent } from './lists/registrable';
import { suggestDomain } from './lists/suggest';
import type { Clock, Random, Resolver } from './ports';
import type { MailboxProber, ProbeResult } from './smtp/mailbox-prober';
import type { ParsedAddress } from './syntax/parse-address';
import { untilAborted } from './until-aborted';
import type { AddressFacts, DomainFacts, MailboxFacts } from './verdict/facts';

/** What the verification of an address needs from outside. */
export interface VerificationDependencies {
  resolver: Resolver;
  policy: Pick<AddressPolicy, 'permits'>;
  random: Random;
  clock: Clock;
  lists: ListOptions;
  /** Domains and mail hosts, in A-labels, that are never connected to, with all below them. */
  neverAsk?: ReadonlySet<string>;
  /** Null: mail hosts are not asked. */
  prober: () => MailboxProber | null;
  /** Why mail hosts, which would be asked, can't be reached from here. */
  egressFault?: () => EgressFault | null;
  /** Called when the proxy failed. */
  proxyFailed?: () => void;
  /** A query sent since then got no answer: whether the resolver answers nothing at all. */
  isResolverDown?: (since: number, mode: VerificationContext['mode']) => Promise<boolean>;
}

/** The caller, and the deadline and cancellation that all calls for this address share. */
export interface VerificationContext {
  mode: 'single' | 'batch';
  tenant: string;
  job: string;
  /** Milliseconds since the epoch by which DNS and mail hosts must have answered; null: there is no hurry. */
  until: number | null;
  /** Aborted then, as well as with `signal`. */
  untilSignal: AbortSignal;
  signal: AbortSignal;
}

export interface Findings {
  facts: AddressFacts;
  /** What the mail hosts said, for the evidence. */
  probe: ProbeResult | null;
  /** See `Verification`. */
  isLocalError: boolean;
}

/**
 * Gathers the facts about a well-formed address: lists, then DNS, then the mail hosts. Each step ends the work when it
 * is definitive. Rejects only with the reason of an aborted `signal`, and for defects.
 */
export async function gatherFacts(
  address: ParsedAddress,
  dependencies: VerificationDependencies,
  { signal, untilSignal, ...context }: VerificationContext,
  progress: Findings = startOf(address, dependencies),
): Promise<Findings> {
  if (isSettledBy(progress.facts)) return progress;
  const { resolver, policy, random, prober, clock } = dependencies;
  const askedAt = clock.now();
  const route = await findMailRoute(resolver, address.domain, policy, random, untilSignal).catch((error: unknown) => {
    if (untilSignal.aborted && !signal.aborted) return undefined;
    throw error;
  });
  if (route) progress.facts.domain = domainFacts(route, address.domain);
  if (route?.kind !== 'hosts') {
    progress.isLocalError = await hasLocalCause(progress.facts.domain, askedAt, dependencies, {
      signal,
      mode: context.mode,
    });
    return progress;
  }
  if (isDisposableByHost(route.names, address, dependencies.lists)) {
    progress.facts.lists = { ...progress.facts.lists, isDisposable: true };
  }
  if (progress.facts.lists.providerRuleViolation !== null) return progress;
  if (isNeverAsked([address.domain, ...route.names], dependencies)) {
    progress.facts.mailbox = { kind: 'smtp_disabled' };
    return progress;
  }
  const mailHosts = prober();
  if (mailHosts === null) {
    const fault = dependencies.egressFault?.() ?? null;
    progress.facts.mailbox = { kind: fault === 'proxy_down' ? 'proxy_down' : 'smtp_disabled' };
    progress.isLocalError = fault !== null;
    return progress;
  }
  progress.facts.mailbox = { kind: 'deadline' };
  const hosts = route.hosts(signal);
  progress.probe = await mailHosts.probe({ address, hosts, hostNames: route.names, ...context, signal });
  progress.isLocalError = progress.probe.isLocalError;
  if (progress.probe.layer === 'proxy') dependencies.proxyFailed?.();
  progress.facts.mailbox = mailboxFacts(progress.probe);
  return progress;
}

/**
 * Whether nothing was learnt of the domain because of a local error: this machine lacked a resource, or the resolver is down.
 * Also where that is not known in time, since a working resolver answers at once.
 */
async function hasLocalCause(
  { kind }: DomainFacts,
  askedAt: number,
  { isResolverDown }: Pick<VerificationDependencies, 'isResolverDown'>,
  { mode, signal }: Pick<VerificationContext, 'mode' | 'signal'>,
): Promise<boolean> {
  if (kind === 'out_of_resources') return true;
  if (!isResolverDown || (kind !== 'error' && kind !== 'timeout' && kind !== 'deadline')) return false;
  const isDown = isResolverDown(askedAt, mode);
  return signal.aborted || (await untilAborted(isDown, signal).catch(() => true));
}

/** One of its mail hosts is enough: the others would pass the question on, or take mail for it. */
function isNeverAsked(names: readonly string[], { neverAsk }: VerificationDependencies): boolean {
  if (neverAsk === undefined || neverAsk.size === 0) return false;
  return names.some((name) => matchesDomainOrParent(name, (listed) => neverAsk.has(listed)));
}

/** The operator's word comes before what the mail hosts suggest. */
function isDisposableByHost(hosts: readonly string[], { domain }: ParsedAddress, { allow }: ListOptions): boolean {
  if (allow !== undefined && matchesDomainOrParent(domain, (name) => allow.has(name))) return false;
  return hosts.some(isDisposableMxHost);
}

/** What the address itself and the lists say. The domain counts as "ran out of time" until DNS has spoken. */
export function startOf(address: ParsedAddress, { lists }: VerificationDependencies): Findings {
  const facts: AddressFacts = {
    address,
    lists: classifyLists(address, lists),
    suggestion: address.isAddressLiteral ? null : suggestDomain(address.domain, address.unicodeDomain),
    domain: { kind: 'deadline' },
    mailbox: null,
  };
  if (address.isAddressLiteral) facts.domain = { kind: 'address_literal' };
  else if (NEVER_IN_DNS.test(address.domain)) facts.domain = { kind: 'special_use' };
  return { facts, probe: null, isLocalError: false };
}

/**
 * Names that must not be asked for (RFC 6761 6.3 and 6.4, RFC 7686 2, RFC 9476 2). The other special names (`.test`,
 * `.local`, `.internal` …) are left to the resolver: operators have them on networks of their own, and the public DNS
 * says that they do not exist.
 */
const NEVER_IN_DNS = /(^|\.)(invalid|localhost|onion|alt)$/;

function isSettledBy({ domain }: AddressFacts): boolean {
  return domain.kind === 'address_literal' || domain.kind === 'special_use';
}

function domainFacts(route: MailRoute, domain: string): DomainFacts {
  switch (route.kind) {
    case 'hosts':
      return { kind: 'hosts', implicit: route.implicit };
    case 'error':
      return route.isLocal === true ? { kind: 'out_of_resources' } : { kind: 'error', mxFound: route.mxFound };
    case 'timeout':
      return { kind: 'timeout', mxFound: route.mxFound };
    case 'not_found':
    case 'no_data':
      return { kind: POPULAR.has(domain) ? 'error' : route.kind };
    case 'null_mx':
    case 'no_usable_hosts':
    case 'unroutable':
      return { kind: route.kind };
  }
}

/** The largest mail providers do exist: a resolver that denies it (a captive portal, a closed network) knows nothing. */
const POPULAR: ReadonlySet<string> = new Set(POPULAR_DOMAINS);

function mailboxFacts(probe: ProbeResult): MailboxFacts {
  const { classified, stage, catchAll, truthfulness, everyHostSaid, layer } = probe;
  return { kind: 'probed', classified, stage, catchAll, truthfulness, everyHostSaid, layer };
}
