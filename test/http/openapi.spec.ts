import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import Ajv from 'ajv/dist/2020';
import { SENT_EVENT_TYPES } from '../../src/webhooks/webhook-event-types';
import { build, ServiceProcess } from '../processes/service-process';
import { eventually } from '../support/eventually';
import { TestService, type TestAccount } from '../support/service';
import { makeSetUp, type SetUp } from '../support/set-ups';
import { Person } from '../management/person';
import { ResponseSchemas } from './response-schemas';

const FILE = join(__dirname, '..', '..', 'openapi.json');

interface Operation {
  operationId?: string;
  summary?: string;
  security?: Record<string, unknown>[];
  parameters?: { name: string; description?: string; schema?: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema?: object; example?: unknown }> }>;
}

const document = JSON.parse(readFileSync(FILE, 'utf8')) as OpenAPIObject;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Operation>).map(
    ([method, operation]) => [`${method} ${path}`, operation] as const,
  ),
);

/** The routes of the specification, and the statuses that each can answer with. */
const ROUTES: Record<string, number[]> = {
  'post /v1/validate/single': [200, 400, 401, 402, 403, 408, 409, 413, 422, 429, 500, 503],
  'post /v1/validate/batch': [201, 400, 401, 402, 403, 408, 409, 413, 415, 422, 429, 500, 503, 507],
  'get /v1/validate/batch/{id}': [200, 400, 401, 403, 404, 429, 500, 503],
  'get /v1/validate/batch/{id}/download': [200, 400, 401, 403, 404, 429, 500, 503],
  'get /v1/credits/balance': [200, 400, 401, 403, 429, 500, 503],
};

/** What stands as `schema` of a parameter, a header or a body. */
function schemasIn(part: unknown): object[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => (name === 'schema' ? [value as object] : schemasIn(value)));
}

