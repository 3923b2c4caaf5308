import { createHmac, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { person } from '../../src/audit/actor';
import { hashOfSecret, makeSecret } from '../../src/common/secrets';
import { Metrics } from '../../src/common/metrics';
import { FEEDBACK_PROVIDERS } from '../../src/feedback/events/feedback-provider';
import { FeedbackIntake } from '../../src/feedback/intake/feedback-intake.service';
import { IntakeLoad } from '../../src/feedback/intake/intake-load';
import { InboxReader } from '../../src/feedback/intake/inbox-reader';
import { DatabaseUnavailableError } from '../../src/database/database.errors';
import { FeedbackSources } from '../../src/feedback/sources/feedback-sources.service';
import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import { OrganizationRemoval } from '../../src/management/organization-removal';
import { JobQueue } from '../../src/queue/job-queue';
import { ScriptedEngine } from '../batches/scripted-engine';
import { BatchService, type Customer } from '../batches/batch-service';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { FeedbackClient, told, type Source } from './feedback-service';

const DAY_MS = 86_400_000;
const NO_SUCH = { message: 'There is no such source of feedback here.' };
const KEY = `whsec_${randomBytes(32).toString('base64')}`;

/** Standard Webhooks 1.0.0. */
function signed(body: string, key = KEY, at = Date.now(), id = `msg_${randomBytes(8).toString('hex')}`) {
  const seconds = String(Math.floor(at / 1000));
  const hmac = createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'));
  const signature = hmac.update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
}

const bodyOf = (...events: object[]): string => JSON.stringify({ events });

describe.each(setUps)('the intake of feedback, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let feedback: FeedbackClient;
  let sources: FeedbackSources;
  let customer: Customer;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await BatchService.start(setUp.env, new ScriptedEngine());
    feedback = new FeedbackClient(service);
    sources = service.app.get(FeedbackSources);
    customer = await feedback.customer();
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const gone = (name: string) =>
    told('hard_bounce', `${name}@company.test`, { smtp_code: 550, enhanced_code: '5.1.1' });

  async function answered(path: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
    const response = await feedback.post(path, body, headers);
    const text = await response.text();
    return [response.status, text === '' ? null : (JSON.parse(text) as { message: string })] as const;
  }

  /** Nothing is stored of it. */
  async function isUntouched(source: Source): Promise<void> {
    expect(await feedback.waiting(source)).toBe(0);
    expect(await feedback.state(source)).toMatchObject({ eventCount: 0, duplicateCount: 0, lastEventAt: null });
  }

  it('answers, and reads what came soon after', async () => {
    const source = await feedback.source(customer);
    const response = await feedback.post(source.path, bodyOf({ ...gone('gone'), email: 'Gone@Company.test' }));
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain;/);
    expect(await feedback.read(source)).toEqual({
      eventCount: 1,
      duplicateCount: 0,
      ignoredCount: 0,
      faultCount: 0,
    });
    expect(await feedback.known(customer, 'gone@company.test')).toMatchObject({ known: 'hard_bounce' });
    expect(await feedback.events(customer, `?source_id=${source.id}`)).toMatchObject({
      events: [{ type: 'hard_bounce', email: 'gone@company.test', smtp_code: 550, source_id: source.id }],
      next_before: null,
    });
  });

  it('tells who asks whether it is there', async () => {
    const { path } = await feedback.source(customer);
    for (const method of ['GET', 'HEAD']) {
      const look = (to: string) => fetch(`http://127.0.0.1:${service.port}${to}`, { method });
      const response = await look(path);
      expect([response.status, await response.text()]).toEqual([200, '']);
      expect(response.headers.get('content-type')).toMatch(/^text\/plain;/);
      const none = await look(`${path}x`);
      expect([none.status, none.headers.get('content-type')]).toEqual([
        404,
        expect.stringMatching(/^application\/json/),
      ]);
    }
  });

  it('is closed to who has not its token, and does not say which part is wrong', async () => {
    const source = await feedback.source(customer);
    const other = await feedback.source(customer);
    const tokenOf = ({ path }: Source): string => path.split('/').at(-1) ?? '';
    const stored = await service.database.query<{ hash: string }>(
      'SELECT token_hash AS hash FROM feedback_sources WHERE id = ?',
      [source.id],
    );
    const base = '/v1/feedback/in';
    for (const path of [
      `${base}/${source.id}/${tokenOf(other)}`,
      `${base}/${other.id}/${tokenOf(source)}`,
      `${base}/${source.id}/${stored[0]!.hash}`,
      `${base}/${source.id}/x`,
      `${base}/999999/${tokenOf(source)}`,
      `${base}/0/${tokenOf(source)}`,
      `${base}/abc/${tokenOf(source)}`,
    ]) {
      expect([path, ...(await answered(path, bodyOf(gone('x'))))]).toEqual([path, 404, NO_SUCH]);
    }
    await isUntouched(source);
  });

  it('takes what is signed, and nothing that is not, not so, or was so long ago', async () => {
    const source = await feedback.source(customer, 'generic', KEY);
    const body = bodyOf(gone('signed'));
    const wrong = `whsec_${randomBytes(32).toString('base64')}`;
    for (const headers of [
      {},
      signed(body, wrong),
      signed(bodyOf(gone('other'))),
      signed(body, KEY, Date.now() - 3 * DAY_MS),
      signed(body, KEY, Date.now() + DAY_MS),
      { ...signed(body), 'webhook-signature': 'v1,' },
      { ...signed(body), 'webhook-signature': 'v9,AAAA' },
    ]) {
      expect((await answered(source.path, body, headers))[0]).toBe(401);
    }
    await isUntouched(source);
    expect(await feedback.state(source)).toMatchObject({ faultCount: 7 });
    expect((await feedback.state(source)).lastError).toMatch(/signature/i);
    expect((await answered(source.path, body, signed(body)))[0]).toBe(200);
    expect(await feedback.read(source)).toMatchObject({ eventCount: 1 });
  });

  it('takes a request that is sent again, and counts it once', async () => {
    const source = await feedback.source(customer, 'generic', KEY);
    const body = bodyOf(gone('again'), gone('and-again'));
    const headers = signed(body);
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await answered(source.path, body, headers))[0]),
    );
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect((await feedback.read(source)).eventCount).toBe(2);
    // The same events in other requests.
    for (let time = 0; time < 3; time += 1) await answered(source.path, body, signed(body));
    const { eventCount } = await feedback.read(source);
    expect(eventCount).toBe(2);
    expect((await feedback.events(customer, `?source_id=${source.id}`)).events).toHaveLength(2);
  });

  it('counts the same event of two sources, and of two organizations, for each', async () => {
    const other = await feedback.customer();
    const [one, two, theirs] = [
      await feedback.source(customer),
      await feedback.source(customer),
      await feedback.source(other),
    ];
    const body = bodyOf(gone('shared'));
    for (const { path } of [one, two, theirs]) expect((await answered(path, body))[0]).toBe(200);
    for (const source of [one, two, theirs]) expect((await feedback.read(source)).eventCount).toBe(1);
    expect((await feedback.events(other)).events).toHaveLength(1);
    expect(await feedback.known(other, 'gone@company.test')).toBeNull();
  });

  it('refuses what is not of its form by the status of its table, and stores nothing', async () => {
    const source = await feedback.source(customer);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await answered(source.path, 'event=bounce', form))[0]).toBe(400);
    expect((await answered(source.path, '{"events"'))[0]).toBe(400);
    expect((await answered(source.path, '[]'))[0]).toBe(400);
    expect((await answered(source.path, ''))[0]).toBe(400);
    expect((await answered(source.path, 'not gzip', { 'Content-Encoding': 'gzip' }))[0]).toBe(400);
    expect((await answered(source.path, 'x', { 'Content-Encoding': 'zstd' }))[0]).toBe(400);
    await isUntouched(source);
    // Mailgun goes on trying after any answer but 406.
    const mailgun = await feedback.source(customer, 'mailgun', 'key');
    await sources.setDisabled(customer.organizationId, mailgun.id, true, person(1));
    expect((await answered(mailgun.path, '{}'))[0]).toBe(406);
  });

  it('takes bodies up to 10 MB, packed ones by what they unpack to', async () => {
    const source = await feedback.source(customer);
    const padded = (bytes: number): string => bodyOf({ ...gone('large'), padding: 'x'.repeat(bytes) });
    const tenMegabytes = 10 * 1024 * 1024;
    expect((await answered(source.path, padded(tenMegabytes)))[0]).toBe(413);
    const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024, 0x20));
    expect(bomb.length).toBeLessThan(tenMegabytes);
    expect((await answered(source.path, bomb, { 'Content-Encoding': 'gzip' }))[0]).toBe(413);
    await isUntouched(source);
    expect((await answered(source.path, padded(tenMegabytes - 1000)))[0]).toBe(200);
    const packed = gzipSync(bodyOf(gone('packed')));
    expect((await answered(source.path, packed, { 'Content-Encoding': 'gzip' }))[0]).toBe(200);
    expect(await feedback.read(source)).toMatchObject({ eventCount: 2 });
  });

  it('reads a thousand events of a request, and a wrong one marks nobody', async () => {
    const source = await feedback.source(customer);
    const events = Array.from({ length: 998 }, (_, index) => told('delivered', `user-${index}@thousand.test`));
    const wrong = [told('hard_bounce', 'no address'), told('opened', 'open@thousand.test')];
    expect((await answered(source.path, bodyOf(...events, ...wrong)))[0]).toBe(200);
    expect(await feedback.read(source)).toEqual({
      eventCount: 998,
      duplicateCount: 0,
      ignoredCount: 2,
      faultCount: 0,
    });
    expect(await feedback.known(customer, 'user-997@thousand.test')).toMatchObject({ known: 'delivered' });
    expect(await feedback.known(customer, 'open@thousand.test')).toBeNull();
  });

  it('leaves out what is years old, and takes what is to come for what is now', async () => {
    const source = await feedback.source(customer);
    const at = (occurred_at: string, email: string) => ({ ...gone('x'), email, occurred_at });
    const body = bodyOf(
      at('1970-01-01T00:00:00Z', 'old@time.test'),
      at('2100-01-01T00:00:00Z', 'new@time.test'),
      at('yesterday', 'no@time.test'),
    );
    expect((await answered(source.path, body))[0]).toBe(200);
    expect(await feedback.read(source)).toMatchObject({ eventCount: 1, ignoredCount: 2 });
    const known = await feedback.known(customer, 'new@time.test');
    expect(Date.parse(known!.last_hard_bounce_at!)).toBeLessThanOrEqual(service.clock.now());
  });

  it('is switched off and on, rotated and removed', async () => {
    const source = await feedback.source(customer, 'generic', KEY);
    const of = customer.organizationId;
    const by = person(1);
    const send = async (path = source.path, key = KEY) => {
      const body = bodyOf(gone('switched'));
      return (await answered(path, body, signed(body, key, service.clock.now())))[0];
    };
    await sources.setDisabled(of, source.id, true, by);
    expect(await send()).toBe(410);
    await isUntouched(source);
    await sources.setDisabled(of, source.id, false, by);
    expect(await send()).toBe(200);

    const newKey = `whsec_${randomBytes(32).toString('base64')}`;
    await sources.rotateSecret(of, source.id, newKey, by);
    const path = new URL((await sources.rotateToken(of, source.id, by)).url).pathname;
    expect(path).not.toBe(source.path);
    for (const [to, key] of [
      [path, newKey],
      [path, KEY],
      [source.path, newKey],
    ] as const)
      expect(await send(to, key)).toBe(200);
    service.clock.forward(DAY_MS + 1);
    expect([await send(path, newKey), await send(path, KEY), await send(source.path, newKey)]).toEqual([200, 401, 404]);

    await feedback.read(source);
    await sources.remove(of, source.id, by);
    expect(await send(path, newKey)).toBe(404);
    expect(await feedback.known(customer, 'switched@company.test')).toMatchObject({ known: 'hard_bounce' });
    service.clock.forward(-DAY_MS - 1);
  });

  it('keeps the keys of signatures sealed, and of tokens a hash', async () => {
    const source = await feedback.source(customer, 'generic', KEY);
    const [row] = await service.database.query<Record<string, unknown>>('SELECT * FROM feedback_sources WHERE id = ?', [
      source.id,
    ]);
    const text = JSON.stringify(row);
    expect(text).not.toContain(KEY.slice('whsec_'.length));
    expect(text).not.toContain(source.path.split('/').at(-1));
  });

  it('takes nothing while the key of its signatures can not be read', async () => {
    const source = await feedback.source(customer, 'generic', KEY);
    // As after another JWT_SECRET.
    await service.database.execute('UPDATE feedback_sources SET secret = ? WHERE id = ?', [
      'sealed otherwise',
      source.id,
    ]);
    for (const headers of [{}, signed(bodyOf(gone('sealed')))]) {
      expect((await answered(source.path, bodyOf(gone('sealed')), headers))[0]).toBe(503);
    }
    await isUntouched(source);
    expect((await feedback.state(source)).lastError).toContain('give it again');
  });

  it('asks who sends too much to come again later', async () => {
    const strict = await BatchService.start({ ...setUp.env, FEEDBACK_REQUESTS_PER_MINUTE: '2' }, new ScriptedEngine());
    const client = new FeedbackClient(strict);
    const source = await client.source(customer);
    const other = await client.source(customer);
    const seen: number[] = [];
    let after = '';
    for (let call = 0; call < 6; call += 1) {
      const response = await client.post(source.path, bodyOf(gone('much')));
      await response.text();
      seen.push(response.status);
      after = response.headers.get('retry-after') ?? after;
    }
    // A minute may end in between.
    expect(seen.filter((status) => status === 503).length).toBeGreaterThanOrEqual(2);
    expect(Number(after)).toBeGreaterThan(0);
    // By its source, not by where it comes from.
    expect((await client.post(other.path, bodyOf(gone('much')))).status).toBe(200);
    await strict.stop();
  });

  it('is answered in the way of its provider while the database is away', async () => {
    const brevo = await feedback.source(customer, 'brevo');
    const source = await feedback.source(customer);
    const hard = {
      event: 'hard_bounce',
      email: 'gone@brevo.test',
      'message-id': '<1@brevo.test>',
      ts_epoch: Date.now(),
    };
    const send = async () => [
      (await answered(brevo.path, JSON.stringify(hard)))[0],
      (await answered(source.path, bodyOf(gone('away'))))[0],
    ];
    for (const { path } of [brevo, source]) await fetch(`http://127.0.0.1:${service.port}${path}`);
    const away = new DatabaseUnavailableError();
    // Where the sources are remembered, and where they are not.
    for (const methods of [['execute'], ['query', 'execute']] as const) {
      const spies = methods.map((method) => jest.spyOn(service.database, method).mockRejectedValue(away));
      // Brevo discards what is answered with any 5xx.
      expect([methods, await send()]).toEqual([methods, [429, 503]]);
      for (const spy of spies) spy.mockRestore();
    }
    expect(await send()).toEqual([200, 200]);
    for (const one of [brevo, source]) expect(await feedback.read(one)).toMatchObject({ eventCount: 1 });
  });

  it.each(FEEDBACK_PROVIDERS)('is answered so by a process that has not seen its source yet: %s', async (name) => {
    // Nobody has asked at its address, as after a restart.
    const source = await feedback.source(customer, name);
    const moved = new URL((await sources.rotateToken(customer.organizationId, source.id, person(1))).url).pathname;
    const spy = jest.spyOn(service.database, 'query').mockRejectedValue(new DatabaseUnavailableError());
    const statuses = [(await answered(source.path, '{}'))[0], (await answered(moved, '{}'))[0]];
    spy.mockRestore();
    // Brevo discards what is answered with any 5xx, SNS what is answered with any 4xx.
    const status = name === 'brevo' ? 429 : 503;
    expect(statuses).toEqual([status, status]);
  });

  it('takes addresses that do not name their provider, as those of before', async () => {
    const source = await feedback.source(customer);
    const token = makeSecret();
    await service.database.execute('UPDATE feedback_sources SET token_hash = ? WHERE id = ?', [
      hashOfSecret(token),
      source.id,
    ]);
    expect((await answered(`/v1/feedback/in/${source.id}/${token}`, bodyOf(gone('older'))))[0]).toBe(200);
    // The name is a part of the secret.
    expect((await answered(`/v1/feedback/in/${source.id}/generic.${token}`, bodyOf(gone('older'))))[0]).toBe(404);
    expect(await feedback.read(source)).toMatchObject({ eventCount: 1 });
  });

  it('says how much waits to be read, and for how long', async () => {
    const source = await feedback.source(customer);
    const figure = async (name: string): Promise<number> => {
      const text = await service.app.get(Metrics).registry.getSingleMetricAsString(name);
      return Number(/^\w+ (\S+)$/m.exec(text)?.[1]);
    };
    const figures = () => Promise.all(['feedback_inbox_entries', 'feedback_inbox_oldest_seconds'].map(figure));
    await eventually('nothing waits', async () => (await figure('feedback_inbox_entries')) === 0);
    expect(await figures()).toEqual([0, 0]);
    const add = jest.spyOn(service.app.get(JobQueue), 'add').mockRejectedValue(new Error('lost'));
    for (const name of ['waits', 'waits-too']) expect((await answered(source.path, bodyOf(gone(name))))[0]).toBe(200);
    service.clock.forward(3_600_000);
    const [entries, seconds = 0] = await figures();
    expect(entries).toBe(2);
    expect(seconds).toBeGreaterThanOrEqual(3600);
    expect(seconds).toBeLessThan(7200);
    service.clock.forward(-3_600_000);
    add.mockRestore();
    expect(await feedback.read(source)).toMatchObject({ eventCount: 2 });
    expect(await figures()).toEqual([0, 0]);
  });

  it('holds no more bodies at a time than there is memory for', async () => {
    const source = await feedback.source(customer);
    /** A body of no length that is told, and so perhaps of 10 MB. */
    const begin = () => {
      let send: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          send = controller;
          controller.enqueue(new TextEncoder().encode('{"events":['));
        },
      });
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
      const answer = fetch(`http://127.0.0.1:${service.port}${source.path}`, init);
      const end = (): void => {
        send?.enqueue(new TextEncoder().encode(']}'));
        send?.close();
      };
      return { answer, end };
    };
    const slow = Array.from({ length: 6 }, begin);
    const load = service.app.get(IntakeLoad);
    await eventually('all six are held', () => Promise.resolve(load.heldBytes === 6 * 10 * 1024 * 1024));
    const { answer: seventh, end: endSeventh } = begin();
    endSeventh();
    expect((await seventh).status).toBe(503);
    expect((await answered(source.path, bodyOf(gone('small'))))[0]).toBe(200);
    for (const { end } of slow) end();
    expect((await Promise.all(slow.map(({ answer }) => answer))).map(({ status }) => status)).toEqual(
      Array<number>(6).fill(200),
    );
  });

  describe('when a process dies in between', () => {
    /** What is left when the process died right after its answer, or the queue lost the job. */
    async function leave(source: Source, body: string): Promise<void> {
      const add = jest.spyOn(service.app.get(JobQueue), 'add').mockRejectedValue(new Error('lost'));
      expect((await answered(source.path, body))[0]).toBe(200);
      add.mockRestore();
    }

    it('nothing is lost', async () => {
      const source = await feedback.source(customer);
      await leave(source, bodyOf(gone('lost')));
      expect(await feedback.read(source)).toMatchObject({ eventCount: 1 });
    });

    it('nothing is counted twice, however often it is begun and by how many', async () => {
      const source = await feedback.source(customer);
      const events = Array.from({ length: 250 }, (_, index) => told('complaint', `user-${index}@twice.test`));
      await leave(source, bodyOf(...events));
      const reader = service.app.get(InboxReader);
      const stopping = new AbortController();
      const reads = Array.from({ length: 4 }, () => reader.read(source.id, stopping.signal));
      setImmediate(() => {
        stopping.abort();
      });
      await Promise.allSettled(reads);
      expect(await feedback.read(source)).toMatchObject({ eventCount: 250, duplicateCount: 0 });
      const [row] = await service.database.query<{ count: number }>(
        'SELECT COUNT(*) AS count FROM feedback_events WHERE source_id = ?',
        [source.id],
      );
      expect(Number(row?.count)).toBe(250);
    });
  });

  describe('when a source is removed', () => {
    const everyone = (count: number) => Array.from({ length: count }, (_, at) => told('complaint', `u${at}@left.test`));
    const remove = ({ organizationId }: Customer, { id }: Source) => sources.remove(organizationId, id, person(1));
    const sourceRows = ({ id }: Source) => service.database.query('SELECT 1 FROM feedback_sources WHERE id = ?', [id]);
    const readAll = (source: Source) =>
      eventually('the inbox is read', async () => (await feedback.waiting(source)) === 0);

    it.each([
      ['before any of it is read', false],
      ['while it is read', true],
    ])('what it was answered for stays known: %s', async (_, isRead) => {
      const one = await feedback.customer();
      const source = await feedback.source(one);
      const add = jest.spyOn(service.app.get(JobQueue), 'add').mockRejectedValue(new Error('lost'));
      expect((await answered(source.path, bodyOf(...everyone(450))))[0]).toBe(200);
      add.mockRestore();
      const reading = isRead ? service.app.get(InboxReader).read(source.id, new AbortController().signal) : null;
      if (isRead)
        await eventually('some is read', async () => (await feedback.events(one, '?limit=1')).events.length > 0);
      await remove(one, source);
      expect((await answered(source.path, bodyOf(gone('late'))))[0]).toBe(404);
      await reading;
      await readAll(source);
      const [row] = await service.database.query<{ count: number }>(
        'SELECT COUNT(*) AS count FROM feedback_events WHERE source_id = ?',
        [source.id],
      );
      expect(Number(row?.count)).toBe(450);
      expect((await feedback.events(one, `?source_id=${source.id}&limit=1`)).events).toHaveLength(1);
      expect(await feedback.known(one, 'u449@left.test')).toMatchObject({ known: 'complaint' });
      expect(await sources.list(one.organizationId)).toEqual([]);
    });

    it('so does what a process took that had not heard of it; then its row goes', async () => {
      const one = await feedback.customer();
      const source = await feedback.source(one);
      const intake = service.app.get(FeedbackIntake);
      const opened = await intake.open(source.id, source.path.split('/').at(-1) ?? '');
      await remove(one, source);
      const body = Buffer.from(bodyOf(gone('unheard')));
      await intake.take(opened, body.length, () => Promise.resolve({ headers: {}, body, url: '' }));
      await readAll(source);
      expect(await feedback.known(one, 'unheard@company.test')).toMatchObject({ known: 'hard_bounce' });
      await service.app.get(MaintenanceService).sweep();
      expect(await sourceRows(source)).toHaveLength(1);
      service.clock.forward(DAY_MS);
      await service.app.get(MaintenanceService).sweep();
      expect(await sourceRows(source)).toEqual([]);
      service.clock.forward(-DAY_MS);
    });

    it('is seen and changed by nobody, and leaves its place to another', async () => {
      const one = await feedback.customer();
      const made: Source[] = [];
      for (let count = 0; count < 50; count += 1) made.push(await feedback.source(one));
      const [source] = made;
      await expect(feedback.source(one)).rejects.toThrow(/50 sources at most/);
      await remove(one, source!);
      const { organizationId } = one;
      for (const change of [
        () => remove(one, source!),
        () => sources.find(organizationId, source!.id),
        () => sources.organizationOf(source!.id),
        () => sources.rotateToken(organizationId, source!.id, person(1)),
        () => sources.setDisabled(organizationId, source!.id, true, person(1)),
      ])
        await expect(change()).rejects.toThrow(NO_SUCH.message);
      expect((await sources.list(organizationId)).map(({ id }) => id)).toEqual(made.slice(1).map(({ id }) => id));
      await feedback.source(one);
    });

    it('its organization takes all with it', async () => {
      const one = await feedback.customer();
      const source = await feedback.source(one);
      await remove(one, source);
      await service.app.get(OrganizationRemoval).remove(one.organizationId);
      expect(await sourceRows(source)).toEqual([]);
    });
  });

  it('takes the events of Amazon SES as EventBridge sends them', async () => {
    const source = await feedback.source(customer, 'ses');
    const detail = {
      eventType: 'Bounce',
      mail: { messageId: 'm1', timestamp: new Date().toISOString(), destination: ['gone@ses.test'] },
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        feedbackId: 'f1',
        timestamp: new Date().toISOString(),
        bouncedRecipients: [
          { emailAddress: 'gone@ses.test', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
        ],
      },
    };
    const event = { version: '0', id: 'e1', 'detail-type': 'Email Bounced', source: 'aws.ses', detail };
    expect((await answered(source.path, JSON.stringify(event)))[0]).toBe(200);
    expect(await feedback.read(source)).toMatchObject({ eventCount: 1 });
    expect(await feedback.known(customer, 'gone@ses.test')).toMatchObject({ known: 'hard_bounce' });
  });

  it('ends with its time: the inbox after a week, events after a month, what follows by its age', async () => {
    const one = await feedback.customer();
    const source = await feedback.source(one);
    await answered(source.path, bodyOf(gone('aged'), told('delivered', 'fresh@aged.test')));
    await feedback.read(source);
    await service.database.execute(
      "INSERT INTO feedback_inbox (organization_id, source_id, headers, body, is_packed, body_bytes, due_at, received_at) VALUES (?, ?, '{}', '', 0, 0, ?, ?)",
      [one.organizationId, 999_999, Number.MAX_SAFE_INTEGER, service.clock.now()],
    );
    const count = async (table: string): Promise<number> => {
      const [row] = await service.database.query<{ count: number }>(
        `SELECT COUNT(*) AS count FROM ${table} WHERE organization_id = ?`,
        [one.organizationId],
      );
      return Number(row?.count);
    };
    const counts = async () => [
      await count('feedback_inbox'),
      await count('feedback_events'),
      await count('known_addresses'),
    ];
    const sweep = () => service.app.get(MaintenanceService).sweep();
    await sweep();
    expect(await counts()).toEqual([1, 2, 2]);
    service.clock.forward(8 * DAY_MS);
    await sweep();
    expect(await counts()).toEqual([0, 2, 2]);
    service.clock.forward(23 * DAY_MS);
    await sweep();
    expect(await counts()).toEqual([0, 0, 1]);
    service.clock.forward(335 * DAY_MS);
    await sweep();
    expect(await counts()).toEqual([0, 0, 0]);
    service.clock.forward(-366 * DAY_MS);
  });

  it('ends with its organization', async () => {
    const one = await feedback.customer();
    const source = await feedback.source(one);
    await answered(source.path, bodyOf(gone('removed')));
    await feedback.read(source);
    await feedback.tell(one, [gone('removed-too')]);
    await service.app.get(OrganizationRemoval).remove(one.organizationId);
    expect((await answered(source.path, bodyOf(gone('late'))))[0]).toBe(404);
    for (const table of ['feedback_sources', 'feedback_inbox', 'feedback_events', 'known_addresses']) {
      const rows = await service.database.query(`SELECT 1 FROM ${table} WHERE organization_id = ?`, [
        one.organizationId,
      ]);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });
});
