import type {
  AddressedFeedbackSourceResponse,
  FeedbackSourceResponse,
  RotatedFeedbackSourceResponse,
} from '../../src/management/feedback-source.responses';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { Person } from '../management/person';
import { build, runCli } from '../processes/service-process';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { told } from './feedback-service';
import { sendgridKeys } from './signed-requests';

const KEY = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

describe.each(setUps)('sources of feedback, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let owner: Person;
  let path: string;

  const request = (to: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${to}`, init);

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await BatchService.start(setUp.env, new ScriptedEngine());
    owner = await Person.signUp({ request });
    path = `/v1/organizations/${owner.organizationId}/feedback/sources`;
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  async function make(body: object = {}) {
    const made = await owner.post<AddressedFeedbackSourceResponse>(path, {
      provider: 'generic',
      name: 'Newsletter',
      ...body,
    });
    expect(made.status).toBe(201);
    return made.body;
  }

  async function send(url: string): Promise<number> {
    const body = JSON.stringify({ events: [told('delivered', 'a@source.test')] });
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    return (await request(new URL(url).pathname, init)).status;
  }

  it('are made, shown without what opens them, rotated, switched and removed', async () => {
    const { url, ...source } = await make({ provider: 'generic' });
    expect(new URL(url).pathname).toMatch(new RegExp(`^/v1/feedback/in/${source.id}/generic\\.[\\w-]{43}$`));
    expect(await send(url)).toBe(200);
    const listed = await owner.get<FeedbackSourceResponse[]>(path);
    expect(listed.body).toMatchObject([{ id: source.id, provider: 'generic', name: 'Newsletter', is_enabled: true }]);
    expect(JSON.stringify(listed.body)).not.toContain(url.split('/').at(-1));

    const off = await owner.patch<FeedbackSourceResponse>(`${path}/${source.id}`, { is_enabled: false });
    expect([off.status, off.body.is_enabled, await send(url)]).toEqual([200, false, 410]);
    await owner.patch(`${path}/${source.id}`, { is_enabled: true });

    const moved = await owner.post<RotatedFeedbackSourceResponse>(`${path}/${source.id}/rotate`, {});
    expect([moved.status, await send(moved.body.url!), await send(url)]).toEqual([200, 200, 200]);
    expect(moved.body.old_address_until).toMatch(/^20/);
    const keyed = await owner.post<RotatedFeedbackSourceResponse>(`${path}/${source.id}/rotate`, { secret: KEY });
    expect(keyed.body).toMatchObject({ url: null, has_secret: true, old_secret_until: null });
    expect(JSON.stringify(keyed.body)).not.toContain(KEY);

    expect((await owner.delete(`${path}/${source.id}`)).status).toBe(204);
    expect((await owner.get<unknown[]>(path)).body).toEqual([]);
    expect([await send(url), await send(moved.body.url!)]).toEqual([404, 404]);
    const entries = await service.database.query<{ action: string; account_id: number }>(
      "SELECT action, account_id FROM audit_entries WHERE organization_id = ? AND action LIKE 'feedback%' ORDER BY id",
      [owner.organizationId],
    );
    expect(entries).toEqual(
      ['creation', 'disabling', 'enabling', 'rotation', 'rotation', 'removal'].map((what) => ({
        action: `feedback_source_${what}`,
        account_id: owner.id,
      })),
    );
  });

  it.each([
    ['provider', { provider: 'pigeon' }],
    ['name', { name: '' }],
    ['secret', { secret: '' }],
    ['secret', { secret: 7 }],
    ['secret', { secret: 'x'.repeat(4097) }],
    ['url', { url: 'https://example.org' }],
  ])('are not made with a wrong %s: %j', async (field, wrong) => {
    const { status, body } = await owner.post(path, { provider: 'ses', name: 'x', ...wrong });
    expect([status, body]).toMatchObject([422, { errors: { [field]: [expect.any(String)] } }]);
  });

  it('are neither made nor rotated with a key that their provider can’t be checked by', async () => {
    const before = await owner.get<FeedbackSourceResponse[]>(path);
    const { verificationKey, pem } = sendgridKeys();
    const wrong = await owner.post(path, { provider: 'sendgrid', name: 'x', secret: 'hello' });
    const fault = { errors: { secret: [expect.stringMatching(/^This is no verification key of SendGrid: copy it/)] } };
    expect([wrong.status, wrong.body]).toMatchObject([422, fault]);
    expect((await owner.get<FeedbackSourceResponse[]>(path)).body).toEqual(before.body);

    const { id } = await make({ provider: 'sendgrid', secret: pem });
    const rotate = `${path}/${id}/rotate`;
    const { status, body } = await owner.post(rotate, { secret: KEY });
    expect([status, body]).toMatchObject([422, fault]);
    expect((await owner.post(rotate, { secret: verificationKey })).status).toBe(200);
    await owner.delete(`${path}/${id}`);
  });

  it('are not rotated while what the rotation before replaced still holds, unless it may end', async () => {
    const { id, url: first } = await make();
    const rotate = `${path}/${id}/rotate`;
    const again = (query = '', body: object = {}) =>
      owner.post<RotatedFeedbackSourceResponse>(`${rotate}${query}`, body);
    const both = await Promise.all([again(), again()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { url: second, old_address_until: until } = both.find(({ status }) => status === 200)!.body;
    const refusal = {
      message: `What the last rotation replaced holds until ${until}. Rotate after that, or say that it may end now: end_previous.`,
    };
    expect(both.find(({ status }) => status === 409)!.body).toEqual(refusal);
    expect([await send(first), await send(second!)]).toEqual([200, 200]);
    const { body } = await again('?end_previous=true');
    expect([await send(first), await send(second!), await send(body.url!)]).toEqual([404, 200, 200]);
    service.clock.forward(86_400_001);
    expect((await again()).status).toBe(200);
    service.clock.forward(-86_400_001);

    const keys = [1, 2, 3, 4].map((byte) => ({ secret: `whsec_${Buffer.alloc(24, byte).toString('base64')}` }));
    const statuses: number[] = [];
    for (const key of keys.slice(0, 3)) statuses.push((await again('', key)).status);
    statuses.push((await again('?end_previous=true', keys[3])).status);
    expect(statuses).toEqual([200, 200, 409, 200]);
    expect((await again('?end_previous=maybe', keys[3])).body).toEqual({
      message: 'The end_previous parameter is true or false.',
    });
    await owner.delete(`${path}/${id}`);
  });

  it('are the business of owners and admins, and of nobody else’s organization', async () => {
    const admin = await (await Person.signUp({ request })).joins(owner, 'admin');
    const member = await (await Person.signUp({ request })).joins(owner, 'member');
    const stranger = await Person.signUp({ request });
    const theirs = `/v1/organizations/${stranger.organizationId}/feedback/sources`;
    const { id } = await make();
    expect((await admin.get(path)).status).toBe(200);
    for (const [person, status] of [
      [member, 403],
      [stranger, 404],
    ] as const) {
      const answers = [
        await person.get(path),
        await person.post(path, { provider: 'ses', name: 'x' }),
        await person.post(`${path}/${id}/rotate`, {}),
        await person.patch(`${path}/${id}`, { is_enabled: false }),
        await person.delete(`${path}/${id}`),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status, status]);
    }
    // By the id of another organization's source in one's own.
    const answers = [
      await stranger.post(`${theirs}/${id}/rotate`, {}),
      await stranger.patch(`${theirs}/${id}`, { is_enabled: false }),
      await stranger.delete(`${theirs}/${id}`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
    expect((await owner.get<FeedbackSourceResponse[]>(path)).body).toMatchObject([{ id, is_enabled: true }]);
    await owner.delete(`${path}/${id}`);
  });

  it('are no more than anybody can look after', async () => {
    const busy = await Person.signUp({ request });
    const own = `/v1/organizations/${busy.organizationId}/feedback/sources`;
    const wish = { provider: 'brevo', name: 'x' };
    const made = await Promise.all(Array.from({ length: 55 }, () => busy.post(own, wish)));
    const statuses = made.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(50).fill(201), ...Array<number>(5).fill(422)]);
  });

  describe('by the command line', () => {
    beforeAll(() => build(), 120_000);

    async function cli(
      ...args: string[]
    ): Promise<{ code: number | string; out: Record<string, unknown>; err: string }> {
      const env = { ...setUp.env, PUBLIC_URL: 'https://check.example.org' };
      const { code, stdout, stderr } = await runCli(env, ...args, '--json');
      return { code, out: JSON.parse(code === 0 ? stdout : '{}') as Record<string, unknown>, err: stderr };
    }

    it('are made, listed, rotated, switched off and removed', async () => {
      const organization = String(owner.organizationId);
      const wish = ['--organization', organization, '--provider', 'generic', '--name', 'From the shell'];
      const { out: made } = await cli('feedback', 'source', 'create', ...wish);
      const id = String(made['source_id']);
      const url = String(made['url']);
      expect(url).toMatch(new RegExp(`^https://check\\.example\\.org/v1/feedback/in/${id}/generic\\.[\\w-]{43}$`));
      expect(await send(url)).toBe(200);
      const { out: listed } = await cli('feedback', 'source', 'list', '--organization', organization);
      expect(listed['sources']).toMatchObject([{ source_id: Number(id), provider: 'generic', name: 'From the shell' }]);
      const counts = { duplicate_count: 0, ignored_count: 0, fault_count: 0, topic_arn: null, confirmation_url: null };
      expect(listed['sources']).toMatchObject([counts]);
      const { out: rotated } = await cli('feedback', 'source', 'rotate', '--id', id);
      expect(await send(String(rotated['url']))).toBe(200);
      const refused = await cli('feedback', 'source', 'rotate', '--id', id);
      expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/holds until 20.*may end now/)]);
      const { out: last } = await cli('feedback', 'source', 'rotate', '--id', id, '--end-previous');
      expect([await send(String(last['url'])), await send(url)]).toEqual([200, 404]);
      expect((await cli('feedback', 'source', 'disable', '--id', id)).out).toMatchObject({ disabled: true });
      expect(await send(String(last['url']))).toBe(410);
      expect((await cli('feedback', 'source', 'remove', '--id', id)).out).toMatchObject({ removed: true });
      expect(await send(String(last['url']))).toBe(404);
      expect((await cli('feedback', 'source', 'remove', '--id', id)).err).toMatch(/no such source/);
      const unusable = ['--organization', organization, '--provider', 'resend', '--name', 'x', '--secret', 'abc'];
      const faulty = await cli('feedback', 'source', 'create', ...unusable);
      expect([faulty.code, faulty.err]).toEqual([1, expect.stringMatching(/This is no signing secret of Resend/)]);
      const nowhere = ['--organization', '999999', '--provider', 'ses', '--name', 'x'];
      expect((await cli('feedback', 'source', 'create', ...nowhere)).err).toMatch(/no organization 999999/);
      for (const list of [
        ['feedback', 'source', 'list'],
        ['webhook', 'list'],
      ]) {
        const { code, err } = await cli(...list, '--organization', '999999');
        expect([code, err]).toEqual([1, expect.stringMatching(/no organization 999999/)]);
      }
      expect((await cli('feedback', 'source', 'create', ...wish.slice(0, 2), '--provider', 'x')).code).toBe(1);
    });
  });
});
