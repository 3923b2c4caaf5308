import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { readConfig } from '../../src/config/env';
import { egressFromConfig } from '../../src/validation/engine-from-config';
import { eventually } from '../support/eventually';
import { makeSetUp, type SetUp } from '../support/set-ups';
import { ScriptedDnsServer } from '../world/dns/scripted-dns-server';
import type { ZoneEntry } from '../world/dns/zone';
import { build, runCli, ServiceProcess } from './service-process';

const PROVIDERS = ['gmail.com', 'outlook.com', 'yahoo.com'];

/** A listener that counts who connects. */
class Door {
  knocks = 0;

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.knocks += 1;
      socket.destroy();
    });
  }

  static async open(host: string, port = 0): Promise<Door> {
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    return new Door(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.close();
  }
}

describe('a machine whose port 25 is blocked', () => {
  let setUp: SetUp;
  let dns: ScriptedDnsServer;
  let env: Record<string, string>;
  let closedPort: number;

  beforeAll(async () => {
    await build();
    setUp = await makeSetUp('embedded');
    const door = await Door.open('127.0.0.1');
    closedPort = door.port;
    door.close();
    dns = new ScriptedDnsServer();
    const { port } = await dns.start();
    env = {
      ...setUp.env,
      DNS_SERVERS: `127.0.0.1:${port}`,
      SMTP_PORT: String(closedPort),
      SMTP_ALLOW_CIDRS: '127.0.0.1/32',
      SMTP_CONNECT_TIMEOUT_MS: '2000',
    };
  }, 120_000);

  beforeEach(() => {
    for (const name of PROVIDERS) know(name, '127.0.0.1');
    know('customer.test', '127.0.0.1');
  });

  afterAll(async () => {
    await dns.stop();
    await setUp.remove();
  });

  function know(domain: string, address: string): void {
    dns.set(domain, { mx: [[10, `mx.${domain}`]] });
    dns.set(`mx.${domain}`, { a: [address] } satisfies ZoneEntry);
  }

  const look = (settings: Record<string, string> = {}) => egressFromConfig(readConfig({ ...env, ...settings }));

  it('is told from one that can connect, and from one that finds nobody to connect to', async () => {
    expect(await look()).toBe('blocked');
    const door = await Door.open('127.0.0.1');
    expect(await look({ SMTP_PORT: String(door.port) })).toBe('open');
    expect(door.knocks).toBeGreaterThan(0);
    door.close();
    for (const name of PROVIDERS) dns.set(name, { behaviour: 'nxdomain' });
    expect(await look()).toBe('undetermined');
  });

  it('is not assumed because one provider does not answer, and what may not be dialled is not dialled', async () => {
    const door = await Door.open('127.0.0.9');
    for (const name of PROVIDERS.slice(1)) know(name, '127.0.0.9');
    expect(await look({ SMTP_PORT: String(door.port) })).toBe('undetermined');
    expect(door.knocks).toBe(0);
    door.close();
  });

  it('judges from DNS alone, charges no batch row, and says it everywhere', async () => {
    const service = await ServiceProcess.start({ ...env, LOG_LEVEL: 'info' });
    try {
      const token = /^ey\S+$/m.exec(service.stdout)![0];
      let warnings: string[] = [];
      await eventually('the block is noticed', async () => {
        const response = await service.request('/health/ready');
        expect(response.status).toBe(200);
        ({ warnings } = (await response.json()) as { warnings: string[] });
        return warnings.length > 0;
      });
      expect(warnings).toEqual([expect.stringMatching(/port 25 is blocked/)]);
      const answer = (await (await service.single(token, 'jane@customer.test')).json()) as object;
      expect(answer).toMatchObject({
        status: 'unknown',
        mx_found: true,
        smtp_valid: null,
        is_catch_all: null,
        result: { sub_status: 'smtp_disabled' },
      });
      const { id } = (await (await service.upload(token, 'email\njoe@customer.test\nx@nowhere.test\n')).json()) as {
        id: number;
      };
      let batch: Record<string, unknown> = {};
      await eventually('the batch is completed', async () => {
        batch = (await (await service.request(`/v1/validate/batch/${id}`, token)).json()) as Record<string, unknown>;
        return batch['status'] === 'completed';
      });
      expect(batch).toMatchObject({ unknown_count: 1, invalid_count: 1, credits_used: 1 });
      expect(await (await service.request('/metrics')).text()).toMatch(/^smtp_egress_blocked 1$/m);
      const loud = service.events.filter(({ msg }) => /port 25 is blocked/.test(String(msg)));
      expect(loud.map(({ level }) => level)).toEqual(['error']);
      const { stdout } = await runCli(env, 'doctor');
      expect(stdout).toMatch(/^PROBLEM port_25: .*blocked/m);
    } finally {
      await service.stop();
    }
  });

  it('is not what a dead proxy is called: the proxy is, in the answer, in readiness, in the log and by the doctor', async () => {
    const withProxy = { ...env, SMTP_SOCKS_PROXY: `socks5://user:secret@127.0.0.1:${closedPort}` };
    const service = await ServiceProcess.start({
      ...withProxy,
      LOG_LEVEL: 'info',
      DATA_DIR: `${setUp.env['DATA_DIR']}/2`,
    });
    try {
      const token = /^ey\S+$/m.exec(service.stdout)![0];
      let warnings: string[] = [];
      await eventually('the dead proxy is noticed', async () => {
        ({ warnings } = (await (await service.request('/health/ready')).json()) as { warnings: string[] });
        return warnings.length > 0;
      });
      expect(warnings).toEqual([expect.stringMatching(/SOCKS proxy .* does not answer/)]);
      const response = await service.request('/v1/validate/single?evidence=true', token, {
        method: 'POST',
        body: JSON.stringify({ email: 'jane@customer.test' }),
      });
      expect(await response.json()).toMatchObject({
        status: 'unknown',
        mx_found: true,
        credits_used: 0,
        result: { sub_status: 'failed_smtp_connection', layer: 'proxy' },
      });
      expect(await (await service.request('/metrics')).text()).toMatch(/^smtp_egress_blocked 1$/m);
      const { stdout } = await runCli(withProxy, 'doctor');
      expect(stdout).toMatch(/^PROBLEM proxy: The SOCKS proxy at 127/m);
      const said = JSON.stringify([warnings, service.events.map(({ msg }) => msg), stdout]);
      expect(said).not.toMatch(/secret|port 25 is blocked/);
    } finally {
      await service.stop();
    }
  });
});
