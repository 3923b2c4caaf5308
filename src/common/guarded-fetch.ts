import { lookup as systemLookup } from 'node:dns';
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

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
  /** Only for tests: a certificate that nobody else trusts. */
  readonly ca?: string;
}

/** How names become addresses: as `dns.lookup` with `all`. */
export type Lookup = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
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

/** A host has an address that may not be dialled. */
export class ForbiddenAddressError extends Error {
  constructor() {
    super('The host has an address that may not be dialled.');
  }
}

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
 * an address that may not be dialled. Names are resolved and looked at once, and the connection goes to the very addresses that were
 * looked at; if one of them may not be dialled, none is.
 */
export class GuardedFetch {
  constructor(private readonly options: GuardedFetchOptions) {}

  /** @throws {Error} on whatever keeps the whole answer from coming; the message names no address */
  async get(address: string): Promise<GuardedAnswer> {
    const { status, body } = await this.ask(address, { method: 'GET', headers: { accept: '*/*' }, isCut: false });
    return { status, body };
  }

  /**
   * The answer counts from its status on: of its body there is as much as came, up to `maxBytes`.
   * @throws {Error} on whatever keeps the status from coming; the message names no address
   */
  post(address: string, { headers, body, signal }: GuardedPost): Promise<GuardedPostAnswer> {
    return this.ask(address, { method: 'POST', headers, body, isCut: true, ...(signal && { signal }) });
  }

  private async ask(address: string, { method, headers, body, signal, isCut }: Asked): Promise<GuardedPostAnswer> {
    const url = this.allowed(address);
    const { withinMs, maxBytes, ca } = this.options;
    const port = Number(url.port) || (url.protocol === 'http:' ? 80 : 443);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    // A literal is not looked up.
    if (isIP(host) !== 0) this.require([host], port);
    const late = AbortSignal.timeout(withinMs);
    return new Promise((resolve, reject) => {
      const options = {
        method,
        agent: false,
        lookup: this.lookup(port),
        signal: signal ? AbortSignal.any([late, signal]) : late,
        headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      } as const;
      let fail: (error: Error) => void = reject;
      const receive = (answer: IncomingMessage): void => {
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
      const outgoing =
        url.protocol === 'http:'
          ? requestHttp(url, options, receive)
          : requestHttps(url, { ...options, ...(ca !== undefined && { ca }) }, receive);
      outgoing.on('error', (error) => {
        fail(error);
      });
      outgoing.end(body);
    });
  }

  private lookup(port: number): LookupFunction {
    return (hostname, { all }, done) => {
      const lookup = this.options.lookup ?? systemLookup;
      lookup(hostname, { all: true }, (error, addresses) => {
        const fault = error ?? this.faultOf(addresses, port);
        const [first] = addresses;
        if (fault || !first) done(fault, []);
        else if (all) done(null, addresses);
        else done(null, first.address, first.family);
      });
    };
  }

  private faultOf(addresses: readonly { address: string }[], port: number): Error | null {
    try {
      this.require(
        addresses.map(({ address }) => address),
        port,
      );
      return null;
    } catch (fault) {
      return fault as Error;
    }
  }

  /** @throws ForbiddenAddressError */
  private require(addresses: readonly string[], port: number): void {
    const mayBeDialled = addresses.length > 0 && addresses.every((address) => this.options.permits(address, port));
    if (!mayBeDialled) throw new ForbiddenAddressError();
  }

  private allowed(address: string): URL {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && this.options.allowHttp === true);
    if (url === undefined || !isAllowed) throw new Error('Only https addresses are fetched.');
    if (url.username !== '' || url.password !== '') throw new Error('An address with a user in it is not fetched.');
    return url;
  }
}