describe('openapi.json', () => {
  it('is what the code says', async () => {
    await build();
    const check = ServiceProcess.spawn('openapi.js', {}, ['--check']);
    expect({ code: await check.exit(), output: check.output }).toMatchObject({ code: 0 });
  }, 120_000);

  it('is OpenAPI 3.1 by its official schema, says an independent validator', async () => {
    const program = `import { Validator } from '@seriousme/openapi-schema-validator';
      console.log(JSON.stringify(await new Validator().validate(${JSON.stringify(FILE)})));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: join(__dirname, '..', '..'),
    });
    expect(JSON.parse(stdout)).toEqual({ valid: true });
    expect(document.openapi).toBe('3.1.0');
  });

  it('has schemas of JSON Schema 2020-12 alone, of no keyword of 3.0', () => {
    const ajv = new Ajv({ strictSchema: true, strictTypes: false, strictRequired: false, validateFormats: false });
    ajv.removeKeyword('nullable');
    ajv.addKeyword('components');
    const schemas = [...Object.values(document.components?.schemas ?? {}), ...schemasIn(document)];
    expect(schemas.length).toBeGreaterThan(500);
    for (const schema of schemas) ajv.compile({ ...schema, components: document.components });
  });

  it('lists every event that can be posted to a webhook', () => {
    expect(Object.keys(document.webhooks ?? {})).toEqual(SENT_EVENT_TYPES);
  });

  it.each(Object.entries(ROUTES))('%s documents every status, the token and the organization', (route, statuses) => {
    const operation = operations.find(([name]) => name === route)?.[1];
    expect(Object.keys(operation?.responses ?? {}).map(Number)).toEqual(statuses);
    expect(operation?.security).toEqual([{ bearer: [] }]);
    expect(operation?.parameters).toContainEqual(
      expect.objectContaining({ name: 'X-Organization-ID', in: 'header', required: false }),
    );
    expect(document.components?.securitySchemes?.['bearer']).toMatchObject({ scheme: 'bearer', bearerFormat: 'JWT' });
  });

  it.each(operations)('%s describes itself, its parameters and its answers with their bodies', (_, operation) => {
    expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(operation.summary).toMatch(/^[A-Z]/);
    for (const { description, schema } of operation.parameters ?? []) {
      expect(description).toBeTruthy();
      expect(schema).toBeDefined();
    }
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect([status, description]).toEqual([status, expect.stringMatching(/\w/)]);
      if (status === '204') continue;
      const bodies = Object.values(content ?? {});
      expect([status, bodies.length]).toEqual([status, expect.any(Number)]);
      for (const { schema } of bodies) expect([status, schema]).toEqual([status, expect.any(Object)]);
      expect([status, bodies.length > 0]).toEqual([status, true]);
    }
  });

  it.each([
    ['post /v1/validate/single', '402', /at least 1 credit/],
    ['post /v1/validate/single', '413', /100 kB/],
    ['post /v1/validate/batch', '402', /at least 1000 credits/],
    ['get /v1/validate/batch/{id}', '404', /No query results/],
  ])('gives the answer of %s with %s its own example', (route, status, sentence) => {
    const operation = operations.find(([name]) => name === route)?.[1];
    expect(JSON.stringify(operation?.responses[status]?.content?.['application/json']?.example)).toMatch(sentence);
  });

  it('describes every property, and gives an example of it', () => {
    const isComposed = (property: Record<string, unknown>) =>
      '$ref' in property || 'allOf' in property || 'anyOf' in property || 'items' in property;
    const lacking = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
      Object.entries((schema as { properties?: Record<string, Record<string, unknown>> }).properties ?? {})
        .filter(
          ([, property]) =>
            !isComposed(property) &&
            (!property['description'] || (property['examples'] === undefined && property['format'] !== 'binary')),
        )
        .map(([property]) => `${name}.${property}`),
    );
    expect(lacking).toEqual([]);
  });
});

describe('the answers of the service are those of openapi.json', () => {
  let setUp: SetUp;
  let service: TestService;
  let account: TestAccount;
  let schemas: ResponseSchemas;

  beforeAll(async () => {
    setUp = await makeSetUp('embedded');
    service = await TestService.start(setUp, { DNS_SERVERS: '127.0.0.1:9' });
    account = await service.account();
    schemas = new ResponseSchemas(document);
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  /** Fails unless the answer has this status and a body as documented. */
  async function check(route: string, status: number, answer: Promise<Response>): Promise<unknown> {
    const response = await answer;
    const body: unknown = await response.json();
    expect([response.status, body]).toEqual([status, expect.any(Object)]);
    expect(schemas.faults(route, status, body)).toEqual([]);
    return body;
  }

  const SINGLE = 'post /v1/validate/single';
  const CREATE = 'post /v1/validate/batch';
  const STATUS = 'get /v1/validate/batch/{id}';
  const DOWNLOAD = 'get /v1/validate/batch/{id}/download';
  const LIST = 'get /v1/validate/batch';
  const BALANCE = 'get /v1/credits/balance';
  const body = (email: string) => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
    token: account.token,
  });

  function upload(csv: string, token = account.token): Promise<Response> {
    const form = new FormData();
    form.set('name', 'list');
    form.set('file', new Blob([csv]), 'list.csv');
    return service.request('/v1/validate/batch', { method: 'POST', token, body: form });
  }

  it('for verdicts, fresh and cached, with evidence and without', async () => {
    await check(SINGLE, 200, service.single(account, 'jane@[127.0.0.1]'));
    await check(SINGLE, 200, service.single(account, 'jane@[127.0.0.1]'));
    await check(SINGLE, 200, service.request('/v1/validate/single?evidence=true', body('joe@[127.0.0.1]')));
    await check(SINGLE, 200, service.request('/v1/validate/single?evidence=true', body('joe@nowhere.test')));
    expect(schemas.seen).toContain(`${SINGLE} 200`);
  });

  it('for batches and balances', async () => {
    const { id } = (await check(CREATE, 201, upload('email\njane@[127.0.0.1]\n'))) as { id: number };
    await eventually('the batch is completed', async () => {
      const batch = (await check(
        STATUS,
        200,
        service.request(`/v1/validate/batch/${id}`, { token: account.token }),
      )) as {
        status: string;
      };
      return batch.status === 'completed';
    });
    await check(BALANCE, 200, service.request('/v1/credits/balance', { token: account.token }));
    expect(schemas.seen).toContain(`${STATUS} 200`);
  });

  it('for every failure', async () => {
    const poor = await service.account();
    await service.setBalance(poor.organizationId, 0);
    const nobody = await service.account();
    await service.database.execute('UPDATE accounts SET default_organization_id = NULL WHERE id = ?', [
      nobody.accountId,
    ]);
    const { token } = await service.token(account.accountId, []);
    await check(SINGLE, 402, service.single(poor, 'x@[127.0.0.1]'));
    await check(CREATE, 402, upload('email\nx@[127.0.0.1]\n', poor.token));
    await check(SINGLE, 413, service.single(account, 'x'.repeat(200_000)));
    await check(SINGLE, 422, service.single(account, 'plain'));
    await check(CREATE, 422, upload('phone\nx\n'));
    await check(
      CREATE,
      422,
      service.request('/v1/validate/batch', { method: 'POST', token: account.token, body: new FormData() }),
    );
    const paths = { [STATUS]: '/v1/validate/batch/999', [DOWNLOAD]: '/v1/validate/batch/999/download' };
    const created = (await check(CREATE, 201, upload('email\nx@nowhere.test\n'))) as { id: number };
    await service.database.execute("UPDATE batches SET status = 'processing' WHERE id = ?", [created.id]);
    await check(DOWNLOAD, 404, service.request(`/v1/validate/batch/${created.id}/download`, { token: account.token }));
    for (const [route, path] of Object.entries(paths)) {
      await check(route, 404, service.request(path, { token: account.token }));
      await check(route, 400, service.request(path.replace('999', 'x'), { token: account.token }));
    }
    const all = {
      [SINGLE]: '/v1/validate/single',
      [CREATE]: '/v1/validate/batch',
      [BALANCE]: '/v1/credits/balance',
      [LIST]: '/v1/validate/batch',
      ...paths,
    };
    for (const [route, path] of Object.entries(all)) {
      const method = route.startsWith('post') ? 'POST' : 'GET';
      await check(route, 401, service.request(path, { method }));
      await check(route, 400, service.request(path, { method, token: nobody.token }));
      await check(route, 403, service.request(path, { method, token }));
    }
    await service.database.execute('ALTER TABLE batches RENAME TO batches_away');
    await check(STATUS, 500, service.request('/v1/validate/batch/1', { token: account.token }));
    await service.database.execute('ALTER TABLE batches_away RENAME TO batches');
    const strict = await TestService.start(setUp, { RATE_LIMIT_PER_MINUTE: '1' });
    try {
      const ask = (): Promise<Response> => strict.request('/v1/credits/balance', { token: account.token });
      await eventually('the rate is exceeded', async () => (await ask()).status === 429);
      await check(BALANCE, 429, ask());
    } finally {
      await strict.stop();
    }
    expect(schemas.seen).toContain(`${BALANCE} 429`);
  });

  it('for people', async () => {
    const person = await Person.signUp(service);
    const own = `/v1/organizations/${person.organizationId}`;
    const route = (method: string, path: string): string => `${method} /v1/organizations/{organizationId}${path}`;
    const ask = async (status: number, documented: string, method: string, path: string, sent?: unknown) => {
      const answer = await person.ask<{ id: number }>(method, path, sent);
      expect([documented, answer.status]).toEqual([documented, status]);
      expect(schemas.faults(documented, status, answer.body)).toEqual([]);
      return answer.body;
    };
    const uploadOwn = async (csv: string): Promise<{ status: number; body: unknown }> => {
      const form = new FormData();
      form.set('name', 'list');
      form.set('file', new Blob([csv]), 'list.csv');
      const response = await service.request(`${own}/batches`, {
        method: 'POST',
        headers: { Cookie: person.cookie, 'X-CSRF': '1' },
        body: form,
      });
      return { status: response.status, body: await response.json() };
    };
    for (const [csv, status] of [
      ['email\njoe@nowhere.test\n', 201],
      ['phone\nx\n', 422],
    ] as const) {
      const created = await uploadOwn(csv);
      expect(created.status).toBe(status);
      expect(schemas.faults(route('post', '/batches'), status, created.body)).toEqual([]);
    }
    await ask(200, route('get', '/batches'), 'GET', `${own}/batches`);
    await ask(400, route('get', '/batches'), 'GET', `${own}/batches?limit=x`);
    const { batches } = (await person.get<{ batches: { id: number }[] }>(`${own}/batches`)).body;
    await service.database.execute("UPDATE batches SET status = 'processing' WHERE id = ?", [batches[0]!.id]);
    await ask(404, route('get', '/batches/{batchId}/download'), 'GET', `${own}/batches/${batches[0]!.id}/download`);
    await ask(404, route('get', '/batches/{batchId}/download'), 'GET', `${own}/batches/999/download`);
    await ask(400, route('get', '/usage'), 'GET', `${own}/usage?days=x`);
    await ask(422, 'post /v1/tokens', 'POST', '/v1/tokens', { name: 'x', shoe: 1 });
    await ask(400, 'post /v1/tokens', 'POST', '/v1/tokens', [] as unknown);
    await ask(413, 'post /v1/tokens', 'POST', '/v1/tokens', { name: 'x'.repeat(120_000) });
    await ask(422, 'post /v1/session', 'POST', '/v1/session', { email: { constructor: 1 } });
    await ask(401, 'post /v1/session', 'POST', '/v1/session', { email: person.email, password: 'not it' });
    expect(schemas.seen).toContain('post /v1/session 401');
  });

  it('documents that bodies with unknown fields are refused, and no answer as one of two that it may fit both', () => {
    const bodies = operations.flatMap(([, { requestBody }]) => requestBody?.content['application/json']?.schema ?? []);
    const names = bodies.map((schema) => (schema as { $ref: string }).$ref.split('/').at(-1)!);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      expect(document.components?.schemas?.[name]).toMatchObject({ additionalProperties: false });
    }
    for (const [route, { responses }] of operations) {
      for (const [status, { content = {} }] of Object.entries(responses).filter(([code]) => Number(code) >= 400)) {
        expect([route, status, Object.keys(content)]).toEqual([route, status, ['application/json']]);
        expect([route, status, JSON.stringify(content)]).not.toEqual([route, status, expect.stringContaining('oneOf')]);
      }
    }
  });

  it('has checked at least one answer of each kind', () => {
    expect(schemas.seen.size).toBeGreaterThanOrEqual(25);
  });
});
