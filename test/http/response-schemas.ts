import Ajv, { type ValidateFunction } from 'ajv';
import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Record<string, unknown>;

/** Checks answers of the service against the OpenAPI document, strictly: an undocumented property is a fault. */
export class ResponseSchemas {
  private readonly ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  private readonly checked = new Set<string>();

  constructor(private readonly document: OpenAPIObject) {}

  /** What is wrong with an answer of a route, such as `post /v1/validate/single`; empty: it is as documented. */
  faults(route: string, status: number, body: unknown): string[] {
    this.checked.add(`${route} ${status}`);
    const schema = this.schema(route, status);
    if (schema === null) return [`${route} does not document ${status}`];
    const schemas = this.document.components?.schemas ?? {};
    // Strictly, and as it stands: by strictness alone a choice of two may fit that fits neither or both.
    return [strict, asItStands].flatMap((read) => {
      const validate: ValidateFunction = this.ajv.compile({
        ...(read(schema) as Json),
        components: { schemas: read(schemas) },
      });
      validate(body);
      return (validate.errors ?? []).map(
        ({ instancePath, message }) => `${route} ${status} ${instancePath} ${message}`,
      );
    });
  }

  /** What was checked so far, as `post /v1/validate/single 200`. */
  get seen(): ReadonlySet<string> {
    return this.checked;
  }

  private schema(route: string, status: number): Json | null {
    const [method = '', path = ''] = route.split(' ');
    const operation = (this.document.paths[path] as Record<string, { responses: Json }> | undefined)?.[method];
    const response = operation?.responses[status] as { content?: Record<string, { schema?: Json }> } | undefined;
    return response?.content?.['application/json']?.schema ?? null;
  }
}

/** As it stands, and an object has no properties but those that are described. */
function strict(schema: unknown): unknown {
  return toJsonSchema(schema, true);
}

function asItStands(schema: unknown): unknown {
  return toJsonSchema(schema, false);
}

/** OpenAPI 3.0 to JSON Schema: `nullable` is a choice, where there is a `type` (3.0.3, Schema Object). */
function toJsonSchema(schema: unknown, isStrict: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((one) => toJsonSchema(one, isStrict));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, example: _, ...rest } = schema as Json;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, toJsonSchema(value, isStrict)]));
  if (isStrict && inner['properties'] !== undefined) inner['additionalProperties'] ??= false;
  return nullable === true && inner['type'] !== undefined ? { anyOf: [inner, { type: 'null' }] } : inner;
}
