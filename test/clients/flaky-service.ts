import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a request fails: an answer, or a connection that breaks before or after the effect was made; `silence`: no answer. */
export type Fault =
  { status: number; headers?: Record<string, string>; body?: unknown } | 'reset' | 'reset-after-effect' | 'silence';

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

/**
 * Stands in for the service where it fails: the next requests meet the faults that the test lists, all others are done.
 * What creates something is done once for an `Idempotency-Key`, as the service does it.
 */
export class FlakyService {
  readonly seen: SeenRequest[] = [];
  faults: Fault[] = [];
  /** What a request that is done is answered with. */
  answer: unknown = {};
  private readonly done = new Set<string>();
  /** Effects made without a key. */
  private unkeyed = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FlakyService> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const flaky = new FlakyService(server);
    server.on('request', (request, response) => {
      flaky.take(request, response);
    });
    return flaky;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** How many things were created. */
  get effects(): number {
    return this.done.size + this.unkeyed;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body = Buffer.concat(pieces).toString('utf8');
      this.seen.push({ method, path: url, headers, body, at: Date.now() });
      const fault = this.faults.shift();
      if (fault === 'silence') return;
      if (fault === 'reset') {
        request.socket.resetAndDestroy();
        return;
      }
      if (typeof fault === 'object') {
        const { status, headers: extra = {}, body: said = { message: `Scripted ${status}.` } } = fault;
        response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-ID': 'req-1', ...extra });
        response.end(typeof said === 'string' ? said : JSON.stringify(said));
        return;
      }
      const key = headers['idempotency-key'];
      if (method === 'POST' && typeof key === 'string') this.done.add(key);
      else if (method === 'POST') this.unkeyed += 1;
      if (fault === 'reset-after-effect') {
        request.socket.resetAndDestroy();
        return;
      }
      response.writeHead(200, { 'Content-Type': 'application/json', 'X-Request-ID': 'req-2' });
      response.end(JSON.stringify(this.answer));
    });
  }
}
