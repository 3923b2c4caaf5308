import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mapValues = (object: Json, change: (value: unknown, name: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

/**
 * What `@nestjs/swagger` writes, which is OpenAPI 3.0, as OpenAPI 3.1: a schema there is one of JSON Schema 2020-12, which has
 * no `nullable`, and `examples` in place of `example` (3.1.0, 4.8.24). `format: binary` stays: any format may be named, and
 * tools know files by it.
 */
export function toOpenApi31(document: OpenAPIObject): OpenAPIObject {
  const { components, ...rest } = document as OpenAPIObject & Json;
  const { schemas = {}, ...others } = (components ?? {}) as { schemas?: Json };
  const upgraded = { ...withSchemas(rest), components: { ...others, schemas: mapValues(schemas, toSchema) } };
  return { ...(upgraded as unknown as OpenAPIObject), openapi: '3.1.0' };
}

/** A part that is no schema: those that it names, at any depth. What is an example is nobody's schema. */
function withSchemas(part: unknown): Json {
  const walk = (value: unknown, name?: string): unknown => {
    if (name === 'schema') return toSchema(value);
    if (name === 'example' || name === 'examples') return value;
    if (Array.isArray(value)) return value.map((one) => walk(one));
    return isObject(value) ? mapValues(value, walk) : value;
  };
  return walk(part) as Json;
}

function toSchema(schema: unknown): unknown {
  // `additionalProperties` may be a boolean.
  if (!isObject(schema)) return schema;
  const { nullable, example, ...rest } = mapValues(schema, (value, name) => {
    if (name === 'items' || name === 'additionalProperties') return toSchema(value);
    if (Array.isArray(value) && ['allOf', 'anyOf', 'oneOf'].includes(name)) return value.map(toSchema);
    return name === 'properties' && isObject(value) ? mapValues(value, toSchema) : value;
  });
  return { ...(nullable === true ? orNull(rest) : rest), ...(example === undefined ? {} : { examples: [example] }) };
}

function orNull(schema: Json): Json {
  const { type, allOf, ...rest } = schema;
  // Nest's form of a `$ref` that may be null.
  if (Array.isArray(allOf)) return { ...rest, anyOf: [...(allOf as unknown[]), { type: 'null' }] };
  // Without a type it is anything.
  if (type === undefined) return schema;
  const values = Array.isArray(rest['enum']) ? { enum: [...new Set([...(rest['enum'] as unknown[]), null])] } : {};
  return { type: [type, 'null'], ...rest, ...values };
}
