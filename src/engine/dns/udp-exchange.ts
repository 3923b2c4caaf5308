import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { decodeReply } from './dns-message';
import { ABORTED, errorOf, MALFORMED, type Exchange, type ExchangeRequest } from './dns-exchange';

/** So many datagrams that match no query end the exchange: somebody is guessing ids (RFC 5452 9.1). */
const MAX_STRAYS = 16;

/**
 * Asks over UDP from a fresh socket, so from a port that nobody can guess (RFC 5452 9.2). The socket is connected:
 * the kernel drops what comes from any other address or port, and a closed port is an error at once.
 */
export function exchangeUdp({ server, query, timeoutMs, signal }: ExchangeRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    const family = isIPv6(server.address) ? 6 : 4;
    const socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      // The address is no name: keep the thread pool out of it.
      lookup: (address, _options, done) => {
        done(null, address, family);
      },
    });
    let strays = 0;
    let ended = false;
    const end = (outcome: Exchange): void => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      socket.close();
      resolve(outcome);
    };
    const abort = (): void => {
      end(ABORTED);
    };
    // A server that sent only wrong replies is broken; one that sent none is slow.
    const timer = setTimeout(() => {
      end(strays > 0 ? MALFORMED : { kind: 'timeout' });
    }, timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      end(errorOf(error));
    });
    socket.on('message', (message) => {
      const reply = decodeReply(message, query);
      if (reply === null) {
        strays += 1;
        if (strays >= MAX_STRAYS) end(MALFORMED);
      } else {
        end(reply.kind === 'malformed' ? MALFORMED : reply);
      }
    });
    socket.connect(server.port, server.address, () => {
      if (!ended) socket.send(query.bytes);
    });
  });
}
