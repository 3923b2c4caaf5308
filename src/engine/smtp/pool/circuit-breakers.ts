import { LRUCache } from 'lru-cache';
import { getDomain } from 'tldts';
import type { Clock } from '../../ports';
import { CircuitBreaker, isClientRefusal, type Refusal, type SmtpAlarm } from './circuit-breaker';
import { keyOfHost, providerOf } from '../providers';

/** What a refusal may close: the host, the domain there, the host for one tenant. */
export interface BreakerScope {
  /** MX host name. */
  host: string;
  /** The recipient's domain. */
  domain: string;
  /** Opaque id of who the verification is for. */
  tenant: string;
}

/** Breakers that are remembered at a time, of each kind: their names are chosen by whoever owns a domain. */
const MAX_BREAKERS = 10_000;
/** Warnings and labels that an operator can read. */
const MAX_ALARMS = 50;
/** So many domains refused in a row at RCPT are no longer the recipients' own rules. */
const DOMAINS_TO_CLOSE = 5;
/** So many hosts, and so many tenants, close a provider whose customers have hosts of their own. */
const ENOUGH_FOR_PROVIDER = 2;

/**
 * The circuit breakers of all hosts: a refusal opens no more than it proves. Before RCPT it is the host that refuses, and its
 * provider where it is one. At RCPT it may be a rule of the recipient's: it counts for that registrable domain at that host, and
 * for the whole host, for this tenant alone, once five domains in a row were refused: the owner of five domains must not close a
 * provider for others. A host name says nothing about its neighbours': at a hoster these are other customers.
 */
export class CircuitBreakers {
  private readonly ofHosts = new LRUCache<string, CircuitBreaker>({ max: MAX_BREAKERS });
  private readonly ofTenants = new LRUCache<string, CircuitBreaker>({ max: MAX_BREAKERS });
  private readonly ofDomains = new LRUCache<string, CircuitBreaker>({ max: MAX_BREAKERS });
  /** Domains that were refused at RCPT with no other answer between, by host and tenant. */
  private readonly refused = new LRUCache<string, Set<string>>({ max: MAX_BREAKERS });
  /** Refusals before RCPT, by provider whose customers have hosts of their own: the hosts, and the tenants they refused. */
  private readonly beforeRcpt = new Map<string, { hosts: Set<string>; tenants: Set<string> }>();

  /** Keys of hosts and providers of which anything is remembered: for nearly all others nothing else is looked up. */
  private readonly remembered = new LRUCache<string, true>({ max: MAX_BREAKERS });

  constructor(private readonly clock: Clock) {}

  /** The refusal while a breaker of this scope is open; undefined when the question may be asked. */
  of(scope: BreakerScope): Refusal | undefined {
    if (!this.isRemembered(scope.host)) return undefined;
    for (const [breakers, name] of this.breakersOf(scope)) {
      const refusal = breakers.get(name)?.refusal();
      if (refusal) return refusal;
    }
    return undefined;
  }

  /** What a question came to; returns true when some of those that wait need not be asked any more. */
  record(answer: Refusal, scope: BreakerScope): boolean {
    if (!isClientRefusal(answer.classified)) {
      if (answer.classified.code !== null) this.reset(scope);
      return false;
    }
    const host = keyOfHost(scope.host);
    this.remembered.set(host, true);
    if (answer.stage !== 'rcpt') {
      const opened = this.breaker(this.ofHosts, host, host).refused(answer);
      return this.refusedBeforeRcpt(answer, scope) || opened;
    }
    // The host has accepted EHLO and MAIL: a refusal at RCPT may be the recipient's own rule.
    for (const name of hostNamesOf(scope.host)) this.ofHosts.peek(name)?.reset();
    const domain = registrable(scope.domain);
    const opened = this.breaker(this.ofDomains, `${host} ${domain}`, domain).refused(answer);
    return this.refusedAtRcpt(answer, scope.tenant, host, domain) || opened;
  }

