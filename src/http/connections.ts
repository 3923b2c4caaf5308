import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as TlsServer } from 'node:https';
import { Server as NetServer, type Socket } from 'node:net';

/** A connection on which nothing came for so long is closed; until then a request may be on its way. */
const QUIET_MS = 1000;
const LOOK_EVERY_MS = 50;

interface Connection {
  /**
   * How many are not over, and the latest of them. No set of them: a set that is always added to and deleted from leaves
   * a trail of its former tables, which keep what they held from being collected young.
   */
  answers: number;
  latest: ServerResponse | null;
  bytesRead: number;
  quietSince: number;
}

/**
 * Ends a server without losing a request: it takes no new connection, answers what comes on the open ones with
 * `Connection: close`, and closes those that stay quiet. Node's own `close` would reset a caller who sends at that moment.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  private isClosing = false;
  private isLeaving = false;

  constructor(private readonly server: Server) {
    server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.open.set(socket, { answers: 0, latest: null, bytesRead: 0, quietSince: performance.now() });
      socket.once('close', () => this.open.delete(socket));
    });
    server.prependListener('request', (request, response) => {
      this.note(request, response);
    });
  }

  /** From now on the process is not ready: who spreads requests over several may look before the listener closes. */
  leave(): void {
    this.isLeaving = true;
  }

  get areEnding(): boolean {
    return this.isLeaving;
  }

  /**
   * Resolves when all connections have ended by themselves or been quiet; after `withinMs` the others are cut off.
   * @returns how many were cut off
   */
  async close(withinMs: number): Promise<number> {
    // Whoever closes the server as well must not close connections that are quiet for an instant only.
    this.server.closeIdleConnections = () => undefined;
    // Just after the event loop's poll phase, in which waiting connections were accepted: others are reset. `net.Server`
    // closes the listener alone. Only then may answers close connections: their callers connect anew, and must be refused.
    await new Promise(setImmediate);
    NetServer.prototype.close.call(this.server);
    this.isClosing = true;
    const started = performance.now();
    for (const connection of this.open.values()) {
      connection.quietSince = Math.max(connection.quietSince, started);
      if (connection.latest !== null) this.makeLast(connection.latest);
    }
    while (this.open.size > 0 && performance.now() - started < withinMs) {
      this.closeQuiet();
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    const left = this.open.size;
    this.server.closeAllConnections();
    return left;
  }

  private note({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.open.get(socket);
    if (connection === undefined) return;
    connection.answers += 1;
    connection.latest = response;
    if (this.isClosing) this.makeLast(response);
    response.on('close', () => {
      connection.answers -= 1;
      if (connection.latest === response) connection.latest = null;
      connection.quietSince = performance.now();
    });
  }

  private makeLast(answer: ServerResponse): void {
    if (!answer.headersSent) answer.shouldKeepAlive = false;
  }

  private closeQuiet(): void {
    const now = performance.now();
    for (const [socket, connection] of this.open) {
      if (socket.bytesRead !== connection.bytesRead) {
        connection.bytesRead = socket.bytesRead;
        connection.quietSince = now;
      }
      if (connection.answers === 0 && now - connection.quietSince >= QUIET_MS) socket.destroy();
    }
  }
}
