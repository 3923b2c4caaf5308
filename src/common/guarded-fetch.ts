import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { KeptConnections } from './kept-connections';
import { endWithin } from './end-within';

/** Where a stranger may send us, and how much of it we read. */
export interface GuardedFetchOptions {
  /** Whether an address may be dialled: asked with every address of the host, at the moment of connecting. */
  readonly permits: (address: string, port: number) => boolean;
  /** From the first step to the last byte. */
  readonly withinMs: number;
  /** Of the body. */
  readonly maxBytes: number;
  /** `http:` too; https alone where it is left out. */
  readonly allowHttp?: boolean;
  /** In place of the system's. */
  readonly lookup?: Lookup;
  /** Used again where that may be; where it is left out, each request has a connection of its own. */
  readonly kept?: KeptConnections;
  /** Only for tests: a certificate that nobody else trusts. */
  readonly ca?: string;
}

/** How names become addresses: as `dns.lookup` with `all`. */
export type Lookup = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface GuardedAnswer {
  readonly status: number;
  readonly body: Buffer;
}

export interface GuardedPostAnswer extends GuardedAnswer {
  readonly headers: IncomingHttpHeaders;
}

export interface GuardedPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

/** An `http:` address, where these are not allowed. */
export class HttpNotAllowedError extends Error {
  constructor() {
    super('Only https addresses are fetched.');
  }
}

/** A host has an address that may not be dialled. */
export class ForbiddenAddressError extends Error {
  constructor() {
    super('The host has an address that may not be dialled.');
  }
}

/** What a connection says that the other side has closed while nobody looked. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

interface Asked {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal?: AbortSignal;
  /** Of a body that is larger than it may be: whether its beginning is enough. */
  isCut: boolean;
}

/**
 * A request to an address that a stranger may steer (SSRF): https unless http is allowed, no user, no redirects, and no connection to
 * an address that may not be dialled. With each request names are resolved and looked at once, and the connection goes to the very
 * addresses that were looked at, or went there before (`kept`); if one of them may not be dialled, none is.
 */
export class GuardedFetch {
  constructor(private readonly options: GuardedFetchOptions) {}

  /** @throws {Error} on whatever keeps the whole answer from coming; the message names no address */
  async get(address: string): Promise<GuardedAnswer> {
    const { status, body } = await this.ask(address, { method: 'GET', headers: { accept: '*/*' }, isCut: false });
    return { status, body };
  }

  /**
   * The answer counts from its status on: of its body there is as much as came, up to `maxBytes`. Over kept connections it may be
   * posted twice: when one that was closed meanwhile is found out by it.
   * @throws {Error} on whatever keeps the status from coming; the message names no address
   */
  post(address: string, { headers, body, signal }: GuardedPost): Promise<GuardedPostAnswer> {
    return this.ask(address, { method: 'POST', headers, body, isCut: true, ...(signal && { signal }) });
  }

  private async ask(address: string, asked: Asked): Promise<GuardedPostAnswer> {
    const url = this.allowed(address);
    return endWithin(this.options.withinMs, asked.signal, async (signal) => {
      const addresses = await this.addressesOf(url, signal);
      return this.exchange(url, addresses, { ...asked, signal }, this.options.kept);
    });
  }

  private exchange(
    url: URL,
    addresses: readonly LookupAddress[],
    asked: Asked,
    kept: KeptConnections | undefined,
  ): Promise<GuardedPostAnswer> {
    const { method, headers, body, signal, isCut } = asked;
    const { maxBytes, ca } = this.options;
    const isPlain = url.protocol === 'http:';
    return new Promise((resolve, reject) => {
      const options = {
        method,
        agent: (isPlain ? kept?.http : kept?.https) ?? (false as const),
        lookup: lookupOf(addresses),
        judged: addresses
          .map((one) => one.address)
          .sort()
          .join(),
        ...(signal && { signal }),
        headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      };
      let isAnswered = false;
      let fail: (error: Error) => void = reject;
      const receive = (answer: IncomingMessage): void => {
        isAnswered = true;
        const pieces: Buffer[] = [];
        let size = 0;
        const done = (): void => {
          const bytes = Buffer.concat(pieces).subarray(0, maxBytes);
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes });
        };
        if (isCut) fail = done;
        answer
          .on('data', (piece: Buffer) => {
            size += piece.length;
            pieces.push(piece);
            if (size <= maxBytes) return;
            fail(new Error('The answer is too large.'));
            outgoing.destroy();
          })
          .on('end', () => {
            if (answer.complete) done();
          })
          .on('error', (error) => {
            fail(error);
          });
      };
      const outgoing = isPlain
        ? requestHttp(url, options, receive)
        : requestHttps(url, { ...options, ...(ca !== undefined && { ca }) }, receive);
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        const wasClosed = outgoing.reusedSocket && !isAnswered && CLOSED.has(error.code ?? '');
        if (wasClosed) resolve(this.exchange(url, addresses, asked, undefined));
        else fail(error);
      });
      outgoing.end(body);
    });
  }

  /** All addresses of the host. @throws ForbiddenAddressError where one of them may not be dialled, what the look-up says */
  private async addressesOf(url: URL, signal: AbortSignal): Promise<LookupAddress[]> {
    const port = Number(url.port) || (url.protocol === 'http:' ? 80 : 443);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    // A literal is not looked up.
    const family = isIP(host);
    const addresses = family === 0 ? await this.look(host, signal) : [{ address: host, family }];
    const mayBeDialled = addresses.length > 0 && addresses.every(({ address }) => this.options.permits(address, port));
    if (!mayBeDialled) throw new ForbiddenAddressError();
    return addresses;
  }

  private look(host: string, signal: AbortSignal): Promise<LookupAddress[]> {
    const lookup = this.options.lookup ?? systemLookup;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        reject(signal.reason as Error);
      };
      if (signal.aborted) {
        giveUp();
        return;
      }
      signal.addEventListener('abort', giveUp);
      lookup(host, { all: true }, (error, addresses) => {
        signal.removeEventListener('abort', giveUp);
        if (error === null) resolve(addresses);
        else reject(error);
      });
    });
  }

  private allowed(address: string): URL {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol === 'http:' && this.options.allowHttp !== true) throw new HttpNotAllowedError();
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new Error('Only https addresses are fetched.');
    if (url.username !== '' || url.password !== '') throw new Error('An address with a user in it is not fetched.');
    return url;
  }
}

/** Finds what was found before. */
function lookupOf(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = addresses;
    if (all === true || first === undefined) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };
}
