import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

const PORT_ATTEMPTS = 20;

/** Answers one message; `bytes` null ends the exchange (over TCP, the connection). */
export type Answerer = (message: Buffer, transport: 'udp' | 'tcp', clientPort: number, reply: Reply) => void;
export type Reply = (bytes: Buffer | null, options?: { otherPort?: boolean }) => void;

/** DNS transport on one loopback port: UDP, and TCP with its two-octet length. */
export class LoopbackSockets {
  private readonly connections = new Set<Socket>();

  private constructor(
    private readonly udp: UdpSocket,
    private readonly tcp: Server,
    private readonly stranger: UdpSocket,
    readonly port: number,
    answer: Answerer,
  ) {
    udp.on('message', (message, client) => {
      answer(message, 'udp', client.port, (bytes, options) => {
        if (bytes !== null) this.send(options?.otherPort === true ? stranger : udp, bytes, client);
      });
    });
    tcp.on('connection', (connection) => {
      this.serve(connection, answer);
    });
  }

  /** Port 0 takes any port that is free for both. */
  static async open(host: string, port: number, answer: Answerer): Promise<LoopbackSockets> {
    for (let attempt = 1; ; attempt++) {
      const udp = createSocket('udp4');
      const tcp = createServer();
      const stranger = createSocket('udp4');
      try {
        udp.bind(port, host);
        await once(udp, 'listening');
        tcp.listen(udp.address().port, host);
        await once(tcp, 'listening');
        stranger.bind(0, host);
        await once(stranger, 'listening');
        return new LoopbackSockets(udp, tcp, stranger, udp.address().port, answer);
      } catch (error) {
        udp.close();
        stranger.close();
        tcp.close();
        if (port !== 0 || attempt === PORT_ATTEMPTS) throw error;
      }
    }
  }

  async close(): Promise<void> {
    for (const connection of this.connections) connection.destroy();
    const closed = [once(this.udp, 'close'), once(this.stranger, 'close'), once(this.tcp, 'close')];
    this.udp.close();
    this.stranger.close();
    this.tcp.close();
    await Promise.all(closed);
  }

  private send(socket: UdpSocket, bytes: Buffer, client: RemoteInfo): void {
    // A client that has gone is no fault of the server's.
    socket.send(bytes, client.port, client.address, () => undefined);
  }

  private serve(connection: Socket, answer: Answerer): void {
    this.connections.add(connection);
    connection.on('close', () => this.connections.delete(connection));
    connection.on('error', () => {
      connection.destroy();
    });
    let received = Buffer.alloc(0);
    connection.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0);
        const message = received.subarray(2, end);
        received = received.subarray(end);
        answer(message, 'tcp', connection.remotePort ?? 0, (bytes) => {
          if (bytes === null) connection.destroy();
          else connection.write(withLength(bytes));
        });
      }
    });
  }
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
