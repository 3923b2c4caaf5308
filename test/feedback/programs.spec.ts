import { randomUUID } from 'node:crypto';
import { ScriptedEngine } from '../batches/scripted-engine';
import { BatchService, type Customer } from '../batches/batch-service';
import { CheckHistory } from '../../src/validation/history/check-history';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { FeedbackClient, told } from './feedback-service';

describe.each(setUps)('feedback for programs, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let feedback: FeedbackClient;
  let customer: Customer;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await BatchService.start(setUp.env, new ScriptedEngine());
    feedback = new FeedbackClient(service);
  });

  beforeEach(async () => {
    customer = await feedback.customer();
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const email = (): string => `valid.${randomUUID()}@a.test`;

  it('takes each event by itself', async () => {
    const good = told('hard_bounce', 'a@program.test');
    const events = [good, told('opened', 'b@program.test'), 'x', told('delivered', 'no address'), good, null];
    const at = { ...told('delivered', 'c@program.test'), occurred_at: '1970-01-01T00:00:00Z' };
    const { status, body } = await feedback.tell(customer, [...(events as object[]), at]);
    expect(status).toBe(200);
    expect(body).toEqual({
      accepted: 1,
      duplicates: 1,
      rejected: [1, 2, 3, 5, 6].map((index) => ({ index, message: expect.stringMatching(/^.{10,}\.$/) as string })),
    });
    expect((await feedback.tell(customer, [good])).body).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
  });

  it('tells events without ids apart by all that they say', async () => {
    const { id: _, ...event } = told('soft_bounce', 'a@program.test');
    const other = { ...event, diagnostic: 'Mailbox full' };
    const { body } = await feedback.tell(customer, [event, event, other]);
    expect(body).toEqual({ accepted: 2, duplicates: 1, rejected: [] });
    const mails = [
      { ...event, type: 'bounce', smtp_code: 450, message_id: '<1@x>' },
      { ...event, type: 'bounce', smtp_code: 550, enhanced_code: '5.1.1', message_id: '<2@x>' },
      ...['news', 'offers'].map((scope) => ({ ...event, type: 'unsubscribe', scope })),
    ];
    expect((await feedback.tell(customer, mails)).body).toEqual({ accepted: 4, duplicates: 0, rejected: [] });
    expect((await feedback.tell(customer, mails)).body).toEqual({ accepted: 0, duplicates: 4, rejected: [] });
    expect(await feedback.known(customer, 'a@program.test')).toMatchObject({ known: 'hard_bounce' });
  });

  it('takes no day that does not exist', async () => {
    const days = ['2026-02-30T10:00:00Z', '2026-06-31'].map((day) =>
      told('complaint', 'a@day.test', { occurred_at: day }),
    );
    expect((await feedback.tell(customer, days)).body).toMatchObject({
      accepted: 0,
      rejected: [0, 1].map((index) => ({
        index,
        message: expect.stringContaining('"occurred_at" must be a time') as string,
      })),
    });
  });

  it('takes what a single check takes for an address, and nothing else', async () => {
    const none = ['a@b', 'x@-bad-.test', 'joe@ok..test', 'joe@ok.test.', 'mailto:m@ok.test', 'joe(comment)@ok.test'];
    const { body } = await feedback.tell(
      customer,
      none.map((address) => told('hard_bounce', address)),
    );
    const message = '"email" must be an email address.';
    expect(body).toEqual({ accepted: 0, duplicates: 0, rejected: none.map((_, index) => ({ index, message })) });
    const good = [
      'jörg@münchen.test',
      '用户@例子.test',
      '"a b"@ok.test',
      '"a\\"b"@ok.test',
      'j@[192.0.2.1]',
      ' x+y@OK.test ',
    ];
    const taken = await feedback.tell(
      customer,
      [...good, 'Jane <jane@ok.test>'].map((address) => told('hard_bounce', address)),
    );
    expect(taken.body).toEqual({ accepted: 7, duplicates: 0, rejected: [] });
    for (const address of [...good, 'jane@ok.test'])
      expect([address, (await feedback.known(customer, address.trim()))?.known]).toEqual([address, 'hard_bounce']);
  });

  it('finds out what a bounce is about, and marks nobody for what was the sender', async () => {
    const spam = 'valid.blocked@program.test';
    await feedback.tell(customer, [
      told('bounce', 'gone@program.test', { diagnostic: '550 5.1.1 User unknown' }),
      told('bounce', spam, { diagnostic: '554 5.7.1 Service unavailable; blocked using zen.spamhaus.org' }),
    ]);
    const { events } = await feedback.events(customer);
    expect(events.map(({ type }) => type)).toEqual(['block', 'hard_bounce']);
    expect((await feedback.known(customer, spam))?.known).toBeNull();
    expect(await feedback.single(customer, spam)).toMatchObject({ status: 'valid' });
  });

  it('refuses what is no list of events, and lists that are too long', async () => {
    const ask = async (body: string, type = 'application/json') => {
      const response = await fetch(`http://127.0.0.1:${service.port}/v1/feedback/events`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${customer.token}`, 'Content-Type': type },
        body,
      });
      await response.text();
      return response.status;
    };
    const thousand = Array.from({ length: 1001 }, () => told('delivered', 'a@program.test'));
    expect(await ask(JSON.stringify({ events: thousand }))).toBe(422);
    for (const body of ['', '{}', '{"events":{}}', '{"events":[]}', '{"events":[{}],"more":1}']) {
      expect([body, await ask(body)]).toEqual([body, 422]);
    }
    for (const body of ['[]', '{"events":']) expect([body, await ask(body)]).toEqual([body, 400]);
    expect(await ask('events=1', 'application/x-www-form-urlencoded')).toBe(400);
    expect(await ask(JSON.stringify({ events: ['x'.repeat(1024 * 1024)] }))).toBe(413);
    expect((await feedback.events(customer)).events).toEqual([]);
  });

  it('takes a thousand at once, each once however many tell them', async () => {
    const events = Array.from({ length: 1000 }, (_, index) => told('delivered', `u${index % 500}@thousand.test`));
    const answers = await Promise.all([feedback.tell(customer, events), feedback.tell(customer, events)]);
    const sums = answers.map(({ body }) => body as { accepted: number; duplicates: number });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(sums.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1000);
    expect(sums.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(1000);
  });

  describe('of the same address, told and deleted by many at once', () => {
    const EMAIL = 'busy@company.test';
    let others: BatchService[];

    beforeAll(async () => {
      // A data folder belongs to one process.
      others = setUpName === 'distributed' ? [await BatchService.start(setUp.env, new ScriptedEngine())] : [];
    });

    afterAll(async () => {
      await Promise.all(others.map((other) => other.stop()));
    });

    it('are all taken, whichever process is told', async () => {
      const one = await feedback.customer();
      const clients = [feedback, ...others.map((other) => new FeedbackClient(other))];
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          clients[index % clients.length]!.tell(one, [told('delivered', EMAIL)]),
        ),
      );
      expect(answers).toEqual(Array(100).fill({ status: 200, body: { accepted: 1, duplicates: 0, rejected: [] } }));
      expect((await feedback.events(one, '?limit=100')).events).toHaveLength(100);
    });

    it('end with the deletion, which waits its turn', async () => {
      const one = await feedback.customer();
      const clients = [feedback, ...others.map((other) => new FeedbackClient(other))];
      const statuses = await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const client = clients[index % clients.length]!;
          if (index % 4 > 1) return (await client.tell(one, [told('delivered', EMAIL)])).status;
          return (await client.ask(one, `/v1/feedback/addresses/${EMAIL}`, { method: 'DELETE' })).status;
        }),
      );
      expect(statuses).toEqual(Array.from({ length: 40 }, (_, index) => (index % 4 > 1 ? 200 : 204)));
    });
  });

  it('pages and filters events', async () => {
    const source = await feedback.source(customer);
    await feedback.post(source.path, JSON.stringify({ events: [told('complaint', 'from@source.test')] }));
    await feedback.read(source);
    await feedback.tell(
      customer,
      ['delivered', 'hard_bounce', 'soft_bounce', 'delivered'].map((type, index) => told(type, `p${index}@page.test`)),
    );
    const first = await feedback.events(customer, '?limit=3');
    expect(first.events.map(({ type }) => type)).toEqual(['delivered', 'soft_bounce', 'hard_bounce']);
    const second = await feedback.events(customer, `?limit=3&before=${first.next_before}`);
    expect(second.events.map(({ type, source_id }) => [type, source_id])).toEqual([
      ['delivered', null],
      ['complaint', source.id],
    ]);
    expect(second.next_before).toBeNull();
    const count = async (query: string) => (await feedback.events(customer, query)).events.length;
    expect(await count('?type=delivered,complaint')).toBe(3);
    expect(await count(`?source_id=${source.id}`)).toBe(1);
    expect(await count('?email=P1%40Page.test')).toBe(1);
    expect(await count('?email=nobody%40page.test')).toBe(0);
    for (const query of ['?type=opened', '?email=nobody', '?limit=0', '?before=x', '?source_id=-1']) {
      const response = await feedback.ask(customer, `/v1/feedback/events${query}`);
      expect([query, response.status]).toEqual([query, 400]);
      await response.text();
    }
  });

  it('lists by itself what no source told, and names the parameter that is wrong', async () => {
    const source = await feedback.source(customer);
    await feedback.post(source.path, JSON.stringify({ events: [told('delivered', 'by-source@own.test')] }));
    await feedback.read(source);
    await feedback.tell(customer, [told('delivered', 'by-program@own.test', { diagnostic: 'to x@others.test' })]);
    const emails = async (query: string) => (await feedback.events(customer, query)).events.map(({ email }) => email);
    expect(await emails('')).toEqual(['by-program@own.test', 'by-source@own.test']);
    expect(await emails('?source_id=0')).toEqual(['by-program@own.test']);
    expect(await emails(`?source_id=${source.id}`)).toEqual(['by-source@own.test']);
    expect(JSON.stringify(await feedback.events(customer))).not.toContain('others.test');
    expect(await feedback.events(customer, '?before=abc')).toEqual({
      message: 'The before parameter is a positive integer.',
    });
  });

  it('tells what is known of an address, and since when', async () => {
    const now = Date.now();
    const at = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
    await feedback.tell(customer, [
      told('delivered', 'jane@known.test', { occurred_at: at(5) }),
      told('complaint', 'Jane@KNOWN.test', { occurred_at: at(4) }),
      told('soft_bounce', 'jane@known.test', { occurred_at: at(3) }),
    ]);
    expect(await feedback.known(customer, 'JANE@known.test')).toMatchObject({
      email: 'jane@known.test',
      known: 'complaint',
      since: at(4),
      last_hard_bounce_at: null,
      last_soft_bounce_at: at(3),
      last_complaint_at: at(4),
      last_suppression_at: null,
      last_delivery_at: at(5),
      events: [{ type: 'soft_bounce' }, { type: 'complaint' }, { type: 'delivered' }],
    });
    expect(await feedback.known(customer, 'john@known.test')).toBeNull();
    expect((await feedback.ask(customer, '/v1/feedback/addresses/no-address')).status).toBe(400);
  });

  it('knows addresses of other alphabets by one name', async () => {
    await feedback.tell(customer, [told('hard_bounce', 'jörg@münchen.test')]);
    expect(await feedback.known(customer, 'jörg@xn--mnchen-3ya.test')).toMatchObject({ known: 'hard_bounce' });
  });

  it('deletes all that is kept of an address, and keeps it from coming back', async () => {
    const address = email();
    await feedback.single(customer, address);
    const bounce = told('hard_bounce', address);
    await feedback.tell(customer, [bounce, told('complaint', address), told('complaint', 'other@delete.test')]);
    await feedback.single(customer, address);
    await service.app.get(CheckHistory).flush();
    const remove = () =>
      feedback.ask(customer, `/v1/feedback/addresses/${encodeURIComponent(address)}`, { method: 'DELETE' });
    expect((await remove()).status).toBe(204);
    expect(await feedback.known(customer, address)).toBeNull();
    for (const table of ['feedback_events', 'known_addresses', 'cached_verdicts', 'check_entries']) {
      const rows = await service.database.query(`SELECT * FROM ${table} WHERE organization_id = ?`, [
        customer.organizationId,
      ]);
      expect([table, JSON.stringify(rows).includes(address)]).toEqual([table, false]);
    }
    // What is told again of the time before says nothing; what happens from now on does.
    const { id: _, ...again } = bounce;
    expect((await feedback.tell(customer, [again])).body).toMatchObject({ accepted: 1, rejected: [] });
    expect((await feedback.events(customer)).events.map(({ email: of }) => of)).toEqual(['other@delete.test']);
    expect(await feedback.single(customer, address)).toMatchObject({ status: 'valid', credits_used: 1 });
    service.clock.forward(60_000);
    const later = new Date(service.clock.now()).toISOString();
    await feedback.tell(customer, [told('hard_bounce', address, { occurred_at: later })]);
    expect(await feedback.single(customer, address)).toMatchObject({ status: 'invalid' });
    expect((await remove()).status).toBe(204);
    const entries = await service.database.query<{ details: string; account_id: number; via: string }>(
      "SELECT details, account_id, via FROM audit_entries WHERE organization_id = ? AND action = 'feedback_address_deletion'",
      [customer.organizationId],
    );
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toContain(address);
    expect(entries[0]).toMatchObject({ via: 'token' });
  });

  it.each([9, 15, 60 * 24 * 365 * 70])(
    'keeps away what was told of %d minutes ahead, and takes what happens later',
    async (minutes) => {
      const address = email();
      const remove = () =>
        feedback.ask(customer, `/v1/feedback/addresses/${encodeURIComponent(address)}`, { method: 'DELETE' });
      const at = (ahead: number): string => new Date(service.clock.now() + ahead * 60_000).toISOString();
      const { id: _, ...unnamed } = told('complaint', address, { occurred_at: at(minutes) });
      const events = [
        told('hard_bounce', address, { occurred_at: at(minutes) }),
        told('unsubscribe', address, { occurred_at: at(minutes), scope: 'news' }),
        unnamed,
      ];
      const tell = () => feedback.tell(customer, events);
      expect((await tell()).body).toMatchObject({ accepted: 3 });
      service.clock.forward(60_000);
      expect((await remove()).status).toBe(204);
      // At once, when the clock is a few minutes before their time, and after it; told again, they are deleted again, too.
      for (const later of [0, 6, 60]) {
        service.clock.forward(later * 60_000);
        expect((await tell()).body).toMatchObject({ rejected: [] });
        expect(await feedback.known(customer, address)).toBeNull();
        expect((await feedback.events(customer)).events).toEqual([]);
        expect((await remove()).status).toBe(204);
      }
      service.clock.forward(60_000);
      await feedback.tell(customer, [told('complaint', address, { occurred_at: at(5) })]);
      expect(await feedback.known(customer, address)).toMatchObject({
        known: 'complaint',
        events: [{ type: 'complaint' }],
      });
      service.clock.forward(-68 * 60_000);
    },
  );

  if (setUpName === 'distributed')
    it('deletes it for processes that have its verdict in memory, too', async () => {
      const address = email();
      const other = await BatchService.start(setUp.env, new ScriptedEngine());
      const there = new FeedbackClient(other);
      await feedback.single(customer, address);
      await there.single(customer, address);
      expect(await there.single(customer, address)).toMatchObject({ from_cache: true });
      const path = `/v1/feedback/addresses/${encodeURIComponent(address)}`;
      expect((await feedback.ask(customer, path, { method: 'DELETE' })).status).toBe(204);
      other.clock.forward(10_000);
      expect(await there.single(customer, address)).toMatchObject({ from_cache: false, credits_used: 1 });
      await other.stop();
    });

  it('deletes an address of another alphabet in whatever spelling it was checked', async () => {
    const address = 'valid.jörg@münchen.test';
    await feedback.single(customer, address);
    await feedback.tell(customer, [told('complaint', address)]);
    await feedback.single(customer, address);
    // Some of the notes wait in memory still.
    const path = `/v1/feedback/addresses/${encodeURIComponent('valid.jörg@xn--mnchen-3ya.test')}`;
    expect((await feedback.ask(customer, path, { method: 'DELETE' })).status).toBe(204);
    await service.app.get(CheckHistory).flush();
    for (const table of ['feedback_events', 'cached_verdicts', 'check_entries']) {
      const rows = await service.database.query(`SELECT * FROM ${table} WHERE organization_id = ?`, [
        customer.organizationId,
      ]);
      expect([table, rows]).toEqual([table, []]);
    }
  });

  it('keeps organizations apart', async () => {
    const stranger = await feedback.customer();
    const address = email();
    await feedback.tell(customer, [told('hard_bounce', address)]);
    expect(await feedback.known(stranger, address)).toBeNull();
    expect((await feedback.events(stranger)).events).toEqual([]);
    const path = `/v1/feedback/addresses/${encodeURIComponent(address)}`;
    expect((await feedback.ask(stranger, path, { method: 'DELETE' })).status).toBe(204);
    expect(await feedback.known(customer, address)).toMatchObject({ known: 'hard_bounce' });
    const source = await feedback.source(customer);
    expect((await feedback.events(stranger, `?source_id=${source.id}`)).events).toEqual([]);
  });

  it('asks for its permissions', async () => {
    const writer = await feedback.customer(['feedback:write']);
    const reader = await feedback.customer(['feedback:read']);
    const forbidden = (message: string) => ({ error: 'Forbidden', message });
    const asked = async (who: Customer, path: string, init?: RequestInit) => {
      const response = await feedback.ask(who, path, init);
      return [response.status, response.status === 204 ? null : await response.json()];
    };
    const write = forbidden('Token does not have permission to tell feedback.');
    const read = forbidden('Token does not have permission to read feedback.');
    const address = '/v1/feedback/addresses/a%40b.test';
    expect(await asked(reader, '/v1/feedback/events', { method: 'POST', body: '{}' })).toEqual([403, write]);
    expect(await asked(reader, address, { method: 'DELETE' })).toEqual([403, write]);
    expect(await asked(writer, '/v1/feedback/events')).toEqual([403, read]);
    expect(await asked(writer, address)).toEqual([403, read]);
    expect((await asked(reader, '/v1/feedback/events'))[0]).toBe(200);
    expect((await asked(writer, address, { method: 'DELETE' }))[0]).toBe(204);
  });
});
