import { once } from 'node:events';
import {
  createServer as createHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

export type Answering = (response: ServerResponse, webhook: ReceivedWebhook, request: IncomingMessage) => void;

/** A receiver of webhooks: what came is kept, and answered as the test says. */
export class Receiver {
  readonly received: ReceivedWebhook[] = [];
  /** TCP connections that were accepted. */
  knocks = 0;
  answer: Answering = (response) => {
    response.writeHead(204).end();
  };

  private constructor(
    private readonly server: ReturnType<typeof createHttp>,
    readonly origin: string,
    readonly port: number,
  ) {}

  static async start(
    options: { host?: string; port?: number; tls?: { key: string; cert: string } } = {},
  ): Promise<Receiver> {
    const { host = '127.0.0.1', port = 0, tls } = options;
    const handle = (request: IncomingMessage, response: ServerResponse): void => {
      receiver.take(request, response);
    };
    const server = tls === undefined ? createHttp(handle) : createHttps(tls, handle);
    server.listen(port, host);
    await once(server, 'listening');
    const { port: bound } = server.address() as AddressInfo;
    const receiver = new Receiver(server, `${tls === undefined ? 'http' : 'https'}://${host}:${bound}`, bound);
    server.on('connection', () => {
      receiver.knocks += 1;
    });
    return receiver;
  }

  of(type: string): ReceivedWebhook[] {
    return this.received.filter(({ event }) => event.type === type);
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
      const body = Buffer.concat(pieces).toString('utf8');
      const event = JSON.parse(body) as ReceivedWebhook['event'];
      const webhook = { headers: request.headers, body, path: request.url ?? '', event };
      this.received.push(webhook);
      this.answer(response, webhook, request);
    });
  }
}
