import { requireFlatShape } from './json-shape';
import type { FieldsInvalidError } from './fields-invalid.error';

const KNOWN = new Set(['email', 'roles']);

function errors(text: string): Record<string, string[]> | null {
  try {
    requireFlatShape(JSON.parse(text) as object, KNOWN);
    return null;
  } catch (error) {
    return (error as FieldsInvalidError).errors;
  }
}

const nested = (depth: number): string => `{"email":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('requireFlatShape', () => {
  it.each([
    '{}',
    '{"email":"x","roles":["a","b"]}',
    '{"email":null,"roles":17}',
    '{"email":{"a":{"b":{"c":1}}}}',
    nested(4),
    `{"roles":[${Array(100).fill('1').join()}]}`,
  ])('lets it through: %s', (text) => {
    expect(errors(text)).toBeNull();
  });

  it.each(['shoe', '__proto__', 'constructor', 'toString', 'hasOwnProperty'])('knows no field %s', (name) => {
    expect(errors(`{"${name}":1}`)).toEqual(Object.fromEntries([[name, [`The ${name} field is not known here.`]]]));
  });

  it('tells the first of 12,500 unknown fields, and no more than the start of its name', () => {
    const fields = Array.from({ length: 12_500 }, (_, number) => `"${'k'.repeat(60)}${number}":1`);
    const told = errors(`{${fields.join()}}`);
    expect(Object.keys(told!)).toEqual(['k'.repeat(40)]);
    expect(JSON.stringify(told).length).toBeLessThan(200);
  });

  it.each<[string, string]>([
    ['six levels', nested(6)],
    ['40,000 levels of lists', nested(40_000)],
    ['20,000 levels of objects', `${'{"email":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['20,000 values', `{"roles":[${Array(20_000).fill('1').join()}]}`],
    ['a constructor', '{"email":{"constructor":{"name":"x"},"length":3}}'],
    ['a prototype', '{"email":{"__proto__":{}}}'],
    ['a toString within lists', '{"email":[[{"toString":1}]]}'],
  ])('refuses %s', (_, text) => {
    const [field] = Object.keys(errors(text)!);
    expect(['email', 'roles']).toContain(field);
  });
});
