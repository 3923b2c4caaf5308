import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';
import { ScriptedEngine } from './scripted-engine';
import { eventually } from '../support/eventually';

describe.each(setUps)('batches, %s', (name) => {
  let setUp: SetUp;
  let engine: ScriptedEngine;
  let service: BatchService;
  let customer: Customer;

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    engine = new ScriptedEngine();
    service = await BatchService.start(setUp.env, engine);
  });

  beforeEach(async () => {
    customer = await service.customer();
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  it('says what a batch is at its creation, and in the end', async () => {
    const response = await service.upload(customer, 'email\nvalid.1@a.test\n', '  A list ');
    const created = (await response.json()) as { id: number };
    expect([response.status, created]).toEqual([
      201,
      {
        id: expect.any(Number) as number,
        name: 'A list',
        status: 'pending',
        total_count: 1,
        message: 'Batch validation started',
      },
    ]);
    const batch = await service.completed(customer, created.id);
    expect(batch).toEqual({
      id: created.id,
      name: 'A list',
      status: 'completed',
      total_count: 1,
      processed_count: 1,
      valid_count: 1,
      invalid_count: 0,
      risky_count: 0,
      unknown_count: 0,
      credits_used: 1,
      progress: 100,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      updated_at: expect.stringMatching(/Z$/) as string,
    });
  });

  it('counts each row once by its status, and charges those with a verdict of their own', async () => {
    const kinds = ['valid', 'catchall', 'full', 'invalid', 'unknown'];
    const addresses = kinds.flatMap((kind) => Array.from({ length: 130 }, (_, index) => `${kind}.${index}@count.test`));
    const id = await service.create(customer, addresses);
    const batch = await service.completed(customer, id);
    expect(batch).toMatchObject({
      total_count: 650,
      processed_count: 650,
      valid_count: 130,
      risky_count: 260,
      invalid_count: 130,
      unknown_count: 130,
      credits_used: 520,
      progress: 100,
    });
    expect(await service.balance(customer.organizationId)).toBe(100_000 - 520);
  });

  it('gives the results in the order of the file, behind the columns of the caller', async () => {
    const rows = Array.from(
      { length: 700 },
      (_, index) => `${index},${index % 3 ? 'valid' : 'full'}.${index}@order.test`,
    );
    const response = await service.upload(customer, `nr,email\n${rows.join('\n')}`, 'List "1"/ä');
    const { id } = (await response.json()) as { id: number };
    await service.completed(customer, id);
    const download = await service.request(customer, `/${id}/download`);
    expect(download.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(download.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[^"/]*\.csv"; filename\*=UTF-8''/,
    );
    const [header, ...lines] = (await download.text()).trimEnd().split('\r\n');
    expect(header).toBe(
      'nr,email,status,sub_status,confidence,mx_found,smtp_valid,is_disposable,is_catch_all,is_role_account,did_you_mean,credits_used',
    );
    expect(lines.map((line) => line.split(',').slice(0, 2).join(','))).toEqual(rows);
    expect(lines[0]).toBe('0,full.0@order.test,risky,mailbox_quota_exceeded,10,true,,false,,false,,1');
    const filtered = await service.results(customer, id, '?status=risky&bom=true');
    expect(filtered[0]?.[0]).toBe('\ufeffnr');
    expect(filtered.slice(1).map(([nr]) => Number(nr))).toEqual(rows.flatMap((_, nr) => (nr % 3 ? [] : [nr])));
  });

  it('asks and charges once for an address that the file repeats, however far apart', async () => {
    const other = Array.from({ length: 300 }, (_, index) => `valid.${index}@repeat.test`);
    const repeated = ['Full.x@Repeat.test', 'full.x@repeat.test', 'FULL.X@REPEAT.TEST'];
    const id = await service.create(customer, [
      repeated[0]!,
      repeated[1]!,
      ...other,
      repeated[2]!,
      ...other,
      'unknown.y@repeat.test',
      ...other,
      'unknown.y@repeat.test',
    ]);
    const batch = await service.completed(customer, id);
    expect(batch).toMatchObject({
      total_count: 905,
      valid_count: 900,
      risky_count: 3,
      unknown_count: 2,
      credits_used: 301,
    });
    const asked = [...engine.asked].filter(([address]) => address.endsWith('@repeat.test'));
    expect(asked).toHaveLength(302);
    expect(asked.filter(([, times]) => times !== 1)).toEqual([]);
    const results = await service.results(customer, id);
    const full = results.filter(([address]) => address?.toLowerCase() === 'full.x@repeat.test');
    expect(full.map((cells) => [cells[1], cells.at(-1)])).toEqual([
      ['risky', '1'],
      ['risky', '0'],
      ['risky', '0'],
    ]);
    expect(await service.balance(customer.organizationId)).toBe(100_000 - 301);
  });

  it('gives cached results for free, to the organization that paid for them only', async () => {
    const addresses = Array.from({ length: 60 }, (_, index) => `valid.${index}@cached.test`);
    await service.completed(customer, await service.create(customer, addresses));
    const again = await service.completed(
      customer,
      await service.create(customer, [...addresses, 'valid.new@cached.test']),
    );
    expect(again).toMatchObject({ valid_count: 61, credits_used: 1 });
    const stranger = await service.customer();
    const theirs = await service.completed(stranger, await service.create(stranger, addresses));
    expect(theirs).toMatchObject({ valid_count: 60, credits_used: 60 });
    expect(engine.asked.get('valid.0@cached.test')).toBe(2);
  });

  it('answers malformed rows as invalid, for free, and holds nothing for them', async () => {
    const poor = await service.customer(1);
    const id = await service.create(poor, ['not an address', '@', 'a@b@c', 'a@@b', 'valid.1@malformed.test']);
    const batch = await service.completed(poor, id);
    expect(batch).toMatchObject({ total_count: 5, invalid_count: 4, valid_count: 1, credits_used: 1 });
    const results = await service.results(poor, id);
    expect(results[1]?.slice(0, 3)).toEqual(['not an address', 'invalid', 'failed_syntax_check']);
    expect(await service.balance(poor.organizationId)).toBe(0);
  });

  it('holds the most that a batch can cost while it runs, and gives back what it did not use', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = new ScriptedEngine(() => gate);
    const second = await makeSetUp(name);
    const held = await BatchService.start(second.env, slow);
    try {
      const owner = await held.customer(10);
      const id = await held.create(owner, [
        'unknown.1@held.test',
        'valid.1@held.test',
        'valid.1@held.test',
        'nonsense',
      ]);
      await eventually('it runs', () => slow.inFlight === 2);
      expect(await held.balance(owner.organizationId)).toBe(8);
      expect((await held.status(owner, id)).status).toBe('processing');
      const early = await held.request(owner, `/${id}/download`);
      expect([early.status, await early.json()]).toEqual([
        404,
        { error: 'Results not available', message: 'Batch is not yet completed or results file not found.' },
      ]);
      release();
      await held.completed(owner, id);
      expect(await held.balance(owner.organizationId)).toBe(9);
    } finally {
      release();
      await held.stop();
      await second.remove();
    }
  });

  it('asks greylisted rows again when their time has come, and counts the others at once', async () => {
    const id = await service.create(customer, [
      'valid.1@grey.test',
      'grey1.once@grey.test',
      'grey.always@grey.test',
      'grey1.once@grey.test',
    ]);
    await eventually('the first is done', async () => (await service.status(customer, id)).processed_count === 1);
    service.clock.forward(310_000);
    // Longer than the quarter of a second until the next look for what is due.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(engine.asked.get('grey1.once@grey.test')).toBe(1);
    service.clock.forward(15_000);
    await eventually('the second is done', async () => (await service.status(customer, id)).processed_count === 3);
    expect(await service.status(customer, id)).toMatchObject({ valid_count: 3, status: 'processing' });
    service.clock.forward(901_000);
    await eventually('it was asked a third time', () => engine.asked.get('grey.always@grey.test') === 3);
    service.clock.forward(1_801_000);
    const batch = await service.completed(customer, id);
    expect(batch).toMatchObject({ valid_count: 3, unknown_count: 1, credits_used: 2 });
    expect(engine.asked.get('grey.always@grey.test')).toBe(4);
    const results = await service.results(customer, id);
    expect(results.slice(1).map((cells) => [cells[1], cells[2], cells.at(-1)])).toEqual([
      ['valid', '', '1'],
      ['valid', '', '1'],
      ['unknown', 'greylisted', '0'],
      ['valid', '', '0'],
    ]);
  });

  it('waits as long as a greylisting host asks', async () => {
    engine.greylistSeconds = 600;
    const id = await service.create(customer, ['grey1.long@grey.test']);
    await eventually('it was asked', () => engine.asked.get('grey1.long@grey.test') === 1);
    await eventually('it is put off', async () => {
      const rows = await service.database.query('SELECT 1 FROM batch_chunks WHERE batch_id = ? AND attempt = 1', [id]);
      return rows.length === 1;
    });
    service.clock.forward(590_000);
    // Longer than the quarter of a second until the next look for what is due.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(engine.asked.get('grey1.long@grey.test')).toBe(1);
    service.clock.forward(15_000);
    await service.completed(customer, id);
    engine.greylistSeconds = 0;
  });

  it('gives a fault of its own a second chance, and then charges nothing', async () => {
    const id = await service.create(customer, ['fault1.a@fault.test', 'fault.b@fault.test', 'throws.c@fault.test']);
    await eventually('all were asked', () => engine.asked.get('throws.c@fault.test') === 1);
    await eventually('they are put off', async () => {
      const rows = await service.database.query('SELECT 1 FROM batch_chunks WHERE batch_id = ? AND attempt = 1', [id]);
      return rows.length === 1;
    });
    service.clock.forward(31_000);
    const batch = await service.completed(customer, id);
    expect(batch).toMatchObject({ valid_count: 1, unknown_count: 2, credits_used: 1 });
    const results = await service.results(customer, id);
    expect(results.slice(2).map((cells) => cells[2])).toEqual(['exception_occurred', 'exception_occurred']);
  });

  it('tells nobody about the batches of others', async () => {
    const id = await service.create(customer, ['valid.1@foreign.test']);
    await service.completed(customer, id);
    const stranger = await service.customer();
    for (const path of [`/${id}`, `/${id}/download`]) {
      const response = await service.request(stranger, path);
      expect([response.status, await response.json()]).toEqual([
        404,
        { message: `No query results for model [Batch] ${id}.` },
      ]);
    }
  });

  it.each(['0', '-1', 'abc', '1e3', '1.0', '%201', '0x1', '01'])('calls the id %s malformed', async (id) => {
    for (const path of [`/${id}`, `/${id}/download`]) {
      const response = await service.request(customer, path);
      expect([response.status, await response.json()]).toEqual([400, { message: expect.any(String) as string }]);
    }
  });

  it.each(['2147483647', '2147483648', '99999999999999999999'])('finds no batch %s', async (id) => {
    const response = await service.request(customer, `/${id}`);
    expect([response.status, await response.json()]).toEqual([
      404,
      { message: `No query results for model [Batch] ${id}.` },
    ]);
  });

  it.each(['?status=good', '?status=', '?bom=maybe'])('refuses the download query %s', async (query) => {
    const id = await service.create(customer, ['valid.1@query.test']);
    await service.completed(customer, id);
    const response = await service.request(customer, `/${id}/download${query}`);
    expect([response.status, await response.json()]).toEqual([400, { message: expect.any(String) as string }]);
  });
});
