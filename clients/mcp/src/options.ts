import { parseArgs } from 'node:util';

export interface HttpOptions {
  host: string;
  port: number;
  /** Names by which it is asked for, beside those of this machine. */
  allowedHosts: string[];
  /** Pages that may ask it, as `https://agents.example.org`. */
  allowedOrigins: string[];
  /** What callers must carry as their bearer token; null: nothing, on this machine alone. */
  secret: string | null;
}

export interface Options {
  service: { url: string; token: string; organization?: string | undefined };
  /** null: it speaks on standard input and output. */
  http: HttpOptions | null;
}

/** What can't be run as it is asked for, in a sentence. */
export class OptionsError extends Error {}

export const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

export const HELP = `Usage: evs-mcp [--http [--port 8931] [--host 127.0.0.1] [--allow-host name]… [--allow-origin url]…]

Lets agents check e-mail addresses, by the Model Context Protocol: on standard input and output, or with --http by
streamable HTTP at /mcp.

Environment: EVS_TOKEN (a token with validate:single, validate:batch, credits:read), EVS_URL (http://127.0.0.1:3000),
EVS_ORGANIZATION, EVS_MCP_SECRET (with --http: what callers carry as "Authorization: Bearer …").
`;

/** @returns null: the help is asked for. @throws OptionsError */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options | null {
  const given = parse(args);
  if (given.help === true) return null;
  const { EVS_TOKEN: token = '', EVS_URL: url = '', EVS_ORGANIZATION: organization = '', EVS_MCP_SECRET = '' } = env;
  if (token === '') throw new OptionsError('Set EVS_TOKEN to a token of the service.');
  const service = {
    url: url === '' ? 'http://127.0.0.1:3000' : url,
    token,
    organization: organization === '' ? undefined : organization,
  };
  if (given.http !== true) return { service, http: null };
  const { host = '127.0.0.1' } = given;
  const port = Number(given.port ?? 8931);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new OptionsError('The port is a number up to 65535.');
  const secret = EVS_MCP_SECRET === '' ? null : EVS_MCP_SECRET;
  if (secret === null && !LOOPBACK.includes(host) && host !== '::1') {
    throw new OptionsError(`Whoever reaches ${host} could spend your credits: set EVS_MCP_SECRET first.`);
  }
  const allowedHosts = given['allow-host'] ?? [];
  return { service, http: { host, port, allowedHosts, allowedOrigins: given['allow-origin'] ?? [], secret } };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        http: { type: 'boolean' },
        host: { type: 'string' },
        port: { type: 'string' },
        'allow-host': { type: 'string', multiple: true },
        'allow-origin': { type: 'string', multiple: true },
      },
    }).values;
  } catch (error) {
    throw new OptionsError(`${(error as Error).message.split('. To ')[0] ?? ''}. --help shows how.`);
  }
}
