import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Reply field of RFC 1928 6. */
export type SocksReply = 'granted' | 'failure' | 'not_allowed' | 'network_unreachable' | 'host_unreachable' | 'refused';

const REPLY_CODES: Record<SocksReply, number> = {
  granted: 0,
  failure: 1,
  not_allowed: 2,
  network_unreachable: 3,
  host_unreachable: 4,
  refused: 5,
};

/** A SOCKS5 proxy on loopback (RFC 1928, no authentication): connects where it is told to, or answers as scripted. */
export class ScriptedSocksProxy {
  /** `address:port` of every CONNECT; a name asked for is `name:…`. */
  readonly asked: string[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    public reply: SocksReply | 'silence' | 'garbage',
  ) {}

  static async start(reply: SocksReply | 'silence' | 'garbage' = 'granted'): Promise<ScriptedSocksProxy> {
    const server = createServer();
    const proxy = new ScriptedSocksProxy(server, reply);
    server.on('connection', (socket) => {
      proxy.keep(socket);
      socket.once('data', () => {
        socket.write(proxy.reply === 'garbage' ? 'HTTP/1.1 400 no\r\n\r\n' : Buffer.from([5, 0]));
        socket.once('data', (request: Buffer) => {
          proxy.connect(socket, request);
        });
      });
    });
    await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      this.server.close(() => {
        resolve();
      });
    });
  }

  private connect(client: Socket, request: Buffer): void {
    const isIpv4 = request[3] === 1;
    const host = isIpv4
      ? [...request.subarray(4, 8)].join('.')
      : `name:${request.toString('latin1', 5, request.length - 2)}`;
    const port = request.readUInt16BE(request.length - 2);
    this.asked.push(`${host}:${port}`);
    if (this.reply === 'silence' || this.reply === 'garbage') return;
    const answer = Buffer.from([5, REPLY_CODES[this.reply], 0, 1, 0, 0, 0, 0, 0, 0]);
    if (this.reply !== 'granted') {
      client.end(answer);
      return;
    }
    const peer = connect({ host, port }, () => {
      client.write(answer);
      client.pipe(peer).pipe(client);
    });
    this.keep(peer);
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket));
  }
}
