import { oneSetUp } from '../support/set-ups';
import { SandboxWorld, type Tenant } from './sandbox-world';

describe.each([oneSetUp])('keys of requests with test tokens, %s', (setUpName) => {
  let world: SandboxWorld;
  let tenant: Tenant;

  beforeAll(async () => {
    world = await SandboxWorld.start(setUpName);
    tenant = await world.tenant();
  });

  afterAll(() => world.stop());

  async function single({ token }: { token: string }) {
    const response = await world.service.request('/v1/validate/single', {
      method: 'POST',
      token,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'one-key' },
      body: JSON.stringify({ email: 'mailbox_not_found@sandbox.test' }),
    });
    const { result } = (await response.json()) as { result: { sub_status?: string } };
    return [response.status, response.headers.get('Idempotency-Replayed'), result.sub_status];
  }

  it('are answered again, and are others than those of live tokens', async () => {
    expect(await single(tenant.test)).toEqual([200, null, 'mailbox_not_found']);
    expect(await single(tenant.test)).toEqual([200, 'true', 'mailbox_not_found']);
    expect(await single(tenant.live)).toEqual([200, null, 'domain_not_found']);
    expect(await single(tenant.live)).toEqual([200, 'true', 'domain_not_found']);
    expect(await single(tenant.test)).toEqual([200, 'true', 'mailbox_not_found']);
  });
});
