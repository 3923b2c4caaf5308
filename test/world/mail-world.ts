import { ScriptedDnsServer } from './dns/scripted-dns-server';
import type { ZoneEntry, Zones } from './dns/zone';
import { ForbiddenListener } from './forbidden-listener';
import type { Scenario } from './scenario';
import { SCENARIOS } from './scenarios';
import { ScriptedSmtpServer } from './smtp/scripted-smtp-server';

/** Mail hosts live here: `SMTP_ALLOW_CIDRS` names no more than this. */
const ALLOWED = '127.1.0.0/16';
/** Not all in one /24, as sessions are counted by it. */
const HOSTS_A_NETWORK = 10;
const ATTEMPTS_TO_FIND_A_PORT = 20;

/**
 * A small internet on loopback: a scripted DNS server, and a scripted mail server for each host of the scenarios, all on
 * one port of different addresses of 127.0.0.0/8.
 *
 *     const world = await MailWorld.start();
 *     const service = await TestService.start(setUp, world.env());
 *     … each of `world.scenarios` has an address to ask about, and the right answer …
 *     await world.stop();
 */
export class MailWorld {
  private constructor(
    readonly scenarios: readonly Scenario[],
    readonly dns: ScriptedDnsServer,
    readonly dnsPort: number,
    readonly smtpPort: number,
    private readonly servers: ReadonlyMap<string, ScriptedSmtpServer>,
    private readonly forbidden: ForbiddenListener,
  ) {}

  static async start(scenarios: readonly Scenario[] = SCENARIOS): Promise<MailWorld> {
    const { servers, port } = await startServers(scenarios);
    const forbidden = await ForbiddenListener.start(port);
    const dns = new ScriptedDnsServer({ zones: zonesOf(scenarios, servers) });
    const { port: dnsPort } = await dns.start();
    return new MailWorld(scenarios, dns, dnsPort, port, servers, forbidden);
  }

  /** What the service needs in its environment to live in this world. Time limits are short, but not for a busy machine. */
  env(): Record<string, string> {
    return {
      DNS_SERVERS: `127.0.0.1:${this.dnsPort}`,
      SMTP_PORT: String(this.smtpPort),
      SMTP_ALLOW_CIDRS: ALLOWED,
      SMTP_HELO_NAME: 'probe.test',
      SMTP_CONNECT_TIMEOUT_MS: '4000',
      SMTP_COMMAND_TIMEOUT_MS: '4000',
      VALIDATION_TIMEOUT_MS: '15000',
    };
  }

  scenario(name: string): Scenario {
    const found = this.scenarios.find((scenario) => scenario.name === name);
    if (found === undefined) throw new Error(`There is no scenario "${name}".`);
    return found;
  }

  /** The mail server behind a host name. */
  server(host: string): ScriptedSmtpServer {
    const server = this.servers.get(host);
    if (server === undefined) throw new Error(`No scenario has a mail host ${host}.`);
    return server;
  }

  get allServers(): ScriptedSmtpServer[] {
    return [...this.servers.values()];
  }

  /** Connections to the address where nobody may connect. */
  get forbiddenKnocks(): number {
    return this.forbidden.knocks;
  }

  get openSessions(): number {
    return this.allServers.reduce((sum, server) => sum + server.openSessions, 0);
  }

  async stop(): Promise<void> {
    await Promise.all([this.dns.stop(), this.forbidden.stop(), ...this.allServers.map((server) => server.stop())]);
  }
}

/** The port of the first server is free there; where another process has it elsewhere on loopback, another is tried. */
async function startServers(
  scenarios: readonly Scenario[],
): Promise<{ servers: Map<string, ScriptedSmtpServer>; port: number }> {
  const hosts = scenarios.flatMap((scenario) => Object.entries(scenario.hosts));
  for (let attempt = 1; ; attempt += 1) {
    const servers = new Map<string, ScriptedSmtpServer>();
    let port = 0;
    try {
      for (const [index, [name, script]] of hosts.entries()) {
        if (servers.has(name)) throw new Error(`Two scenarios have a mail host ${name}.`);
        const host = `127.1.${Math.floor(index / HOSTS_A_NETWORK)}.${(index % HOSTS_A_NETWORK) + 1}`;
        const server = await ScriptedSmtpServer.start({ name, greeting: `220 ${name} ESMTP`, ...script, host, port });
        servers.set(name, server);
        port = server.port;
      }
      return { servers, port };
    } catch (error) {
      await Promise.all([...servers.values()].map((server) => server.stop()));
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === ATTEMPTS_TO_FIND_A_PORT) throw error;
    }
  }
}

function zonesOf(scenarios: readonly Scenario[], servers: ReadonlyMap<string, ScriptedSmtpServer>): Zones {
  const zones: Record<string, ZoneEntry | readonly ZoneEntry[]> = {};
  for (const [name, server] of servers) zones[name] = { a: [server.host] };
  for (const scenario of scenarios) {
    for (const [name, entry] of Object.entries(scenario.zones)) {
      const made = zones[name];
      // An implicit MX: the domain is its own mail host, and what the scenario says of it comes on top.
      zones[name] = made === undefined || 'length' in entry || 'length' in made ? entry : { ...made, ...entry };
    }
  }
  return zones;
}
