import { lookup as systemLookup } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** Where a stranger may send us, and how much of it we read. */
export interface GuardedFetchOptions {
  /** Whether an address may be dialled: asked with every address of the host, at the moment of connecting. */
  readonly permits: (address: string) => boolean;
  /** From the first step to the last byte. */
  readonly withinMs: number;
  /** Of the body. */
  readonly maxBytes: number;
  /** Only for tests: names that no resolver knows, and a certificate that nobody else trusts. */
  readonly lookup?: typeof systemLookup;
  readonly ca?: string;
}

export interface GuardedAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * A request to an address that a stranger may steer (SSRF): https only, no user, no redirects, and no connection to an address that is
 * not public. Names are resolved and looked at once, and the connection goes to the very addresses that were looked at; if one of
 * them may not be dialled, none is.
 */
export class GuardedFetch {
  constructor(private readonly options: GuardedFetchOptions) {}

  /** @throws {Error} on whatever keeps the whole answer from coming; the message names no address */
  async get(address: string): Promise<GuardedAnswer> {
    const url = allowed(address);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    // A literal is not looked up.
    const fault = isIP(host) === 0 ? null : this.faultOf([host]);
    if (fault) throw fault;
    const { withinMs, ca } = this.options;
    return new Promise((resolve, reject) => {
      const outgoing = request(
        url,
        {
          method: 'GET',
          agent: false,
          lookup: this.lookup,
          signal: AbortSignal.timeout(withinMs),
          headers: { accept: '*/*' },
          ...(ca !== undefined && { ca }),
        },
        (answer) => {
          const pieces: Buffer[] = [];
          let size = 0;
          answer
            .on('data', (piece: Buffer) => {
              size += piece.length;
              pieces.push(piece);
              if (size <= this.options.maxBytes) return;
              reject(new Error('The answer is too large.'));
              outgoing.destroy();
            })
            .on('end', () => {
              if (answer.complete) resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(pieces) });
            })
            .on('error', reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end();
    });
  }

  private readonly lookup: LookupFunction = (hostname, { all }, done) => {
    const lookup = this.options.lookup ?? systemLookup;
    lookup(hostname, { all: true }, (error, addresses) => {
      const fault = error ?? this.faultOf(addresses.map(({ address }) => address));
      const [first] = addresses;
      if (fault || !first) done(fault, []);
      else if (all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

  private faultOf(addresses: readonly string[]): Error | null {
    return addresses.length > 0 && addresses.every((address) => this.options.permits(address))
      ? null
      : new Error('The host has an address that may not be dialled.');
  }
}

function allowed(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') throw new Error('Only https addresses are fetched.');
  if (url.username !== '' || url.password !== '') throw new Error('An address with a user in it is not fetched.');
  return url;
}
