import { PERMISSIONS } from '../../src/auth/permissions';
import { TokensService } from '../../src/auth/tokens.service';
import { AccountOpening } from '../../src/credits/account-opening';
import { TestService } from '../support/service';
import { makeSetUp, type SetUp, type SetUpName } from '../support/set-ups';
import { ALLOWED } from '../webhooks/webhook-service';
import { ScriptedDnsServer } from '../world/dns/scripted-dns-server';
import { BatchClient } from '../batches/batch-client';

/** An organization with a live token and a test token. */
export interface Tenant {
  accountId: number;
  organizationId: number;
  live: { organizationId: number; token: string };
  test: { organizationId: number; token: string };
}

/** The service, with a DNS server that counts what it is asked and knows nothing. */
export class SandboxWorld {
  readonly batches: BatchClient;

  private constructor(
    private readonly setUp: SetUp,
    readonly dns: ScriptedDnsServer,
    readonly service: TestService,
  ) {
    this.batches = new BatchClient(Number(new URL(service.url).port));
  }

  static async start(name: SetUpName, env: Record<string, string> = {}): Promise<SandboxWorld> {
    const [setUp, dns] = [await makeSetUp(name), new ScriptedDnsServer()];
    const { port } = await dns.start();
    const service = await TestService.start(setUp, { ...ALLOWED, DNS_SERVERS: `127.0.0.1:${port}`, ...env });
    return new SandboxWorld(setUp, dns, service);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.dns.stop();
    await this.setUp.remove();
  }

  async tenant(): Promise<Tenant> {
    const email = `user-${Math.random().toString(36).slice(2)}@accounts.test`;
    const { accountId, organizationId } = await this.service.app.get(AccountOpening).openAccount(email, null);
    const token = async (isTest: boolean) => {
      const request = { accountId, name: 'Shop', permissions: [...PERMISSIONS], lifetimeMs: null, isTest };
      return { organizationId, token: (await this.service.app.get(TokensService).create(request)).token };
    };
    return { accountId, organizationId, live: await token(false), test: await token(true) };
  }

  /** How many rows there are of an organization in each table that holds what is live. */
  async liveRows(organizationId: number): Promise<Record<string, number>> {
    const tables = [
      'credit_entries',
      'usage_days',
      'usage_actors',
      'cached_verdicts',
      'check_entries',
      'answered_verdicts',
      'unfiled_answers',
      'feedback_events',
      'known_addresses',
    ];
    const counts = await Promise.all(
      tables.map(async (table) => {
        const [row] = await this.service.database.query<{ count: number }>(
          `SELECT COUNT(*) AS count FROM ${table} WHERE organization_id = ?`,
          [organizationId],
        );
        return [table, Number(row?.count)] as const;
      }),
    );
    return Object.fromEntries(counts);
  }

  async metric(line: RegExp): Promise<string[]> {
    const text = await (await fetch(`${this.service.url}/metrics`)).text();
    return text.split('\n').filter((one) => line.test(one));
  }
}
