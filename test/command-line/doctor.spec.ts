import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { examine, type Finding } from '../../src/command-line/doctor';
import { readConfig } from '../../src/config/env';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { ScriptedDnsServer } from '../world/dns/scripted-dns-server';

const describeWithServers = setUps.includes('distributed') ? describe : describe.skip;
const PTR = '1.0.0.127.in-addr.arpa';

describe('the doctor', () => {
  let setUp: SetUp;
  let dns: ScriptedDnsServer;
  let mailHost: Server;
  let env: Record<string, string>;

  beforeAll(async () => {
    setUp = await makeSetUp('embedded');
    mailHost = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(mailHost, 'listening');
    dns = new ScriptedDnsServer();
    const { port } = await dns.start();
    env = {
      ...setUp.env,
      DNS_SERVERS: `127.0.0.1:${port}`,
      SMTP_PORT: String((mailHost.address() as AddressInfo).port),
      SMTP_ALLOW_CIDRS: '127.0.0.1/32',
      SMTP_HELO_NAME: 'probe.mine.test',
      SMTP_MAIL_FROM: 'probe@mine.test',
    };
  });

  beforeEach(() => {
    for (const name of ['gmail.com', 'outlook.com', 'yahoo.com']) dns.set(name, { a: ['127.0.0.1'] });
    dns.set('probe.mine.test', { a: ['127.0.0.1'] });
    dns.set(PTR, { ptr: ['probe.mine.test'] });
  });

  afterAll(async () => {
    mailHost.close();
    await dns.stop();
    await setUp.remove();
  });

  async function look(settings: Record<string, string> = {}): Promise<Map<Finding['check'], Finding>> {
    const findings = await examine(readConfig({ ...env, ...settings }));
    for (const { message } of findings) expect(message).toMatch(/^\S.*\.$/);
    return new Map(findings.map((finding) => [finding.check, finding]));
  }

  it('finds nothing where all is well', async () => {
    const findings = await look();
    expect([...findings.keys()].sort()).toEqual(
      ['database', 'dns', 'helo_name', 'port_25', 'redis', 'reverse_dns', 'sender'].sort(),
    );
    expect([...findings.values()].filter(({ ok }) => !ok)).toEqual([]);
  });

  it('says where the address of the HELO name leads to instead', async () => {
    dns.set(PTR, { ptr: ['other.example.test'] });
    const { ok, message } = (await look()).get('reverse_dns')!;
    expect(ok).toBe(false);
    expect(message).toMatch(/leads back to other\.example\.test\. Ask your provider to set its PTR record to probe\./);
  });

  it('says that the HELO name is not in DNS, or that it is not set', async () => {
    dns.set('probe.mine.test', { behaviour: 'nxdomain' });
    expect((await look()).get('helo_name')).toMatchObject({ ok: false, message: expect.stringMatching(/A record/) });
    const unset = (await look({ SMTP_HELO_NAME: '' })).get('helo_name');
    expect(unset).toMatchObject({ ok: false, message: expect.stringMatching(/^SMTP_HELO_NAME is not set/) });
  });

  it('says that the proxy is dead and nothing about port 25, and shows no password', async () => {
    const findings = await look({ SMTP_SOCKS_PROXY: 'socks5://user:secret@127.0.0.1:1' });
    expect(findings.get('proxy')).toMatchObject({
      ok: false,
      message: expect.stringMatching(/proxy at 127\.0\.0\.1:1 /),
    });
    expect(findings.get('port_25')).toMatchObject({
      ok: false,
      message: expect.stringMatching(/mend the proxy first/),
    });
    expect(JSON.stringify([...findings.values()])).not.toMatch(/secret|blocked/);
  });

  it('says that port 25 is blocked and what to do, unless nobody needs it', async () => {
    const closed = { SMTP_PORT: '1' };
    const { ok, message } = (await look(closed)).get('port_25')!;
    expect(ok).toBe(false);
    for (const way of [/Ask your provider/, /SMTP_SOCKS_PROXY/, /SMTP_PROBE=off/]) expect(message).toMatch(way);
    expect((await look({ ...closed, SMTP_PROBE: 'off' })).get('port_25')).toMatchObject({ ok: true });
  });

  it('finds all that is broken at once, and shows no password', async () => {
    const findings = await look({
      DNS_SERVERS: '127.0.0.1:9',
      DATABASE_URL: 'mysql://root:hush-hush@127.0.0.1:1/x',
      REDIS_URL: 'redis://:hush-hush@127.0.0.1:1',
    });
    for (const [check, what] of [
      ['dns', /DNS_SERVERS/],
      ['port_25', /Mend DNS first/],
      ['helo_name', /has no address in DNS/],
      ['database', /ECONNREFUSED.*Check DATABASE_URL/],
      ['redis', /ECONNREFUSED.*Check REDIS_URL/],
    ] as const) {
      expect(findings.get(check)).toMatchObject({ ok: false, message: expect.stringMatching(what) });
    }
    expect(JSON.stringify([...findings.values()])).not.toContain('hush');
  });

  describeWithServers('of a fleet', () => {
    it('leaves the schema alone, and says that it is missing', async () => {
      const fleet = await makeSetUp('distributed');
      try {
        const findings = await look(fleet.env);
        expect(findings.get('database')).toMatchObject({ ok: false, message: expect.stringMatching(/migration:run/) });
        expect(findings.get('redis')).toMatchObject({ ok: true });
      } finally {
        await fleet.remove();
      }
    });
  });
});
