import type { BatchResponse } from '../../src/batches/api/batch.response';
import { Person } from '../management/person';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { BatchService, type Customer } from './batch-service';
import { ScriptedEngine } from './scripted-engine';

describe.each(setUps)('a token that cancels a batch, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let goOn: () => void;

  beforeEach(async () => {
    setUp = await makeSetUp(setUpName);
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    service = await BatchService.start(setUp.env, new ScriptedEngine(() => gate));
  });

  afterEach(async () => {
    goOn();
    await service.stop();
    await setUp.remove();
  });

  async function cancel(customer: Pick<Customer, 'token'>, id: number, organizationId?: number) {
    const headers: Record<string, string> =
      organizationId === undefined ? {} : { 'X-Organization-ID': String(organizationId) };
    const response = await service.request(customer, `/${id}/cancel`, { method: 'POST' }, headers);
    return { status: response.status, body: (await response.json()) as BatchResponse & { message?: string } };
  }

  it('gives back what it held, and is told the same when it asks again', async () => {
    const customer = await service.customer(100);
    const id = await service.create(customer, ['valid.1@a.test', 'valid.2@a.test']);
    expect(await service.balance(customer.organizationId)).toBe(98);
    const cancelled = await cancel(customer, id);
    expect(cancelled).toMatchObject({ status: 200, body: { id, status: 'cancelled', credits_used: 0 } });
    expect(await service.balance(customer.organizationId)).toBe(100);
    expect(await cancel(customer, id)).toEqual(cancelled);
  });

  it('is refused where nothing is left to cancel', async () => {
    const customer = await service.customer();
    const id = await service.create(customer, ['valid.1@a.test']);
    goOn();
    await service.completed(customer, id);
    expect(await cancel(customer, id)).toMatchObject({
      status: 422,
      body: { message: 'This batch is completed: nothing is left to cancel.' },
    });
  });

  it('is refused without the permission, and for lists of others', async () => {
    const customer = await service.customer();
    const id = await service.create(customer, ['valid.1@a.test']);
    expect(await cancel(await service.customer(), id)).toMatchObject({ status: 404 });
    expect(await cancel(await service.customer(100, ['credits:read']), id)).toMatchObject({
      status: 403,
      body: { message: 'Token does not have permission to access batch validations.' },
    });
    expect(await service.status(customer, id)).not.toMatchObject({ status: 'cancelled' });
  });

  it('of a member cancels his own lists, of an owner those of all', async () => {
    const site = {
      request: (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${path}`, init),
    };
    const owner = await Person.signUp(site);
    const member = await (await Person.signUp(site)).joins(owner, 'member');
    const { organizationId } = owner;
    const [ofOwner, ofMember] = await Promise.all(
      [owner, member].map(async (person) => {
        const { body } = await person.post<{ token: string }>('/v1/tokens', {
          name: 'program',
          permissions: ['validate:batch'],
        });
        return body;
      }),
    );
    const send = async (token: { token: string }): Promise<number> => {
      const form = new FormData();
      form.set('name', 'A list');
      form.set('file', new Blob(['email\nvalid.1@a.test\n']), 'list.csv');
      const headers = { 'X-Organization-ID': String(organizationId) };
      const response = await service.request(token, '', { method: 'POST', body: form }, headers);
      return ((await response.json()) as { id: number }).id;
    };
    const [first, second, third] = [await send(ofOwner!), await send(ofMember!), await send(ofMember!)];
    expect((await cancel(ofMember!, first, organizationId)).status).toBe(403);
    expect((await cancel(ofMember!, second, organizationId)).body.status).toBe('cancelled');
    expect((await cancel(ofOwner!, third, organizationId)).body.status).toBe('cancelled');
    expect((await cancel(ofOwner!, first, organizationId)).body.status).toBe('cancelled');
  });
});
