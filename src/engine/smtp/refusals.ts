import { LRUCache } from 'lru-cache';
import { getDomain } from 'tldts';
import type { Clock } from '../ports';
import { CircuitBreaker, isAboutUs, type Refusal, type SmtpAlarm } from './circuit-breaker';
import { keyOfHost as placeOf, providerOf } from './providers';

/** What is asked of a host, as far as it matters to who may be refused. */
export interface Asked {
  /** MX host name. */
  host: string;
  /** The recipient's domain. */
  domain: string;
  /** Opaque id of who asks. */
  asker: string;
}

/** Breakers that are remembered at a time, of each kind: their names are chosen by whoever owns a domain. */
const MAX_BREAKERS = 10_000;
/** Warnings and labels that an operator can read. */
const MAX_ALARMS = 50;
/** So many domains refused in a row at RCPT are no longer the recipients' own rules. */
const DOMAINS_TO_CLOSE = 5;
/** So many hosts, and so many askers, close a provider whose customers have hosts of their own. */
const ENOUGH_FOR_PROVIDER = 2;

/**
 * Who refuses us, and whom that closes: no more than the refusal proves. Before a recipient was named it is the host that speaks,
 * and its provider where it is one. After that it may be the recipient's own rule, in words that its owner chose: it closes that
 * registrable domain there, and the whole host for this asker alone once five domains were refused to him in a row: whoever
 * owns five domains must not close a provider for others. A host name is never taken for its
 * neighbours': at a hoster these are other customers.
 */
export class Refusals {
  private readonly ofHosts = new LRUCache<string, CircuitBreaker>({ max: MAX_BREAKERS });
  private readonly ofAskers = new LRUCache<string, CircuitBreaker>({ max: MAX_BREAKERS });
  private readonly ofDomains = new LRUCache<string, CircuitBreaker>({ max: MAX_BREAKERS });
  /** Domains that were refused at RCPT with no other answer between, by host and asker. */
  private readonly refused = new LRUCache<string, Set<string>>({ max: MAX_BREAKERS });
  /** Who refused whom before a recipient was named, by provider whose customers have hosts of their own. */
  private readonly atTheDoor = new Map<string, { hosts: Set<string>; askers: Set<string> }>();

  /** Hosts and providers of which anything is remembered: for nearly all others nothing else is looked up. */
  private readonly places = new LRUCache<string, true>({ max: MAX_BREAKERS });

  constructor(private readonly clock: Clock) {}

  /** The remembered refusal; undefined when the question may be asked. */
  of(asked: Asked): Refusal | undefined {
    if (!this.isRemembered(asked.host)) return undefined;
    for (const [breakers, name] of this.breakersOf(asked)) {
      const refusal = breakers.get(name)?.refusal();
      if (refusal) return refusal;
    }
    return undefined;
  }

  /** What a question came to; returns true when some of those that wait need not be asked any more. */
  record(answer: Refusal, asked: Asked): boolean {
    if (!isAboutUs(answer.classified)) {
      if (answer.classified.code !== null) this.talkedTo(asked);
      return false;
    }
    const host = placeOf(asked.host);
    this.places.set(host, true);
    if (answer.stage !== 'rcpt') {
      const opened = this.breaker(this.ofHosts, host, host).refused(answer);
      return this.refusedAtTheDoor(answer, asked) || opened;
    }
    // It has taken our greeting and our sender: what it says of a recipient is in the words of the recipient's side.
    for (const name of doorsOf(asked.host)) this.ofHosts.peek(name)?.reset();
    const domain = registrable(asked.domain);
    const opened = this.breaker(this.ofDomains, `${host} ${domain}`, domain).refused(answer);
    return this.refusedAtRcpt(answer, asked.asker, host, domain) || opened;
  }

  /** Providers and hosts first, then domains; the newest of each kind. */
  alarms(): SmtpAlarm[] {
    const alarms: SmtpAlarm[] = [];
    for (const breakers of [this.ofHosts, this.ofAskers, this.ofDomains]) {
      for (const breaker of breakers.values()) {
        const alarm = breaker.alarm();
        if (alarm && !alarms.some(({ key }) => key === alarm.key)) alarms.push(alarm);
        if (alarms.length === MAX_ALARMS) return alarms;
      }
    }
    return alarms;
  }

  private breakersOf({ host, domain, asker }: Asked): [LRUCache<string, CircuitBreaker>, string][] {
    const place = placeOf(host);
    const doors = doorsOf(host).map((name): [LRUCache<string, CircuitBreaker>, string] => [this.ofHosts, name]);
    return [...doors, [this.ofAskers, `${place} ${asker}`], [this.ofDomains, `${place} ${registrable(domain)}`]];
  }

  private talkedTo(asked: Asked): void {
    if (!this.isRemembered(asked.host)) return;
    for (const [breakers, name] of this.breakersOf(asked)) breakers.peek(name)?.reset();
    this.refused.delete(`${placeOf(asked.host)} ${asked.asker}`);
    this.atTheDoor.delete(commonProviderOf(asked.host) ?? '');
  }

  private isRemembered(host: string): boolean {
    return doorsOf(host).some((name) => this.places.has(name));
  }

  /** Hosts of several customers, asked by several askers, with no other answer between: that is their provider. */
  private refusedAtTheDoor(answer: Refusal, { host, asker }: Asked): boolean {
    const provider = commonProviderOf(host);
    if (provider === undefined) return false;
    this.places.set(provider, true);
    const breaker = this.breaker(this.ofHosts, provider, provider);
    // The one question after a pause was refused by one customer's machine: it proves as little as any.
    if (breaker.isProbing) breaker.reset();
    const { hosts, askers } = this.atTheDoor.get(provider) ?? { hosts: new Set(), askers: new Set() };
    if (hosts.size < ENOUGH_FOR_PROVIDER) hosts.add(placeOf(host));
    if (askers.size < ENOUGH_FOR_PROVIDER) askers.add(asker);
    this.atTheDoor.set(provider, { hosts, askers });
    if (hosts.size < ENOUGH_FOR_PROVIDER || askers.size < ENOUGH_FOR_PROVIDER) return false;
    this.atTheDoor.delete(provider);
    breaker.openFor(answer);
    return true;
  }

  private refusedAtRcpt(answer: Refusal, asker: string, host: string, domain: string): boolean {
    const name = `${host} ${asker}`;
    const ofAsker = this.breaker(this.ofAskers, name, host);
    if (ofAsker.isProbing) return ofAsker.refused(answer);
    const domains = this.refused.get(name) ?? new Set();
    this.refused.set(name, domains.add(domain));
    if (domains.size < DOMAINS_TO_CLOSE) return false;
    this.refused.delete(name);
    ofAsker.openFor(answer);
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

/** Whose refusal before a recipient is named closes this host. */
function doorsOf(host: string): string[] {
  const provider = commonProviderOf(host);
  return provider === undefined ? [placeOf(host)] : [placeOf(host), provider];
}

/** The provider whose customers each have hosts of their own there; undefined for any other. */
function commonProviderOf(host: string): string | undefined {
  const provider = providerOf(host);
  return provider?.isPerCustomer === true ? provider.id : undefined;
}

const registrable = (domain: string): string => getDomain(domain, { allowPrivateDomains: true }) ?? domain;
