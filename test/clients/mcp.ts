import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { eventually } from '../support/eventually';
import { root } from './package';

export const PROGRAM = join(root, 'clients', 'mcp', 'dist', 'evs-mcp.js');
export const PATH = process.env['PATH'] ?? '';

/** The server by HTTP, as a process of its own. */
export class McpHttpServer {
  said = '';
  private constructor(private readonly child: ChildProcess) {
    child.stderr?.on('data', (bytes: Buffer) => (this.said += bytes.toString()));
  }

  static async start(env: Record<string, string>, ...args: string[]): Promise<McpHttpServer> {
    const all = [PROGRAM, '--http', '--port', '0', ...args];
    const server = new McpHttpServer(spawn(process.execPath, all, { env: { PATH, ...env }, stdio: 'pipe' }));
    await eventually('it listens', () => server.said.includes('\n'));
    return server;
  }

  get url(): URL {
    return new URL(/Listens on (\S+)/.exec(this.said)?.[1] ?? '');
  }

  async stop(): Promise<number> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    return (await ended)[0] as number;
  }
}

export const byStdio = (env: Record<string, string>): Transport =>
  new StdioClientTransport({ command: process.execPath, args: [PROGRAM], env: { PATH, ...env } });

export const byHttp = (url: URL, headers: Record<string, string> = {}): Transport =>
  new StreamableHTTPClientTransport(url, { requestInit: { headers } });

/** Those who use the server: programs of an agent. */
export class Agents {
  private readonly opened: Client[] = [];

  async connect(transport: Transport): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    this.opened.push(client);
    // So the client checks what tools answer by their schemas.
    await client.listTools();
    return client;
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((client) => client.close()));
  }
}

export async function call(client: Client, name: string, args: object = {}) {
  const result = await client.callTool({ name, arguments: { ...args } });
  const texts = (result.content as { text: string }[]).map(({ text }) => text);
  return { isError: result.isError === true, is: (result.structuredContent ?? {}) as Record<string, unknown>, texts };
}
