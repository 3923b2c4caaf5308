import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { ScriptedSmtpServer } from '../../../../test/world/smtp/scripted-smtp-server';
import { ScriptedSocksProxy } from '../../../../test/world/smtp/scripted-socks-proxy';
import { FastForwardClock } from '../../../../test/support/fast-forward-clock';
import { parseAddress } from '../../syntax/parse-address';
import type { Clock } from '../../ports';
import { systemClock, systemRandom } from '../../system-ports';
import { createMailboxProber } from '../create-mailbox-prober';
import type { ProbeResult } from '../mailbox-prober';
import { NetDialler } from './net-dialler';
import { SocksDialler } from './socks-dialler';

let server: ScriptedSmtpServer;
let proxy: ScriptedSocksProxy;

beforeEach(async () => {
  server = await ScriptedSmtpServer.start({ catchAll: true });
  proxy = await ScriptedSocksProxy.start();
});

afterEach(async () => {
  await proxy.stop();
  await server.stop();
});

async function probeThrough(
  dialler: NetDialler | SocksDialler,
  { addresses = ['127.0.0.1'], clock = systemClock }: { addresses?: string[]; clock?: Clock } = {},
): Promise<ProbeResult> {
  const prober = createMailboxProber(
    { heloName: 'probe.us.test', port: server.port, connectTimeoutMs: 60_000 },
    { dialler, clock, random: systemRandom },
  );
  const parsed = parseAddress('joe@example.test');
  if (!parsed.ok) throw new Error(parsed.fault.message);
  try {
    return await prober.probe({
      address: parsed.address,
      hosts: [{ name: 'mx.example.test', preference: 0, addresses }],
      hostNames: ['mx.example.test'],
      mode: 'single',
      tenant: 'us',
      job: '',
      until: null,
      signal: new AbortController().signal,
    });
  } finally {
    await prober.close();
  }
}

const throughProxy = (): SocksDialler => new SocksDialler({ host: '127.0.0.1', port: proxy.port });

describe('NetDialler', () => {
  it('never resolves a name', async () => {
    await expect(new NetDialler().dial('localhost', server.port, new AbortController().signal)).rejects.toThrow(
      'unreachable',
    );
    expect(server.knocks).toBe(0);
  });

  it('gives up when told to', async () => {
    await expect(new NetDialler().dial('127.0.0.1', server.port, AbortSignal.abort())).rejects.toMatchObject({
      kind: 'timeout',
    });
  });
});

describe('SocksDialler', () => {
  it('gives the proxy the vetted address, never a name', async () => {
    expect(await probeThrough(throughProxy())).toMatchObject({ classified: { outcome: 'accepted' }, layer: 'smtp' });
    expect(new Set(proxy.asked)).toEqual(new Set([`127.0.0.1:${server.port}`]));
    await expect(throughProxy().dial('localhost', 25, new AbortController().signal)).rejects.toThrow('unreachable');
  });

  it('passes a greeting on that came with the proxy’s answer', async () => {
    const socket = await throughProxy().dial('127.0.0.1', server.port, new AbortController().signal);
    const greeting = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    socket.destroy();
    expect(greeting.toString()).toContain('220 mx.scripted.test');
  });

  it.each(['refused', 'host_unreachable', 'network_unreachable'] as const)(
    'reports "%s" as the peer’s',
    async (reply) => {
      proxy.reply = reply;
      expect(await probeThrough(throughProxy())).toMatchObject({
        classified: { outcome: 'connect_refused' },
        layer: 'smtp',
      });
    },
  );

  it.each(['failure', 'not_allowed', 'garbage'] as const)(
    'reports "%s" as the proxy’s own, and asks no further',
    async (reply) => {
      proxy.reply = reply;
      const result = await probeThrough(throughProxy(), { addresses: ['127.0.0.1', '127.0.0.2'] });
      expect(result).toMatchObject({ layer: 'proxy', mxHost: null, stage: 'connect' });
      expect(proxy.asked.length).toBeLessThanOrEqual(1);
      expect(server.knocks).toBe(0);
    },
  );

  it('reports a proxy that is not there as the proxy’s own', async () => {
    const dialler = throughProxy();
    await proxy.stop();
    expect(await probeThrough(dialler)).toMatchObject({ classified: { outcome: 'connect_refused' }, layer: 'proxy' });
    proxy = await ScriptedSocksProxy.start();
  });

  it('reports a proxy that takes connections and never says a word as the proxy’s own', async () => {
    const mute = createServer((socket) => socket.on('error', () => undefined));
    await once(mute.listen(0, '127.0.0.1'), 'listening');
    const { port } = mute.address() as AddressInfo;
    const result = await probeThrough(new SocksDialler({ host: '127.0.0.1', port }), { clock: new FastForwardClock() });
    expect(result).toMatchObject({ classified: { outcome: 'connect_timeout' }, layer: 'proxy', isLocalError: true });
    mute.close();
  });

  it('is bounded in time', async () => {
    proxy.reply = 'silence';
    // The proxy never answers, and nobody aborts.
    const result = await probeThrough(throughProxy(), { clock: new FastForwardClock() });
    expect(result).toMatchObject({ classified: { outcome: 'connect_timeout' } });
  });
});
