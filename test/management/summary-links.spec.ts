import type { BatchSummaryResponse } from '../../src/batches/api/batch-summary.response';
import type { NewSummaryLinkResponse, SharedSummaryResponse } from '../../src/management/summary-link.responses';
import { BatchService } from '../batches/batch-service';
import { eventually } from '../support/eventually';
import { setUps } from '../support/set-ups';
import { Person } from './person';

const DAY_MS = 86_400_000;

describe.each(setUps)('links to a summary, %s', (setUpName) => {
  let service: BatchService;
  let owner: Person;
  let path: string;

  const site = { request: (to: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${to}`, init) };

  beforeAll(async () => {
    service = await BatchService.shared(setUpName);
    owner = await Person.signUp(site);
    const batches = `/v1/organizations/${owner.organizationId}/batches`;
    path = `${batches}/${await upload(batches)}`;
  });

  async function upload(batches: string): Promise<number> {
    const form = new FormData();
    form.set('name', 'Clients');
    form.set('file', new Blob(['email\nvalid.secret-name@a.test\ninvalid.other-name@a.test\n']), 'list.csv');
    const { body } = await owner.post<{ id: number }>(batches, form);
    await eventually('the list is done', async () => {
      const told = await owner.get<BatchSummaryResponse>(`${batches}/${body.id}/summary`);
      return told.body.status === 'completed';
    });
    return body.id;
  }

  async function make(body: object = {}, of = path) {
    const made = await owner.post<NewSummaryLinkResponse>(`${of}/links`, body);
    expect(made.status).toBe(201);
    return Object.assign(made.body, { secret: made.body.link.split('/').at(-1) ?? '' });
  }

  /** As somebody does who has the link and nothing else. */
  const open = (secret: string) => fetch(`http://127.0.0.1:${service.port}/v1/shared-summaries/${secret}`);

  it('show counts and reasons to whoever has them, and no addresses, until they expire', async () => {
    const { secret, link, expires_at } = await make({ days: 7 });
    expect(link).toMatch(/^\/dashboard\/#\/shared\/[\w-]{43}$/);
    const response = await open(secret);
    expect([response.status, response.headers.get('x-robots-tag'), response.headers.get('cache-control')]).toEqual([
      200,
      'noindex, nofollow',
      'no-store',
    ]);
    const text = await response.text();
    expect(text).not.toContain('@');
    expect(text).not.toContain('name@');
    const shown = JSON.parse(text) as SharedSummaryResponse;
    expect(shown).toMatchObject({
      name: 'Clients',
      status: 'completed',
      valid_count: 1,
      invalid_count: 1,
      reasons: [
        { status: 'invalid', sub_status: 'mailbox_not_found', count: 1 },
        { status: 'valid', sub_status: null, count: 1 },
      ],
      link_expires_at: expires_at,
    });
    for (const hidden of ['id', 'credits_used', 'continues_id', 'continued_by_id']) {
      expect(Object.keys(shown)).not.toContain(hidden);
    }
    // Nothing else is opened by it, and what is stored is no link.
    expect((await fetch(`http://127.0.0.1:${service.port}${path}`, { headers: { Cookie: secret } })).status).toBe(401);
    const stored = await service.database.query<{ secret_hash: string }>('SELECT secret_hash FROM summary_links');
    expect(stored.every(({ secret_hash }) => /^[0-9a-f]{64}$/.test(secret_hash) && secret_hash !== secret)).toBe(true);
    expect((await open(stored[0]!.secret_hash)).status).toBe(404);

    await service.database.execute('UPDATE summary_links SET expires_at = ?', [service.clock.now() - 1]);
    const late = await open(secret);
    expect([late.status, await late.json()]).toEqual([
      404,
      { message: 'There is no such link, or it does not work any more. Ask whoever gave it to you for a new one.' },
    ]);
    expect((await owner.get<unknown[]>(`${path}/links`)).body).toEqual([]);
  });

  it('can be withdrawn, by any member, and are entered in the audit log', async () => {
    const one = await make();
    const other = await make();
    expect(Date.parse(one.expires_at) - Date.parse(one.created_at)).toBe(30 * DAY_MS);
    const member = await (await Person.signUp(site)).joins(owner, 'member');
    const listed = await member.get<{ id: number }[]>(`${path}/links`);
    expect(listed.body.map(({ id }) => id)).toEqual([other.id, one.id]);
    expect(JSON.stringify(listed.body)).not.toContain(one.secret);
    expect((await member.delete(`${path}/links/${one.id}`)).status).toBe(204);
    expect((await open(one.secret)).status).toBe(404);
    expect((await open(other.secret)).status).toBe(200);
    expect((await member.delete(`${path}/links/${one.id}`)).status).toBe(404);
    const entries = await service.database.query<{ action: string; account_id: number }>(
      `SELECT action, account_id FROM audit_entries WHERE organization_id = ?
        AND action IN ('summary_sharing', 'summary_withdrawal') ORDER BY id DESC LIMIT 3`,
      [owner.organizationId],
    );
    expect(entries.map(({ action, account_id }) => [action, account_id])).toEqual([
      ['summary_withdrawal', member.id],
      ['summary_sharing', owner.id],
      ['summary_sharing', owner.id],
    ]);
  });

  it('are nobody else’s to make, see or withdraw', async () => {
    const { id } = await make();
    const stranger = await Person.signUp(site);
    const theirs = path.replace(/organizations\/\d+/, `organizations/${stranger.organizationId}`);
    for (const at of [path, theirs]) {
      expect((await stranger.post(`${at}/links`, {})).status).toBe(404);
      expect((await stranger.get(`${at}/links`)).status).toBe(404);
      expect((await stranger.delete(`${at}/links/${id}`)).status).toBe(404);
    }
    expect((await owner.ask('POST', `${path}/links`, {}, {})).status).toBe(403);
    for (const days of [0, 366, 1.5, '7', null]) {
      expect([days, (await owner.post(`${path}/links`, { days })).status]).toEqual([days, 422]);
    }
    expect((await fetch(`http://127.0.0.1:${service.port}/v1/shared-summaries/${'x'.repeat(5000)}`)).status).toBe(404);
  });

  it('are so many at most, also when many are made at a time, and go with the list', async () => {
    const batches = `/v1/organizations/${owner.organizationId}/batches`;
    const of = `${batches}/${await upload(batches)}`;
    const made = await Promise.all(
      Array.from({ length: 24 }, () => owner.post<NewSummaryLinkResponse>(`${of}/links`, {})),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([...new Array<number>(20).fill(201), 422, 422, 422, 422]);
    const secret = made
      .find(({ status }) => status === 201)!
      .body.link.split('/')
      .at(-1)!;
    expect((await open(secret)).status).toBe(200);
    expect((await owner.delete(of)).status).toBe(204);
    expect((await open(secret)).status).toBe(404);
    const left = await service.database.query('SELECT 1 FROM summary_links WHERE batch_id = ?', [of.split('/').at(-1)]);
    expect(left).toEqual([]);
  });
});
