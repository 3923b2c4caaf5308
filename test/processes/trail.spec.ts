import { readdirSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { SECURITY_EVENT } from '../../src/common/security-event.decorator';
import { eventually } from '../support/eventually';
import { PASSWORD, Person } from '../management/person';
import { build, runCli, ServiceProcess } from './service-process';

jest.setTimeout(120_000);

const root = join(__dirname, '..', '..', 'src');
/** What people do with lists and checks is work, not a matter of rights. */
const IS_WORK = /batches|check/;

describe('the log of who did what', () => {
  let folder: string;
  let service: ServiceProcess;

  beforeAll(async () => {
    await build();
    folder = mkdtempSync(join(tmpdir(), 'evs-trail-'));
    service = await ServiceProcess.start({ DATA_DIR: folder, LOG_LEVEL: 'info', SMTP_PROBE: 'off' });
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const site = {
    request: (path: string, init: RequestInit) => fetch(`${service.url}${path}`, init),
  };

  /** The last event of this name, once it is there. */
  async function event(name: string, outcome = 'done'): Promise<Record<string, unknown> | undefined> {
    const find = () => service.events.findLast((one) => one['event'] === name && one['outcome'] === outcome);
    await eventually(`the event ${name}, ${outcome}`, () => find() !== undefined);
    return find();
  }

  it('has an event for every change of accounts, rights and secrets', async () => {
    const files = ['sessions', 'management'].flatMap((part) =>
      readdirSync(join(root, part))
        .filter((file) => file.endsWith('.controller.ts') && !IS_WORK.test(file))
        .map((file) => join(root, part, file)),
    );
    const without: string[] = [];
    let changes = 0;
    for (const file of files) {
      const controllers = Object.values((await import(file)) as Record<string, { prototype: Record<string, object> }>);
      for (const { prototype } of controllers) {
        for (const name of Object.getOwnPropertyNames(prototype)) {
          const handler = prototype[name] ?? {};
          const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
          if (method === undefined || method === RequestMethod.GET) continue;
          changes += 1;
          if (Reflect.getMetadata(SECURITY_EVENT, handler) === undefined) without.push(`${file} ${name}`);
        }
      }
    }
    expect(without).toEqual([]);
    expect(changes).toBeGreaterThanOrEqual(18);
  });

  it('tells who, from where, what, and how it ended', async () => {
    const owner = await Person.signUp(site, 'Olive Owner');
    const guest = await Person.signUp(site, 'Gus Guest');
    expect(await event('sign_up')).toMatchObject({ context: 'Security', client: '127.0.0.1', accountId: guest.id });

    await new Person(site).post('/v1/session', { email: owner.email, password: 'not the password' });
    expect(await event('sign_in', 'refused')).toMatchObject({ accountId: owner.id, reason: 'sign_in_refused' });
    await new Person(site).post('/v1/session', { email: 'nobody@people.test', password: 'not the password' });
    await eventually('the guess of nobody', () =>
      service.events.some((one) => one['event'] === 'sign_in' && one['accountId'] === null),
    );
    await owner.post('/v1/session', { email: owner.email, password: PASSWORD });
    expect(await event('sign_in')).toMatchObject({
      accountId: owner.id,
      sessionId: expect.any(Number) as number,
      requestId: expect.any(String) as string,
    });

    const made = await owner.post<{ id: string; token: string }>('/v1/tokens', {
      name: 'Newsletter',
      permissions: ['credits:read'],
    });
    expect(await event('token_creation')).toMatchObject({ accountId: owner.id, tokenId: made.body.id });
    await service.request('/v1/credits/balance', made.body.token);
    await eventually('the line of the request', () =>
      service.events.some((one) => one['context'] === 'Http' && one['tokenId'] === made.body.id),
    );
    const line = service.events.find((one) => one['context'] === 'Http' && one['tokenId'] === made.body.id);
    expect(line).toMatchObject({ accountId: owner.id, organizationId: owner.organizationId, client: '127.0.0.1' });
    await owner.delete(`/v1/tokens/${made.body.id}`);
    expect(await event('token_revocation')).toMatchObject({ accountId: owner.id, tokenId: made.body.id });

    await guest.joins(owner, 'admin');
    const organization = { organizationId: owner.organizationId };
    expect(await event('invitation')).toMatchObject({ ...organization, accountId: owner.id, role: 'admin' });
    expect(await event('invitation_acceptance')).toMatchObject({
      ...organization,
      accountId: guest.id,
      inviterId: owner.id,
    });
    const where = `/v1/organizations/${owner.organizationId}`;
    await guest.patch(`${where}/members/${owner.id}`, { role: 'member' });
    expect(await event('role_change', 'refused')).toMatchObject({ accountId: guest.id, reason: 'missing_role' });
    await owner.patch(`${where}/members/${guest.id}`, { role: 'member' });
    expect(await event('role_change')).toMatchObject({ memberId: String(guest.id), from: 'admin', to: 'member' });
    await owner.delete(`${where}/members/${guest.id}`);
    expect(await event('member_removal')).toMatchObject({ ...organization, memberId: String(guest.id) });
    await owner.put('/v1/account/password', { current_password: PASSWORD, new_password: 'four quiet copper lamps' });
    expect(await event('password_change')).toMatchObject({ accountId: owner.id });
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await new Person(site).post('/v1/session', { email: 'guessed@people.test', password: 'not the password' });
    }
    expect(await event('sign_in', 'refused')).toMatchObject({ client: '127.0.0.1', reason: 'rate_limited' });
    await owner.delete(where, { name: 'Olive Owner' });
    expect(await event('organization_deletion')).toMatchObject({ ...organization, accountId: owner.id });

    // Neither addresses, names and passwords nor secrets.
    const log = JSON.stringify(service.events);
    for (const hidden of ['people.test', 'Olive', 'Newsletter', PASSWORD, 'copper', made.body.token, owner.cookie]) {
      expect(log).not.toContain(hidden);
    }
  });

  it('tells what an operator did, where a log is asked for', async () => {
    const grant = ['credits', 'grant', '--organization', '1', '--amount', '5', '--json'];
    const env = { DATA_DIR: folder };
    const asked = await runCli({ ...env, LOG_LEVEL: 'info' }, ...grant);
    expect(JSON.parse(asked.stderr)).toMatchObject({
      event: 'credits_grant',
      by: 'operator',
      organizationId: 1,
      amount: 5,
    });
    const quiet = await runCli(env, ...grant);
    expect(quiet).toMatchObject({ code: 0, stderr: '' });
  });
});
