import { LRUCache } from 'lru-cache';
import type { NoRecords, MessageCount } from '../ports';
import type { CachedLookup } from './cached-lookup';
import type { DnsResult } from './dns-client';

/** Addresses handed out for one host. */
const MAX_ADDRESSES = 16;
/** Once IPv4 has answered with addresses, IPv6 delays the answer by so much at most (RFC 8305 3). */
const GRACE_MS = 50;
/** The question goes on in the meantime: a host whose IPv6 was not there so long after its IPv4 is silent about it. */
const SILENT_AFTER_MS = 500;
/** A host whose IPv6 was waited for in vain is not waited for again for so long. */
const SILENT_HOST_MS = 300_000;
/** So many hosts in a row without any answer about IPv6: the resolver drops the questions. It is tried again after a while. */
const SILENT_HOSTS_TO_TELL = 3;
const SILENT_RESOLVER_MS = 60_000;

export interface AddressLookupOptions {
  a: CachedLookup<string>;
  aaaa: CachedLookup<string>;
  /** Milliseconds since the epoch. */
  now: () => number;
  graceMs?: number | undefined;
  silentAfterMs?: number | undefined;
}

/**
 * A and AAAA of a host. Where one has none or fails, the other decides; where IPv4 has addresses, IPv6 is worth a moment and
 * no more: name servers that never answer about AAAA are common (RFC 4074), and mail goes over IPv4. What comes later serves
 * the next who asks.
 */
export class AddressLookup {
  private readonly silentUntil = new LRUCache<string, number>({ max: 10_000 });
  private silentHosts = 0;
  private resolverSilentUntil = 0;

  constructor(private readonly options: AddressLookupOptions) {}

  /** `name` in canonical form. Rejects only with the reason of an aborted signal. */
  async find(
    name: string,
    signal: AbortSignal | undefined,
    count: MessageCount | undefined,
  ): Promise<{ kind: 'addresses'; addresses: string[] } | NoRecords> {
    const { a, aaaa } = this.options;
    const v4Answer = a.find(name, signal, count);
    if (this.isSilentAboutV6(name)) {
      const v4 = await v4Answer;
      if (v4.kind === 'records') return addressesOf(v4);
      return either(v4, await aaaa.find(name, signal, count));
    }
    // Most addresses of a list have a host that was asked about before: nothing to wait for, and nothing to leave.
    const known = aaaa.atHand(name);
    if (known !== undefined) {
      const v4 = await v4Answer;
      this.heard(name, known);
      return either(v4, known);
    }
    const leave = new AbortController();
    const pass = (): void => {
      leave.abort(signal?.reason);
    };
    signal?.addEventListener('abort', pass, { once: true });
    const v6Answer = aaaa.find(name, leave.signal, count);
    // Awaited below, or left behind.
    v6Answer.catch(() => undefined);
    let goesOn = false;
    try {
      const v4 = await v4Answer;
      const v6 = v4.kind === 'records' ? await this.withinGrace(v6Answer) : await v6Answer;
      if (v6 !== null) {
        this.heard(name, v6);
        return either(v4, v6);
      }
      goesOn = true;
      this.listenOn(name, v6Answer, leave);
      return addressesOf(v4);
    } finally {
      signal?.removeEventListener('abort', pass);
      if (!goesOn) leave.abort(NOBODY_WAITS);
    }
  }

  /** Nobody waits for this answer any more; that it does not come at all is worth knowing. */
  private listenOn(name: string, answer: Promise<DnsResult<string>>, leave: AbortController): void {
    const { graceMs = GRACE_MS, silentAfterMs = SILENT_AFTER_MS } = this.options;
    const timer = setTimeout(() => {
      this.wasSilent(name);
      leave.abort(NOBODY_WAITS);
    }, silentAfterMs - graceMs).unref();
    const done = (): void => {
      clearTimeout(timer);
    };
    answer
      .then((v6) => {
        this.heard(name, v6);
      })
      .then(done, done);
  }

  /** Null when it did not come in time. */
  private async withinGrace(answer: Promise<DnsResult<string>>): Promise<DnsResult<string> | null> {
    let timer: NodeJS.Timeout | undefined;
    // A plain timer: to abort one of `node:timers/promises` makes an error with a stack.
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, this.options.graceMs ?? GRACE_MS, null);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private isSilentAboutV6(name: string): boolean {
    const now = this.options.now();
    return this.resolverSilentUntil > now || (this.silentUntil.get(name) ?? 0) > now;
  }

  private heard(name: string, v6: DnsResult<string>): void {
    if (v6.kind === 'timeout') this.wasSilent(name);
    else this.silentHosts = 0;
  }

  private wasSilent(name: string): void {
    const now = this.options.now();
    // Several who waited for one answer are no more hosts.
    if ((this.silentUntil.get(name) ?? 0) > now) return;
    this.silentUntil.set(name, now + SILENT_HOST_MS);
    this.silentHosts += 1;
    if (this.silentHosts >= SILENT_HOSTS_TO_TELL) this.resolverSilentUntil = now + SILENT_RESOLVER_MS;
  }
}

// Made once: an error takes its stack with it.
const NOBODY_WAITS = new Error('Nobody waits for this answer any more.');

function either(v4: DnsResult<string>, v6: DnsResult<string>): { kind: 'addresses'; addresses: string[] } | NoRecords {
  const found = addressesOf(v4, v6);
  return found.addresses.length > 0 ? found : neither(v4, v6);
}

function addressesOf(...results: DnsResult<string>[]): { kind: 'addresses'; addresses: string[] } {
  const addresses = results.flatMap((result) => (result.kind === 'records' ? result.records : []));
  return { kind: 'addresses', addresses: addresses.slice(0, MAX_ADDRESSES) };
}

/** No address of either family. Only when both families are known to have none is that an answer about the host. */
function neither(v4: DnsResult<string>, v6: DnsResult<string>): NoRecords {
  const results = [v4, v6];
  const errors = results.filter((result) => result.kind === 'error');
  const error = errors.find(({ isLocal }) => isLocal === true) ?? errors[0];
  if (error !== undefined) return error;
  if (results.some((result) => result.kind === 'timeout')) return { kind: 'timeout' };
  return results.every((result) => result.kind === 'not_found') ? { kind: 'not_found' } : { kind: 'no_data' };
}
