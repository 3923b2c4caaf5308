import { isIP, type Socket } from 'node:net';
import { SocksClient, type SocksProxy } from 'socks';
import type { Dialler } from '../../ports';
import { DialError } from './dial-error';
import { connectTo } from './net-dialler';

/** The operator's SOCKS5 proxy (RFC 1928, RFC 1929). */
export interface ProxyAddress {
  /** Name or address; the operator's own, so a name may be resolved. */
  host: string;
  port: number;
  userName?: string;
  password?: string;
}

/** The signal bounds the dial; the library's own timer must never be first. */
const NO_TIMEOUT_MS = 600_000;

/** What the proxy says about the peer (RFC 1928 6): the answer to the question, not a fault of the proxy. */
const ABOUT_THE_PEER: readonly (readonly [string, DialError['kind']])[] = [
  ['ConnectionRefused', 'refused'],
  ['HostUnreachable', 'unreachable'],
  ['NetworkUnreachable', 'unreachable'],
  ['TTLExpired', 'timeout'],
];

/** Connects through a SOCKS5 proxy, which is given the vetted address and never a name: it has nothing to resolve. */
export class SocksDialler implements Dialler {
  constructor(private readonly proxy: ProxyAddress) {}

  async dial(address: string, port: number, signal: AbortSignal): Promise<Socket> {
    if (isIP(address) === 0) throw new DialError('unreachable', 'smtp');
    const socket = await connectTo(this.proxy.host, this.proxy.port, signal, 'proxy');
    const abort = (): void => {
      socket.destroy();
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      const established = await SocksClient.createConnection({
        proxy: this.socksProxy(),
        command: 'connect',
        destination: { host: address, port },
        timeout: NO_TIMEOUT_MS,
        existing_socket: socket,
      });
      return established.socket;
    } catch (cause) {
      socket.destroy();
      // A proxy that has answered the SOCKS greeting is still connecting: the peer is slow. One that never did is down.
      if (signal.aborted) throw new DialError('timeout', socket.bytesRead > 0 ? 'smtp' : 'proxy');
      throw dialErrorOf(cause);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  private socksProxy(): SocksProxy {
    const { host, port, userName, password } = this.proxy;
    return {
      host,
      port,
      type: 5,
      ...(userName !== undefined && { userId: userName, password: password ?? '' }),
    };
  }
}

function dialErrorOf(cause: unknown): DialError {
  const message = cause instanceof Error ? cause.message : '';
  const aboutPeer = ABOUT_THE_PEER.find(([words]) => message.endsWith(words));
  return aboutPeer ? new DialError(aboutPeer[1], 'smtp', { cause }) : new DialError('unreachable', 'proxy', { cause });
}
