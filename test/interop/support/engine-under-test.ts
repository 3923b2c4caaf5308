import { createNetworkEngine, type EngineOptions, type EngineStats, type Verification } from '../../../src/engine';
import { ScriptedDnsServer } from '../../world/dns/scripted-dns-server';
import { ALLOWED_CIDRS } from './mail-server';

/** The real engine, in a world where every domain of `test` has one mail host: the given listener. */
export class EngineUnderTest {
  private constructor(
    private readonly engine: ReturnType<typeof createNetworkEngine>,
    private readonly dns: ScriptedDnsServer,
  ) {}

  static async start(
    address: string,
    port: number,
    smtp: Partial<NonNullable<EngineOptions['smtp']>> = {},
  ): Promise<EngineUnderTest> {
    const dns = new ScriptedDnsServer({
      wildcard: () => ({ mx: [[10, 'mx.listener.test']] }),
      zones: { 'mx.listener.test': { a: [address] } },
    });
    const server = await dns.start();
    const engine = createNetworkEngine({
      dnsServers: [server],
      allowCidrs: ALLOWED_CIDRS,
      smtp: { port, heloName: 'probe.interop.test', mailFrom: 'probe@interop.test', ...smtp },
      socksProxy: null,
      slots: null,
      deadlineMs: { single: 20_000, batch: 30_000 },
      lists: {},
    });
    return new EngineUnderTest(engine, dns);
  }

  ask(address: string, mode: 'single' | 'batch' = 'single'): Promise<Verification> {
    return this.engine.verify(address, { mode });
  }

  /** Asks about all of them at once. */
  askAll(addresses: readonly string[]): Promise<Verification[]> {
    return Promise.all(addresses.map((address) => this.ask(address, 'batch')));
  }

  /** As a batch does: asks about all of them at once, and then once more about those that a later question may settle. */
  async askAsBatch(addresses: readonly string[]): Promise<Verification[]> {
    const found = await this.askAll(addresses);
    const isOpen = ({ retryAfterSeconds }: Verification): boolean => retryAfterSeconds !== null;
    const again = await this.askAll(found.filter(isOpen).map(({ email }) => email));
    return found.map((verification) => (isOpen(verification) ? again.shift()! : verification));
  }

  stats(): EngineStats {
    return this.engine.stats();
  }

  async stop(): Promise<void> {
    await this.engine.close();
    await this.dns.stop();
  }
}