  /** Providers and hosts first, then domains; the newest of each kind. */
  alarms(): SmtpAlarm[] {
    const alarms: SmtpAlarm[] = [];
    for (const breakers of [this.ofHosts, this.ofTenants, this.ofDomains]) {
      for (const breaker of breakers.values()) {
        const alarm = breaker.alarm();
        if (alarm && !alarms.some(({ key }) => key === alarm.key)) alarms.push(alarm);
        if (alarms.length === MAX_ALARMS) return alarms;
      }
    }
    return alarms;
  }

  private breakersOf({ host, domain, tenant }: BreakerScope): [LRUCache<string, CircuitBreaker>, string][] {
    const key = keyOfHost(host);
    const hosts = hostNamesOf(host).map((name): [LRUCache<string, CircuitBreaker>, string] => [this.ofHosts, name]);
    return [...hosts, [this.ofTenants, `${key} ${tenant}`], [this.ofDomains, `${key} ${registrable(domain)}`]];
  }

  private reset(scope: BreakerScope): void {
    if (!this.isRemembered(scope.host)) return;
    for (const [breakers, name] of this.breakersOf(scope)) breakers.peek(name)?.reset();
    this.refused.delete(`${keyOfHost(scope.host)} ${scope.tenant}`);
    this.beforeRcpt.delete(commonProviderOf(scope.host) ?? '');
  }

  private isRemembered(host: string): boolean {
    return hostNamesOf(host).some((name) => this.remembered.has(name));
  }

  /** Hosts of several customers, asked by several tenants, with no other answer between: that is their provider. */
  private refusedBeforeRcpt(answer: Refusal, { host, tenant }: BreakerScope): boolean {
    const provider = commonProviderOf(host);
    if (provider === undefined) return false;
    this.remembered.set(provider, true);
    const breaker = this.breaker(this.ofHosts, provider, provider);
    // The one question after a pause was refused by one customer's machine: it proves as little as any.
    if (breaker.isProbing) breaker.reset();
    const { hosts, tenants } = this.beforeRcpt.get(provider) ?? { hosts: new Set(), tenants: new Set() };
    if (hosts.size < ENOUGH_FOR_PROVIDER) hosts.add(keyOfHost(host));
    if (tenants.size < ENOUGH_FOR_PROVIDER) tenants.add(tenant);
    this.beforeRcpt.set(provider, { hosts, tenants });
    if (hosts.size < ENOUGH_FOR_PROVIDER || tenants.size < ENOUGH_FOR_PROVIDER) return false;
    this.beforeRcpt.delete(provider);
    breaker.openFor(answer);
    return true;
  }

  private refusedAtRcpt(answer: Refusal, tenant: string, host: string, domain: string): boolean {
    const name = `${host} ${tenant}`;
    const ofTenant = this.breaker(this.ofTenants, name, host);
    if (ofTenant.isProbing) return ofTenant.refused(answer);
    const domains = this.refused.get(name) ?? new Set();
    this.refused.set(name, domains.add(domain));
    if (domains.size < DOMAINS_TO_CLOSE) return false;
    this.refused.delete(name);
    ofTenant.openFor(answer);
    return true;
  }

  private breaker(breakers: LRUCache<string, CircuitBreaker>, name: string, key: string): CircuitBreaker {
    const known = breakers.get(name);
    if (known) return known;
    const made = new CircuitBreaker(key, this.clock);
    breakers.set(name, made);
    return made;
  }
}

/** The names under which a refusal before RCPT is counted: the host, and its provider. */
function hostNamesOf(host: string): string[] {
  const provider = commonProviderOf(host);
  return provider === undefined ? [keyOfHost(host)] : [keyOfHost(host), provider];
}

/** The provider whose customers each have hosts of their own there; undefined for any other. */
function commonProviderOf(host: string): string | undefined {
  const provider = providerOf(host);
  return provider?.isPerCustomer === true ? provider.id : undefined;
}

const registrable = (domain: string): string => getDomain(domain, { allowPrivateDomains: true }) ?? domain;
