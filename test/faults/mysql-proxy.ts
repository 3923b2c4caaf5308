import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Cut, Faults } from './faults';

/** A statement that comes late comes this much later than its sender lost the connection. */
const LATE_MS = 100;
/** The server's side of a connection that was cut is kept until it has answered, and for no longer than this. */
const LINGER_MS = 2000;
const QUERY = 0x03;

interface Plan {
  statement: number;
  cut: Cut;
  like: RegExp;
  forLong: boolean;
}

/** Stands in front of a MySQL server and cuts a connection at a statement, in one of seven ways. */
export class MysqlProxy implements Faults {
  readonly cuts: readonly Cut[] = ['before', 'within', 'late', 'unended', 'unheard', 'unanswered', 'half-answered'];
  private plan: Plan | null = null;
  private seen = 0;
  private isCut = false;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  /** @param url of a database; the proxy dials its host and port */
  static async start(url: string): Promise<MysqlProxy> {
    const server = createServer();
    const proxy = new MysqlProxy(server, new URL(url));
    server.on('connection', (client: Socket) => {
      proxy.join(client);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** The address of the same database by way of the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  arm(statement: number, cut: Cut, like = /./s, forLong = false): void {
    this.plan = { statement, cut, like, forLong };
    this.seen = 0;
    this.isCut = false;
  }

  disarm(): boolean {
    this.plan = null;
    return this.isCut;
  }

  async stop(): Promise<void> {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await once(this.server, 'close');
  }

  private join(client: Socket): void {
    if (this.isCut && this.plan?.forLong === true) {
      client.destroy();
      return;
    }
    const server = connect({ host: this.target.hostname, port: Number(this.target.port || 3306) });
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => this.sockets.delete(socket));
    }
    let fault: Cut | null = null;
    const close = (): void => {
      client.destroy();
      server.destroy();
    };
    server.on('data', (bytes: Buffer) => {
      if (fault === null) {
        client.write(bytes);
        return;
      }
      if (fault === 'half-answered') client.end(bytes.subarray(0, Math.ceil(bytes.length / 2)));
      close();
    });
    server.once('close', close);
    client.once('close', () => {
      if (fault === null) close();
      else setTimeout(close, LINGER_MS).unref();
    });
    const forward = new Statements((packet, sql) => {
      if (fault !== null) return;
      if (sql !== null && this.isMeant(sql)) {
        fault = this.plan?.cut ?? 'before';
        if (this.plan?.forLong === true) this.dropOthers(client, server);
        cutAt(fault, packet, client, server, close);
      } else if (this.isCut && this.plan?.cut === 'unended' && sql?.startsWith('KILL') === true) {
        setTimeout(() => server.write(packet), 2 * LATE_MS);
      } else server.write(packet);
    });
    client.on('data', (bytes: Buffer) => {
      forward.take(bytes);
    });
  }

  private isMeant(sql: string): boolean {
    if (this.plan === null || this.isCut || !this.plan.like.test(sql)) return false;
    this.seen += 1;
    this.isCut = this.seen === this.plan.statement;
    return this.isCut;
  }

  private dropOthers(...kept: Socket[]): void {
    for (const socket of this.sockets) if (!kept.includes(socket)) socket.destroy();
  }
}

function cutAt(cut: Cut, packet: Buffer, client: Socket, server: Socket, close: () => void): void {
  if (cut === 'before') close();
  else if (cut === 'within') server.write(packet.subarray(0, Math.ceil(packet.length / 2)), close);
  else if (cut === 'late' || cut === 'unended') {
    client.destroy();
    setTimeout(() => server.write(packet), LATE_MS);
  } else if (cut === 'unheard') server.write(packet, () => client.destroy());
  // The rest is done where the answer comes in.
  else server.write(packet);
}

/** Splits what a client sends into the protocol's packets. A statement is one whose sequence starts anew. */
class Statements {
  private rest = Buffer.alloc(0);

  constructor(private readonly give: (packet: Buffer, sql: string | null) => void) {}

  take(bytes: Buffer): void {
    this.rest = Buffer.concat([this.rest, bytes]);
    while (this.rest.length >= 4) {
      const length = 4 + this.rest.readUIntLE(0, 3);
      if (this.rest.length < length) return;
      const packet = this.rest.subarray(0, length);
      this.rest = this.rest.subarray(length);
      const isQuery = packet[3] === 0 && packet[4] === QUERY;
      this.give(packet, isQuery ? packet.toString('latin1', 5, 300) : null);
    }
  }
}
