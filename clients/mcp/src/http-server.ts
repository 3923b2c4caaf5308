import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { LOOPBACK, type HttpOptions } from './options.js';

const PATH = '/mcp';

/** Streamable HTTP without sessions: each request has a server of its own, and nothing is kept between two. */
export async function startHttpServer(create: () => McpServer, options: HttpOptions): Promise<Server> {
  const server = createHttpServer((request, response) => {
    const refusal = refusalOf(request, options);
    if (refusal !== null) {
      refuse(response, ...refusal);
      return;
    }
    answer(create(), request, response).catch((error: unknown) => {
      process.stderr.write(`A request failed: ${String(error)}\n`);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'Something went wrong.');
    });
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return server;
}

async function answer(server: McpServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => {
    void server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

/** Status and sentence; null: it may go on. A page of the web must not speak to a server of this machine (DNS rebinding). */
function refusalOf({ headers, url = '', method }: IncomingMessage, options: HttpOptions): [number, string] | null {
  const host = headers.host?.toLowerCase() ?? '';
  const hosts = [...LOOPBACK, ...options.allowedHosts].map((name) => name.toLowerCase());
  if (!hosts.includes(host.replace(/:\d+$/, ''))) return [403, 'This is not the host that was asked for.'];
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${host}` && !options.allowedOrigins.includes(origin)) {
    return [403, 'Pages of this origin may not ask.'];
  }
  if (options.secret !== null && !isEqual(headers.authorization ?? '', `Bearer ${options.secret}`)) {
    return [401, 'The bearer token is missing or wrong.'];
  }
  if (url.split('?')[0] !== PATH) return [404, `There is only ${PATH} here.`];
  if (method !== 'POST') return [405, 'There are no sessions here: POST alone.'];
  return null;
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const headers = { 'Content-Type': 'application/json', ...(status === 405 ? { Allow: 'POST' } : {}) };
  const error = { code: -32_000, message };
  response.writeHead(status, headers).end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
}

/** In a time that tells nothing of where they differ. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
