import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  AuthenticationError,
  EmailValidation,
  InsufficientCreditsError,
  NotFoundError,
  PermissionDeniedError,
  UnprocessableError,
  type BatchStatus,
} from '../../clients/typescript/src';
import { setUps } from '../support/set-ups';
import { ClientWorld } from './client-world';

describe.each(setUps)('the TypeScript client and the service, %s', (setUpName) => {
  let world: ClientWorld;
  let client: EmailValidation;
  let folder: string;

  beforeAll(async () => {
    world = await ClientWorld.start(setUpName);
    client = new EmailValidation(world.options);
    folder = mkdtempSync(join(tmpdir(), 'evs_client_'));
  });

  afterAll(async () => {
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const textOf = async (stream: ReadableStream<Uint8Array>): Promise<string> => text(stream);

  it('checks one address, with evidence if asked', async () => {
    expect(await client.validate('jane@ok.test')).toMatchObject({ status: 'valid', credits_used: 1, result: [] });
    const { result } = await client.validate('nobody@ok.test', { evidence: true });
    expect(result).toMatchObject({ sub_status: 'mailbox_not_found', mx_host: 'mx.ok.test' });
  });

  it('reads the credits', async () => {
    const { balance } = await client.credits();
    expect(balance).toBe(await world.service.balance(world.account.organizationId));
  });

  const LIST = 'name,email\r\nJane,jane@ok.test\r\nJohn,nobody@ok.test\r\n';
  const sources: [string, () => Parameters<EmailValidation['validateBatch']>[0]][] = [
    ['a path', () => join(folder, 'my list.csv')],
    ['a stream of Node', () => createReadStream(join(folder, 'my list.csv'))],
    ['a stream of the web', () => new Blob([LIST]).stream()],
    ['a file in memory', () => new Blob([LIST])],
    ['addresses', () => new Set(['jane@ok.test', 'nobody@ok.test'])],
  ];

  it.each(sources)('checks a list out of %s', async (_, source) => {
    writeFileSync(join(folder, 'my list.csv'), LIST);
    const seen: BatchStatus[] = [];
    const batch = await client.validateBatch(source()).wait({ pollMs: 50, onProgress: (status) => seen.push(status) });
    expect(seen.at(-1)).toMatchObject({ status: 'completed', progress: 100, valid_count: 1, invalid_count: 1 });
    const results = (await textOf(await batch.download())).split('\r\n');
    expect(results[0]).toMatch(/email,status,sub_status,/);
    expect(results[1]).toMatch(/jane@ok\.test,valid,/);
    expect(results[2]).toMatch(/nobody@ok\.test,invalid,mailbox_not_found,/);
  });

  it('answers each address of an array in its place, blank and repeated ones too', async () => {
    const emails = ['nobody@ok.test', '', 'jane@ok.test', ' ', 'nobody@ok.test', ''];
    const batch = await client.validateBatch(emails).wait({ pollMs: 50 });
    const { rows } = await batch.rows();
    expect(rows.map(({ row, email, status, sub_status }) => [row, email.trim(), status, sub_status])).toEqual(
      emails.map((email, index) => [
        index + 1,
        email.trim(),
        email === 'jane@ok.test' ? 'valid' : 'invalid',
        email === 'jane@ok.test' ? null : email.trim() === '' ? 'failed_syntax_check' : 'mailbox_not_found',
      ]),
    );
    expect((await textOf(await batch.download())).trimEnd().split('\r\n')).toHaveLength(1 + emails.length);
    const blank = await client.validateBatch(['']).wait({ pollMs: 50 });
    expect(await blank.status()).toMatchObject({ name: 'list', total_count: 1, invalid_count: 1 });
  });

  it('names lists after their files, reads columns by name, and gives parts of results, rows and a summary', async () => {
    writeFileSync(join(folder, 'crm.csv'), 'private;work\r\nx@ok.test;jane@ok.test\r\n');
    const batch = await client.validateBatch(join(folder, 'crm.csv'), { column: 'work' });
    expect(await batch.wait({ pollMs: 50 })).toMatchObject({ name: 'crm.csv', status: 'completed' });
    expect(await textOf(await batch.download({ status: ['valid', 'catch_all'], columns: 'address' }))).toBe(
      'email\r\njane@ok.test\r\n',
    );
    expect((await batch.rows({ status: ['valid'], limit: 1 })).rows).toHaveLength(1);
    expect(await batch.summary()).toMatchObject({ total_count: 1 });
    const { batches } = await client.batches({ limit: 1, name: 'crm' });
    expect(batches.map(({ id }) => id)).toEqual([batch.id]);
  });

  it('cancels, and finds a list again by its id', async () => {
    // Greylisted: asked again after minutes.
    const { id } = await client.validateBatch(['joe@greylist.test'], { name: 'slow' });
    const again = client.batch(id);
    expect(await again.cancel()).toMatchObject({ id, name: 'slow', status: 'cancelled' });
    expect(await again.wait()).toMatchObject({ status: 'cancelled' });
    expect(await again.cancel()).toMatchObject({ status: 'cancelled' });
  });

  it.each<[string, (lossy: EmailValidation) => Promise<unknown>]>([
    ['a check', (lossy) => lossy.validate('lost@ok.test')],
    ['a list', (lossy) => lossy.validateBatch(['lost@a.ok.test'], { name: 'lost' }).wait({ pollMs: 50 })],
  ])('gets the first answer again, and is charged once, where the answer to %s got lost', async (_, send) => {
    const seen: { key: string | null; replayed: string | null; body: unknown }[] = [];
    const losesTheFirst: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== 'POST') return response;
      const body: unknown = await response.clone().json();
      const key = new Headers(init.headers).get('Idempotency-Key');
      seen.push({ key, replayed: response.headers.get('Idempotency-Replayed'), body });
      if (seen.length === 1) throw new TypeError('fetch failed');
      return response;
    };
    const before = await world.service.balance(world.account.organizationId);
    await send(new EmailValidation({ ...world.options, fetch: losesTheFirst, maxRetryDelayMs: 5 }));
    const [first, second] = seen;
    expect(seen).toHaveLength(2);
    expect(first).toMatchObject({ key: expect.stringMatching(/^\S+$/), replayed: null });
    expect(second).toEqual({ ...first, replayed: 'true' });
    expect(await world.service.balance(world.account.organizationId)).toBe(before - 1);
  });

  it('tells what became of mails, and forgets it', async () => {
    const event = {
      id: 'e1',
      type: 'hard_bounce',
      email: 'gone+1@ok.test',
      occurred_at: new Date().toISOString(),
    } as const;
    expect(await client.feedback.tell([event])).toMatchObject({ accepted: 1, duplicates: 0 });
    expect((await client.feedback.events({ email: event.email })).events).toHaveLength(1);
    expect(await client.feedback.address(event.email)).toMatchObject({ email: event.email });
    await client.feedback.forget(event.email);
    expect(await client.feedback.address(event.email)).toBeNull();
  });

  it('throws errors of their kinds, with the words and the id of the request', async () => {
    const { accountId, organizationId } = world.account;
    const stranger = new EmailValidation({ ...world.options, token: 'no.such.token' });
    const refused = await stranger.credits().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AuthenticationError);
    expect(refused).toMatchObject({ status: 401, requestId: expect.stringMatching(/^[\w-]{8,}$/) });

    const { token } = await world.service.token(accountId, ['credits:read']);
    await expect(new EmailValidation({ ...world.options, token }).validate('a@ok.test')).rejects.toThrow(
      PermissionDeniedError,
    );
    await expect(new EmailValidation({ ...world.options, organization: 999_999 }).credits()).rejects.toThrow(
      PermissionDeniedError,
    );
    const fields = await client.validate('').catch((error: unknown) => error);
    expect(fields).toBeInstanceOf(UnprocessableError);
    expect(fields).toMatchObject({ fieldErrors: { email: [expect.any(String)] } });
    await expect(client.batch(999_999).status()).rejects.toThrow(NotFoundError);
    await expect(client.validateBatch(new Blob(['a,b\r\n1,2\r\n']))).rejects.toThrow(/email/);
    await expect(client.validateBatch(join(folder, 'missing.csv'))).rejects.toMatchObject({ code: 'ENOENT' });

    const balance = await world.service.balance(organizationId);
    await world.service.setBalance(organizationId, 0);
    await expect(client.validate('jane2@ok.test')).rejects.toThrow(InsufficientCreditsError);
    await world.service.setBalance(organizationId, balance);
  });

  it('acts for the organization that is named', async () => {
    const own = new EmailValidation({ ...world.options, organization: world.account.organizationId });
    expect(await own.credits()).toEqual(await client.credits());
  });
});
