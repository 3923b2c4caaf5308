import { EngineHealth } from '../../src/validation/engine-health';
import type { BatchResponse } from '../../src/batches/api/batch.response';
import { eventually } from '../support/eventually';
import { TestService, type TestAccount } from '../support/service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { MailWorld } from '../world/mail-world';
import { atOneHost, VALID, type Scenario } from '../world/scenario';
import { askAbout } from './asked-address';

const DOMAINS = Array.from({ length: 30 }, (_, index) => `d${index}.test`);
const WORLD: readonly Scenario[] = DOMAINS.map((domain) => ({
  name: domain,
  kind: 'dns',
  ...atOneHost(domain, {
    otherwise: ({ address }) => (address.startsWith('joe') ? '250 Ok' : '550 5.1.1 User unknown'),
  }),
  expected: VALID,
}));

describe.each(setUps)('while DNS gives no answers, %s', (name) => {
  let setUp: SetUp;
  let world: MailWorld;
  let service: TestService;
  let account: TestAccount;

  beforeEach(async () => {
    setUp = await makeSetUp(name);
    world = await MailWorld.start(WORLD);
    service = await TestService.start(setUp, { ...world.env(), SMTP_RETRY_DELAYS: '1,1' });
    account = await service.account();
    await service.setBalance(account.organizationId, 1000);
  });

  afterEach(async () => {
    await service.stop();
    await world.stop();
    await setUp.remove();
  });

  const isDnsDown = (): boolean => service.app.get(EngineHealth, { strict: false }).isDnsDown;

  async function upload(addresses: readonly string[]): Promise<number> {
    const form = new FormData();
    form.set('name', 'A list');
    form.set('file', new Blob([`email\n${addresses.join('\n')}\n`]), 'list.csv');
    const response = await service.request('/v1/validate/batch', { method: 'POST', token: account.token, body: form });
    return ((await response.json()) as { id: number }).id;
  }

  async function batch(id: number): Promise<BatchResponse> {
    const response = await service.request(`/v1/validate/batch/${id}`, { token: account.token });
    return (await response.json()) as BatchResponse;
  }

  it('keeps the rows of a batch open, says so, and goes on by itself when it does', async () => {
    world.dns.isAway = true;
    const id = await upload(DOMAINS.flatMap((domain) => [1, 2, 3, 4, 5].map((row) => `joe${row}@${domain}`)));
    await eventually('the pause is noticed', isDnsDown, 30_000);
    const { warnings } = (await (await service.request('/health/ready')).json()) as { warnings: string[] };
    expect(warnings.join()).toContain('batches pause');
    expect(await (await service.request('/metrics')).text()).toContain('\ndns_down 1\n');
    // From now on each question fails at once: all retries would be over within 5 s, in real time.
    world.dns.isCutOff = true;
    world.dns.isAway = false;
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(await batch(id)).toMatchObject({ processed_count: 0, unknown_count: 0 });
    world.dns.isCutOff = false;
    await eventually('it is completed', async () => (await batch(id)).status === 'completed', 60_000);
    expect(await batch(id)).toMatchObject({ valid_count: 150, unknown_count: 0, credits_used: 150 });
    expect(isDnsDown()).toBe(false);
  });

  it('charges nothing for a single check, and asks anew when it does', async () => {
    world.dns.isAway = true;
    const lost = await askAbout(service, account, 'joe@d1.test');
    expect(lost.body).toMatchObject({ status: 'unknown', result: { sub_status: 'dns_timeout' }, credits_used: 0 });
    world.dns.isAway = false;
    await eventually('it is noticed', () => !isDnsDown(), 30_000);
    const found = await askAbout(service, account, 'joe@d1.test');
    expect(found.body).toMatchObject({ status: 'valid', credits_used: 1, from_cache: false });
    expect(await service.balance(account.organizationId)).toBe(999);
  });

  it('charges nothing in the first moments either, when all that comes is SERVFAIL', async () => {
    const before = await askAbout(service, account, 'joe@d1.test');
    expect(before.body).toMatchObject({ status: 'valid', credits_used: 1 });
    world.dns.isCutOff = true;
    const lost = await askAbout(service, account, 'joe@d2.test');
    expect(lost.body).toMatchObject({ status: 'unknown', result: { sub_status: 'dns_error' }, credits_used: 0 });
    expect(await service.balance(account.organizationId)).toBe(999);
  });

  it('charges nothing where the time is over before the resolver is given up', async () => {
    await service.stop();
    service = await TestService.start(setUp, { ...world.env(), VALIDATION_TIMEOUT_MS: '3000' });
    world.dns.isAway = true;
    const lost = await askAbout(service, account, 'joe@d3.test');
    // Had it waited until the resolver is given up, it would say `dns_timeout`.
    expect(lost.body).toMatchObject({ result: { sub_status: 'timeout_exceeded' }, credits_used: 0 });
    expect(await service.balance(account.organizationId)).toBe(1000);
    await eventually('it is noticed', isDnsDown, 30_000);
    world.dns.isAway = false;
    world.dns.set('d4.test', { behaviour: 'silent' });
    await eventually('it is noticed', () => !isDnsDown(), 30_000);
    const silent = await askAbout(service, account, 'joe@d4.test');
    expect(silent.body).toMatchObject({ result: { sub_status: 'timeout_exceeded' }, credits_used: 1 });
  });

  it('asks again about a domain whose own name servers failed, and charges a single check of one', async () => {
    const servfail = { behaviour: 'servfail' } as const;
    const works = { mx: [[10, 'mx.d2.test']] as const };
    // Each look of the resolver asks twice.
    world.dns.set('d2.test', [servfail, servfail, works]);
    world.dns.set('d3.test', servfail);
    const id = await upload(['joe@d2.test', 'joe@d3.test']);
    await eventually('it is completed', async () => (await batch(id)).status === 'completed', 60_000);
    expect(await batch(id)).toMatchObject({ valid_count: 1, unknown_count: 1, credits_used: 1 });
    expect(world.dns.count('d3.test', 'MX')).toBe(6);
    const { body } = await askAbout(service, account, 'jim@d3.test');
    expect(body).toMatchObject({ result: { sub_status: 'dns_error' }, credits_used: 1 });
  });
});
