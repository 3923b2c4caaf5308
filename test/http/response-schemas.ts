import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Record<string, unknown>;
interface Content {
  content?: Record<string, { schema?: Json }>;
}

const jsonSchemaOf = (part: Content | undefined): Json | null => part?.content?.['application/json']?.schema ?? null;

/** Checks answers of the service against the OpenAPI document, strictly: an undocumented property is a fault. */
export class ResponseSchemas {
  private readonly ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  private readonly checked = new Set<string>();

  constructor(private readonly document: OpenAPIObject) {}

  /** What is wrong with an answer of a route, such as `post /v1/validate/single`; empty: it is as documented. */
  faults(route: string, status: number, body: unknown): string[] {
    return this.faultsOf(`${route} ${status}`, this.schema(route, status), body);
  }

  /** What is wrong with what was posted to a webhook. */
  webhookFaults(type: string, body: unknown): string[] {
    const { post } = (this.document.webhooks?.[type] ?? {}) as { post?: { requestBody?: Content } };
    return this.faultsOf(`webhook ${type}`, jsonSchemaOf(post?.requestBody), body);
  }

  private faultsOf(name: string, schema: Json | null, body: unknown): string[] {
    this.checked.add(name);
    if (schema === null) return [`${name} is not documented`];
    const schemas = this.document.components?.schemas ?? {};
    // Strictly, and as it stands: by strictness alone a choice of two may fit that fits neither or both.
    return [strict, asItStands].flatMap((read) => {
      const validate: ValidateFunction = this.ajv.compile({
        ...(read(schema) as Json),
        components: { schemas: read(schemas) },
      });
      validate(body);
      return (validate.errors ?? []).map(({ instancePath, message }) => `${name} ${instancePath} ${message}`);
    });
  }

  /** What was checked so far, as `post /v1/validate/single 200` or `webhook test`. */
  get seen(): ReadonlySet<string> {
    return this.checked;
  }

  private schema(route: string, status: number): Json | null {
    const [method = '', path = ''] = route.split(' ');
    const operation = (this.document.paths[path] as Record<string, { responses: Json }> | undefined)?.[method];
    return jsonSchemaOf(operation?.responses[status] as Content | undefined);
  }
}

/** As it stands, and an object has no properties but those that are described. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { examples: _, ...rest } = schema as Json;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, strict(value)]));
  if (inner['properties'] !== undefined) inner['additionalProperties'] ??= false;
  return inner;
}

function asItStands(schema: unknown): unknown {
  return schema;
}
