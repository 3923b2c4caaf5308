import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { SECURITY_EVENT } from '../../src/common/security-event.decorator';
import { eventually } from '../support/eventually';
import { PASSWORD, Person } from '../management/person';
import { build, runCli, ServiceProcess } from './service-process';

const root = join(__dirname, '..', '..', 'src');
/** What people do with lists and checks is work, not a matter of rights. */
const IS_WORK = /batch|check/;

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

  /** The event of this name with these facts, once it is there: the log comes through a pipe. */
  async function event(
    name: string,
    facts: Record<string, unknown>,
    outcome = 'done',
  ): Promise<Record<string, unknown> | undefined> {
    const wanted = Object.entries({ context: 'Security', event: name, outcome, ...facts });
    const find = () => service.events.find((one) => wanted.every(([key, value]) => one[key] === value));
    await eventually(`the event ${JSON.stringify(wanted)}`, () => find() !== undefined);
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
    const here = { client: '127.0.0.1' };
    const seen = [await event('sign_up', { ...here, accountId: guest.id })];

    await new Person(site).post('/v1/session', { email: owner.email, password: 'not the password' });
    seen.push(await event('sign_in', { ...here, accountId: owner.id, reason: 'sign_in_refused' }, 'refused'));
    await new Person(site).post('/v1/session', { email: 'nobody@people.test', password: 'not the password' });
    seen.push(await event('sign_in', { ...here, accountId: null, reason: 'sign_in_refused' }, 'refused'));
    await site.request('/v1/session', { method: 'POST', headers: { 'X-CSRF': '1' }, body: '{' });
    seen.push(await event('sign_in', { ...here, reason: 'malformed_request' }, 'refused'));
    await owner.post('/v1/session', { email: owner.email, password: PASSWORD });
    const signedIn = await event('sign_in', { ...here, accountId: owner.id });
    expect(signedIn).toMatchObject({
      sessionId: expect.any(Number) as number,
      requestId: expect.any(String) as string,
    });
    const asOwner = { ...here, accountId: owner.id, sessionId: signedIn?.['sessionId'] };

    const made = await owner.post<{ id: string; token: string }>('/v1/tokens', {
      name: 'Newsletter',
      permissions: ['credits:read'],
    });
    const tokenId = made.body.id;
    seen.push(await event('token_creation', { ...asOwner, tokenId }));
    await service.request('/v1/credits/balance', made.body.token);
    const find = () => service.events.find((one) => one['context'] === 'Http' && one['tokenId'] === tokenId);
    await eventually('the line of the request', () => find() !== undefined);
    const { organizationId } = owner;
    expect(find()).toMatchObject({ ...here, accountId: owner.id, organizationId });
    await owner.delete(`/v1/tokens/${tokenId}`);
    seen.push(await event('token_revocation', { ...asOwner, tokenId }));

    await guest.joins(owner, 'admin');
    const invitation = await event('invitation', { ...asOwner, organizationId, role: 'admin' });
    const { invitationId } = invitation ?? {};
    seen.push(
      await event('invitation_acceptance', {
        ...here,
        ...{ organizationId, invitationId, accountId: guest.id, inviterId: owner.id, role: 'admin' },
      }),
    );
    const where = `/v1/organizations/${organizationId}`;
    await guest.patch(`${where}/members/${owner.id}`, { role: 'member' });
    seen.push(await event('role_change', { organizationId, accountId: guest.id, reason: 'missing_role' }, 'refused'));
    await owner.patch(`${where}/members/${guest.id}`, { role: 'member' });
    const memberId = String(guest.id);
    seen.push(await event('role_change', { ...asOwner, organizationId, memberId, from: 'admin', to: 'member' }));
    await owner.delete(`${where}/members/${guest.id}`);
    seen.push(await event('member_removal', { ...asOwner, organizationId, memberId }));
    await owner.put('/v1/account/password', { current_password: PASSWORD, new_password: 'four quiet copper lamps' });
    const changed = await event('password_change', asOwner);
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await new Person(site).post('/v1/session', { email: 'guessed@people.test', password: 'not the password' });
    }
    seen.push(await event('sign_in', { ...here, reason: 'rate_limited' }, 'refused'));
    await owner.delete(where, { name: "Olive Owner's organization" });
    seen.push(
      await event('organization_deletion', {
        ...{ organizationId, accountId: owner.id, sessionId: changed?.['newSessionId'] },
      }),
    );
    expect(seen).not.toContain(undefined);

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
