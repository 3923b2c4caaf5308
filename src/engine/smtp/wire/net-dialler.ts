import { connect, isIP, type Socket } from 'node:net';
import { isOutOfResources } from '../../out-of-resources';
import type { Dialler } from '../../ports';
import { DialError } from './dial-error';

/** Connects straight to an address. A name is refused: nothing is resolved here. */
export class NetDialler implements Dialler {
  async dial(address: string, port: number, signal: AbortSignal): Promise<Socket> {
    if (isIP(address) === 0) throw new DialError('unreachable', 'smtp');
    return connectTo(address, port, signal, 'smtp');
  }
}

/** A connected socket, or a `DialError` of `layer`: its `timeout` means that `signal` was aborted before. */
export async function connectTo(
  host: string,
  port: number,
  signal: AbortSignal,
  layer: DialError['layer'],
): Promise<Socket> {
  if (signal.aborted) throw new DialError('timeout', layer);
  const socket = connect({ host, port, noDelay: true });
  return new Promise<Socket>((resolve, reject) => {
    const settle = (): void => {
      signal.removeEventListener('abort', onAbort);
      socket.off('connect', onConnect).off('error', onError);
    };
    const fail = (error: DialError): void => {
      settle();
      socket.on('error', () => undefined).destroy();
      reject(error);
    };
    const onConnect = (): void => {
      settle();
      resolve(socket);
    };
    const onError = (cause: NodeJS.ErrnoException): void => {
      fail(new DialError(kindOf(cause.code), layer, { cause }));
    };
    const onAbort = (): void => {
      fail(new DialError('timeout', layer));
    };
    socket.once('connect', onConnect).once('error', onError);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

function kindOf(code: string | undefined): DialError['kind'] {
  if (isOutOfResources(code)) return 'out_of_resources';
  if (code === 'ETIMEDOUT') return 'timeout';
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE' ? 'refused' : 'unreachable';
}
