import { hashOfSecret } from '../../src/common/secrets';
import { FEEDBACK_PROVIDERS, type FeedbackProviderName } from '../../src/feedback/events/feedback-provider';
import { TEST_RECIPIENT } from '../../src/feedback/events/test-event/test-payloads';
import type { FeedbackTestResponse } from '../../src/management/feedback-test.responses';
import type {
  AddressedFeedbackSourceResponse,
  FeedbackSourceResponse,
} from '../../src/management/feedback-source.responses';
import type { FeedbackSummaryResponse, ListedAddressesResponse } from '../../src/management/known-addresses.responses';
import { BatchService } from '../batches/batch-service';
import { Person } from '../management/person';
import { eventually } from '../support/eventually';
import { setUps } from '../support/set-ups';
import { told } from './feedback-service';
import { sendgridKeys } from './signed-requests';

const SECRETS: Partial<Record<FeedbackProviderName, string>> = {
  mailgun: 'a-signing-key',
  mandrill: 'a-webhook-key',
  resend: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
  generic: `whsec_${Buffer.alloc(24, 9).toString('base64')}`,
  postmark: 'somebody:kettle',
  sendgrid: sendgridKeys().verificationKey,
};

describe.each(setUps)('the pages of feedback, %s', (setUpName) => {
  let service: BatchService;
  let owner: Person;
  let path: string;

  const request = (to: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${to}`, init);

  beforeAll(async () => {
    service = await BatchService.shared(setUpName);
  });

  beforeEach(async () => {
    owner = await Person.signUp({ request });
    path = `/v1/organizations/${owner.organizationId}/feedback`;
  });

  async function make(provider: FeedbackProviderName = 'generic', secret: string | null = null) {
    const made = await owner.post<AddressedFeedbackSourceResponse>(`${path}/sources`, { provider, name: 'N', secret });
    expect(made.status).toBe(201);
    return made.body;
  }

  async function tests(id: number): Promise<FeedbackTestResponse> {
    const sent = await owner.post<FeedbackTestResponse>(`${path}/sources/${id}/test`);
    expect(sent.status).toBe(200);
    let { body } = sent;
    await eventually('the test is read', async () => {
      ({ body } = await owner.get<FeedbackTestResponse>(`${path}/sources/${id}/test`));
      return body.state !== 'waiting';
    });
    return body;
  }

  /** By a source without a signature. */
  async function tells(url: string, events: readonly object[]): Promise<void> {
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ events }) };
    expect((await request(new URL(url).pathname, init)).status).toBe(200);
    await eventually('the inbox is read', async () => {
      const [row] = await service.database.query<{ count: number }>('SELECT COUNT(*) AS count FROM feedback_inbox', []);
      return Number(row?.count) === 0;
    });
  }

  const list = async (query = '') => (await owner.get<ListedAddressesResponse>(`${path}/addresses${query}`)).body;
  const emails = async (query = '') => (await list(query)).addresses.map(({ email }) => email);

  describe('a test event', () => {
    it.each(FEEDBACK_PROVIDERS)('of %s goes all the way, and counts nowhere', async (provider) => {
      const { id } = await make(provider, SECRETS[provider] ?? null);
      const before = await owner.get<FeedbackTestResponse>(`${path}/sources/${id}/test`);
      expect(before.body).toMatchObject({ state: 'none', sent_at: null });
      const test = await tests(id);
      expect(test).toMatchObject({
        state: 'read',
        duration_ms: expect.any(Number),
        event: { type: 'hard_bounce', strength: 'strong', email: TEST_RECIPIENT, enhanced_code: '5.1.1' },
        reason: null,
      });
      const { body } = await owner.get<FeedbackSourceResponse[]>(`${path}/sources`);
      expect(body).toMatchObject([
        {
          event_count: 0,
          duplicate_count: 0,
          ignored_count: 0,
          fault_count: 0,
          last_event_at: null,
          last_error: null,
        },
      ]);
      expect(await list()).toEqual({ addresses: [], next_after: null });
      const summary = await owner.get<FeedbackSummaryResponse>(path);
      expect(summary.body).toEqual({
        source_count: 1,
        bounced_count: 0,
        has_more_bounced: false,
        last_event_at: null,
      });
      for (const table of ['feedback_events', 'known_addresses', 'feedback_inbox']) {
        const rows = await service.database.query(`SELECT * FROM ${table} WHERE organization_id = ?`, [
          owner.organizationId,
        ]);
        expect(rows).toEqual([]);
      }
    });

    it.each(['mailgun', 'mandrill', 'resend'] as const)('of %s says that the key is missing', async (provider) => {
      const { id } = await make(provider);
      expect(await tests(id)).toMatchObject({
        state: 'refused',
        event: null,
        reason: expect.stringContaining('store'),
      });
      const { body } = await owner.get<FeedbackSourceResponse[]>(`${path}/sources`);
      expect(body).toMatchObject([{ fault_count: 0, last_error: null }]);
    });

    it('says that the source is switched off', async () => {
      const { id } = await make();
      await owner.patch(`${path}/sources/${id}`, { is_enabled: false });
      expect(await tests(id)).toMatchObject({ state: 'refused', reason: 'This source is switched off.' });
    });

    it('can be made by nobody from outside', async () => {
      const { url } = await make();
      const at = Date.now();
      const headers = { 'Content-Type': 'application/json', 'X-Test': '1', 'x-test-at': String(at) };
      const body = JSON.stringify({ events: [told('hard_bounce', 'real@pages.test')], test_at: at });
      await request(new URL(url).pathname, { method: 'POST', headers, body });
      await eventually('it is known', async () => (await emails()).length > 0);
      expect(await emails()).toEqual(['real@pages.test']);
    });

    it('leaves the real events before and behind it as they are', async () => {
      const { id, url } = await make();
      await tells(url, [told('hard_bounce', 'one@pages.test')]);
      await tests(id);
      await tests(id);
      await tells(url, [told('hard_bounce', 'two@pages.test')]);
      expect(await emails()).toEqual(['one@pages.test', 'two@pages.test']);
      const { body } = await owner.get<FeedbackSourceResponse[]>(`${path}/sources`);
      expect(body).toMatchObject([{ event_count: 2, duplicate_count: 0, ignored_count: 0, fault_count: 0 }]);
    });
  });

  describe('known addresses', () => {
    it('are listed by address, found by their beginning and by kind, page by page', async () => {
      const { url } = await make();
      await tells(url, [
        told('hard_bounce', 'Jane.Doe@pages.test'),
        told('complaint', 'jane@pages.test'),
        told('delivered', 'joe@pages.test'),
        told('suppressed', 'kim@pages.test'),
        told('hard_bounce', 'zoe@pages.test', { diagnostic: '550 Mailbox unavailable' }),
        told('soft_bounce', 'lee@pages.test'),
        told('block', 'blocked@pages.test'),
      ]);
      const all = ['jane.doe', 'jane', 'joe', 'kim', 'lee', 'zoe'].map((name) => `${name}@pages.test`);
      expect(await emails()).toEqual(all);
      expect(await emails('?search=JANE')).toEqual(['jane.doe@pages.test', 'jane@pages.test']);
      expect(await emails('?search=%20jane%40')).toEqual(['jane@pages.test']);
      expect(await emails('?search=pages.test')).toEqual([]);
      expect(await emails('?kind=bounced')).toEqual(['jane.doe@pages.test', 'zoe@pages.test']);
      expect(await emails('?kind=complained')).toEqual(['jane@pages.test']);
      expect(await emails('?kind=suppressed&search=k')).toEqual(['kim@pages.test']);
      expect(await emails('?kind=delivered')).toEqual(['joe@pages.test']);
      const first = await list('?limit=4');
      expect(first.next_after).toBe('kim@pages.test');
      expect(await emails(`?limit=4&after=${String(first.next_after)}`)).toEqual(['lee@pages.test', 'zoe@pages.test']);
      expect((await list()).addresses[0]).toEqual({
        email: 'jane.doe@pages.test',
        known: 'hard_bounce',
        since: expect.stringMatching(/^20/),
      });
      expect((await owner.get<FeedbackSummaryResponse>(path)).body).toMatchObject({
        source_count: 1,
        bounced_count: 2,
      });
      for (const query of ['kind=bounces', 'kind=bounced&kind=delivered', 'limit=0', `search=${'x'.repeat(256)}`]) {
        expect((await owner.get(`${path}/addresses?${query}`)).status).toBe(400);
      }
    });

    it('are left out of a kind that does not count any more', async () => {
      const { url } = await make();
      await tells(url, [
        told('delivered', 'joe@pages.test', { occurred_at: new Date(Date.now() - 60_000).toISOString() }),
      ]);
      await service.database.execute('UPDATE known_addresses SET state = ? WHERE organization_id = ?', [
        JSON.stringify({ deliveredAt: Date.now() - 31 * 86_400_000 }),
        owner.organizationId,
      ]);
      expect(await emails('?kind=delivered')).toEqual([]);
      expect((await list()).addresses).toEqual([{ email: 'joe@pages.test', known: null, since: null }]);
    });

    it('are seen with their events, and cleared for good', async () => {
      const { url } = await make();
      const bounce = told('hard_bounce', 'gone@pages.test', { diagnostic: '550 5.1.1 User unknown' });
      await tells(url, [bounce]);
      const one = `${path}/addresses/${encodeURIComponent('Gone@pages.test')}`;
      expect(await owner.get(one)).toMatchObject({
        status: 200,
        body: { email: 'gone@pages.test', known: 'hard_bounce', events: [{ type: 'hard_bounce', strength: 'strong' }] },
      });
      expect((await owner.delete(one)).status).toBe(204);
      await tells(url, [bounce, { ...bounce, id: 'told again' }]);
      expect([(await owner.get(one)).status, await emails(), await emails('?kind=bounced')]).toEqual([404, [], []]);
    });
  });

  it('are open to members for reading, to owners and admins for changes, and to nobody else', async () => {
    const { id, url } = await make();
    await tells(url, [told('hard_bounce', 'mine@pages.test')]);
    const admin = await (await Person.signUp({ request })).joins(owner, 'admin');
    const viewer = await (await Person.signUp({ request })).joins(owner, 'viewer');
    const stranger = await Person.signUp({ request });
    const address = `${path}/addresses/mine%40pages.test`;
    const asked = async (by: Person) => [
      (await by.get(path)).status,
      (await by.get(`${path}/addresses`)).status,
      (await by.get(address)).status,
      (await by.post(`${path}/sources/${id}/test`)).status,
      (await by.get(`${path}/sources/${id}/test`)).status,
      (await by.delete(address)).status,
    ];
    expect(await asked(viewer)).toEqual([200, 200, 200, 403, 403, 403]);
    expect(await asked(stranger)).toEqual([404, 404, 404, 404, 404, 404]);
    const theirs = `/v1/organizations/${stranger.organizationId}/feedback`;
    expect((await stranger.post(`${theirs}/sources/${id}/test`)).status).toBe(404);
    expect((await stranger.get(`${theirs}/addresses/mine%40pages.test`)).status).toBe(404);
    expect((await stranger.get<ListedAddressesResponse>(`${theirs}/addresses`)).body.addresses).toEqual([]);
    // What they delete there is theirs.
    expect((await stranger.delete(`${theirs}/addresses/mine%40pages.test`)).status).toBe(204);
    expect(await emails()).toEqual(['mine@pages.test']);
    expect(await asked(admin)).toEqual([200, 200, 200, 200, 200, 204]);
  });

  it('let an operator see and switch off a source, and tell its organization so', async () => {
    const { id, url } = await make();
    await tells(url, [told('hard_bounce', 'one@pages.test')]);
    const operator = await Person.signUp({ request });
    const place = `/v1/operator/organizations/${owner.organizationId}/feedback/sources`;
    expect((await operator.get(place)).status).toBe(404);
    await service.database.execute('UPDATE accounts SET is_operator = 1 WHERE id = ?', [operator.id]);
    const seen = await operator.get<object[]>(place);
    expect(seen.body).toMatchObject([{ id, provider: 'generic', event_count: 1, is_enabled: true, last_error: null }]);
    expect(Object.keys(seen.body[0] ?? {})).not.toContain('confirmation_url');
    const off = await operator.patch(`/v1/operator/feedback-sources/${id}`, { is_enabled: false });
    expect(off).toMatchObject({ status: 200, body: { is_enabled: false } });
    const wrong = await operator.patch('/v1/operator/feedback-sources/999999', { is_enabled: true });
    expect(wrong.status).toBe(404);
    expect((await owner.patch(`/v1/operator/feedback-sources/${id}`, { is_enabled: true })).status).toBe(404);
    const entries = await service.database.query(
      "SELECT via, account_id FROM audit_entries WHERE organization_id = ? AND action = 'feedback_source_disabling'",
      [owner.organizationId],
    );
    expect(entries).toEqual([{ via: 'operator', account_id: operator.id }]);
  });

  it('keep no secret of a source where it is tested', async () => {
    const { id, url } = await make('generic', SECRETS.generic ?? '');
    const test = JSON.stringify(await tests(id));
    const token = url.split('/').at(-1) ?? '';
    for (const secret of [token, hashOfSecret(token), SECRETS.generic ?? '']) expect(test).not.toContain(secret);
  });
});
