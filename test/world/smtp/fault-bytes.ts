import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';

/** What a faulty server writes at once; the caller then keeps silent. */
export const FAULT_BYTES = {
  garbage: (): Buffer => Buffer.concat([randomBytes(64), Buffer.from('\n')]),
  http: (): Buffer => Buffer.from('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
  tls: (): Buffer => Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x0a]),
  half_line: (): Buffer => Buffer.from('250 2.1'),
};

/** Writes `piece` again and again, as fast as the peer reads, until the socket closes. */
export function writeForEver(socket: Socket, piece: string): void {
  const chunk = piece.repeat(Math.ceil(16_384 / piece.length));
  const again = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', again);
  again();
}
