import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import '../../src/app.module';
import { Person } from '../management/person';
import { TestService } from '../support/service';
import { oneSetUp } from '../support/set-ups';
import { ResponseSchemas } from './response-schemas';

interface Operation {
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: object }>;
}
interface Property {
  type?: string | string[];
  anyOf?: { type?: string }[];
}

const document = JSON.parse(readFileSync(join(__dirname, '..', '..', 'openapi.json'), 'utf8')) as OpenAPIObject;
const schemas = (document.components?.schemas ?? {}) as Record<string, { properties?: Record<string, Property> }>;

/** The fields of DTOs that may be null, since `@IsOptional` lets that through: `CreateTokenRequest.test`. */
function nullableFields(): [dto: string, field: string, property: Property][] {
  const storage = getMetadataStorage() as unknown as {
    validationMetadatas: Map<{ name: string }, { name?: string; propertyName: string }[]>;
  };
  return [...storage.validationMetadatas].flatMap(([{ name: dto }, rules]) =>
    rules
      .filter(({ name }) => name === 'isOptional')
      .flatMap(({ propertyName: field }) => {
        const property = schemas[dto]?.properties?.[field];
        return property === undefined ? [] : [[dto, field, property] as [string, string, Property]];
      }),
  );
}

describe('openapi.json', () => {
  it('lets every field be null that the service lets be null', () => {
    const fields = nullableFields();
    expect(fields.length).toBeGreaterThan(15);
    const lacking = fields.filter(
      ([, , { type, anyOf }]) =>
        type !== undefined && !type.includes('null') && anyOf?.some((one) => one.type === 'null') !== true,
    );
    expect(lacking.map(([dto, field]) => `${dto}.${field}`)).toEqual([]);
  });

  it('says of every route with fields how it refuses them', () => {
    const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Operation>)
        .filter(([, { requestBody }]) => requestBody?.content['application/json'] !== undefined)
        .map(([method, { responses }]) => ({ route: `${method} ${path}`, content: responses['422']?.content })),
    );
    expect(routes.length).toBeGreaterThan(30);
    const silent = routes.filter(({ content }) => !JSON.stringify(content ?? {}).includes('/FieldErrorsBody"'));
    expect(silent.map(({ route }) => route)).toEqual([]);
  });
});

describe.each([oneSetUp])('refusals are as documented, whether of a field or of a state, %s', (setUpName) => {
  let service: TestService;
  let person: Person;
  const answers = new ResponseSchemas(document);

  beforeAll(async () => {
    service = await TestService.shared(setUpName, { ORGANIZATIONS_PER_ACCOUNT: '1' });
    person = await Person.signUp(service);
  });

  async function refused(route: string, path: string, body?: unknown, by = person): Promise<unknown> {
    const [method = ''] = route.split(' ');
    const answer = await by.ask<{ error?: string; message: string }>(method.toUpperCase(), path, body);
    expect([route, answer.status, answers.faults(route, 422, answer.body)]).toEqual([route, 422, []]);
    return answer.body.error ?? answer.body.message;
  }

  it('of the second factor', async () => {
    const route = 'post /v1/account/two-factor/confirmation';
    expect(await refused(route, '/v1/account/two-factor/confirmation', { code: '000000' })).toBe('Invalid request');
    expect(await refused(route, '/v1/account/two-factor/confirmation', {})).toBe('The code field is required.');
  });

  it('of webhooks that are off', async () => {
    const own = `/v1/organizations/${person.organizationId}/webhooks`;
    const { body } = await person.post<{ id: number }>(own, { url: 'https://example.org/hooks' });
    await person.patch(`${own}/${body.id}`, { is_enabled: false });
    const route = 'post /v1/organizations/{organizationId}/webhooks/{webhookId}';
    const since = '2026-01-01T00:00:00Z';
    expect(await refused(`${route}/test`, `${own}/${body.id}/test`)).toBe('Invalid request');
    expect(await refused(`${route}/recover`, `${own}/${body.id}/recover`, { since })).toBe('Invalid request');
    expect(await refused(`${route}/recover`, `${own}/${body.id}/recover`, {})).toBe('The since field is required.');
    expect(await refused(`${route}/deliveries/{deliveryId}/resend`, `${own}/${body.id}/deliveries/1/resend`)).toBe(
      'Invalid request',
    );
  });

  it('of lists that nothing is left of', async () => {
    const own = `/v1/organizations/${person.organizationId}/batches`;
    const { body } = await person.post<{ id: number }>(own, { emails: ['no address'] });
    await service.database.execute("UPDATE batches SET status = 'completed' WHERE id = ?", [body.id]);
    const route = 'post /v1/organizations/{organizationId}/batches/{batchId}/continue';
    expect(await refused(route, `${own}/${body.id}/continue`, { rows: 'unknown' })).toBe('Invalid request');
  });

  it('of an invitation to one organization too many', async () => {
    const guest = await Person.signUp(service);
    const invitations = `/v1/organizations/${person.organizationId}/invitations`;
    const { body } = await person.post<{ link: string }>(invitations, { email: guest.email, role: 'member' });
    const secret = body.link.split('/').at(-1) ?? '';
    expect(await refused('post /v1/invitations/{secret}', `/v1/invitations/${secret}`, undefined, guest)).toMatch(
      /may belong to 1 organizations/,
    );
  });
});
