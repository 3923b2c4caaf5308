import { connect } from 'node:net';
import { decodeReply } from './dns-message';
import { ABORTED, errorOf, MALFORMED, type Exchange, type ExchangeRequest } from './dns-exchange';

/** Far beyond the 64 MX records that are read; bounds what one reply can cost. */
const MAX_REPLY_BYTES = 16_384;
const LENGTH_BYTES = 2;

/** Asks over TCP, one question a connection (RFC 7766; messages behind a two-octet length, RFC 1035 4.2.2). */
export function exchangeTcp({ server, query, timeoutMs, signal }: ExchangeRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect({ host: server.address, port: server.port });
    let received = Buffer.alloc(0);
    const end = (outcome: Exchange): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      socket.destroy();
      resolve(outcome);
    };
    const abort = (): void => {
      end(ABORTED);
    };
    const timer = setTimeout(() => {
      end({ kind: 'timeout' });
    }, timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    socket.on('error', (error) => {
      end(errorOf(error));
    });
    socket.on('close', () => {
      end({ kind: 'error', detail: 'closed' });
    });
    socket.on('connect', () => {
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt16BE(query.bytes.length);
      socket.write(Buffer.concat([length, query.bytes]));
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < LENGTH_BYTES) return;
      const length = received.readUInt16BE(0);
      if (length > MAX_REPLY_BYTES) {
        end(MALFORMED);
      } else if (received.length >= LENGTH_BYTES + length) {
        const reply = decodeReply(received.subarray(LENGTH_BYTES, LENGTH_BYTES + length), query);
        end(reply?.kind === 'reply' ? reply : MALFORMED);
      }
    });
  });
}
