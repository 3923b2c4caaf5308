import type { OpenAPIObject } from '@nestjs/swagger';
import { toOpenApi31 } from './to-openapi31';

const of = (schema: object): unknown => {
  const info = { title: '', version: '' };
  const document = { openapi: '3.0.0', info, paths: {}, components: { schemas: { A: schema } } };
  return toOpenApi31(document).components?.schemas?.['A'];
};
const REF = { $ref: '#/components/schemas/B' };

describe('toOpenApi31', () => {
  it.each<[string, object, object]>([
    ['a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['values', { type: 'string', enum: ['a'], nullable: true }, { type: ['string', 'null'], enum: ['a', null] }],
    ['values with null', { type: 'string', enum: [null], nullable: true }, { type: ['string', 'null'], enum: [null] }],
    [
      'another schema',
      { type: 'object', description: 'x', nullable: true, allOf: [REF] },
      { description: 'x', anyOf: [REF, { type: 'null' }] },
    ],
    ['anything', { nullable: true }, {}],
    ['no more than', { type: 'string', nullable: false }, { type: 'string' }],
  ])('lets %s be null', (_, before, after) => {
    expect(of(before)).toEqual(after);
  });

  it('goes into every part of a schema', () => {
    const before = { type: 'integer', nullable: true };
    const after = { type: ['integer', 'null'] };
    expect(
      of({
        properties: { nullable: before, example: before },
        items: before,
        additionalProperties: before,
        anyOf: [before],
        oneOf: [before],
        allOf: [before],
      }),
    ).toEqual({
      properties: { nullable: after, example: after },
      items: after,
      additionalProperties: after,
      anyOf: [after],
      oneOf: [after],
      allOf: [after],
    });
    expect(of({ additionalProperties: false })).toEqual({ additionalProperties: false });
  });

  it('makes examples of the example of a schema, also where that is null', () => {
    expect(of({ type: 'string', example: null })).toEqual({ type: 'string', examples: [null] });
    expect(of({ type: 'string', enum: ['example'] })).toEqual({ type: 'string', enum: ['example'] });
  });

  it('finds the schemas of paths, and leaves the examples there as they are', () => {
    const sent = { schema: { nullable: true }, example: { nullable: true } };
    const content = (schema: object): object => ({ 'application/json': { schema, example: sent } });
    const operation = (schema: object): object => ({
      parameters: [{ name: 'a', in: 'query', schema, example: 1 }],
      requestBody: { content: content(schema) },
      responses: { 200: { description: '', headers: { b: { schema } }, content: content(schema) } },
    });
    const document = {
      openapi: '3.0.0',
      info: { title: '', version: '' },
      paths: { '/': { get: operation({ type: 'string', nullable: true }) } },
    };
    expect(toOpenApi31(document as unknown as OpenAPIObject)).toMatchObject({
      openapi: '3.1.0',
      paths: { '/': { get: operation({ type: ['string', 'null'] }) } },
    });
  });
});
