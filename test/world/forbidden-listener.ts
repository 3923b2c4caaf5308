import { createServer, type Server } from 'node:net';

/** Nobody may connect here: domains that point at somebody's inside point at this address. */
export const FORBIDDEN_ADDRESS = '127.9.0.1';

/** Takes connections, counts them, and closes them. */
export class ForbiddenListener {
  knocks = 0;

  private constructor(private readonly server: Server) {}

  static async start(port: number): Promise<ForbiddenListener> {
    const server = createServer();
    const listener = new ForbiddenListener(server);
    server.on('connection', (socket) => {
      listener.knocks += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ host: FORBIDDEN_ADDRESS, port }, resolve);
    });
    return listener;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(() => {
        resolve();
      });
    });
  }
}
