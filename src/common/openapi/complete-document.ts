import type { OpenAPIObject } from '@nestjs/swagger';
import { TEST_MODE } from '../test-mode';
import { documentFieldErrors, namesFields, type Described } from './field-errors';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const sentence = (description: string, message: string): object => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/MessageBody' }, example: { message } } },
});

const MALFORMED = sentence(
  'The body, a part of the path or a parameter is malformed.',
  'The body is not well-formed JSON in UTF-8.',
);
const TOO_LARGE = sentence(
  'The JSON body is larger than 100 kB, or 4 kB where nobody need be signed in.',
  'The body is larger than 100 kB.',
);
const TOO_SLOW = sentence('The body came too slowly.', 'The body was not complete within 15 s.');
const OURS = sentence('Something went wrong on our side.', 'Something went wrong on our side. Request id: 7f3c.');

const integer = (description: string): object => ({ description, schema: { type: 'integer' } });
const REQUEST_ID = {
  'X-Request-ID': { description: 'Names this request in the log.', schema: { type: 'string' } },
};
const TEST_MODE_MARK = {
  [TEST_MODE]: { description: 'Only to a test token, in each answer.', schema: { type: 'string', enum: ['true'] } },
};
const RATE_LIMIT = {
  'RateLimit-Limit': integer('Requests a minute that this token may make.'),
  'RateLimit-Remaining': integer('Requests left in this minute.'),
  'RateLimit-Reset': integer('Seconds until the budget is full again.'),
};

const AWAY = {
  ...sentence(
    'The database is away, hangs, is full, takes no writes or is too busy. Nothing of the request was done, unless the message ' +
      'says that it is not known. Try again after `Retry-After` seconds.',
    "The database can't be reached just now. Try again in a few seconds.",
  ),
  headers: { 'Retry-After': integer('Seconds to wait.') },
};

/** Adds to each operation what is true of all of their kind: failures of body, path and service, and common headers. */
export function completeDocument(document: OpenAPIObject): OpenAPIObject {
  for (const item of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      completeOperation(operation);
      refuseUnknownFields(document, operation);
    }
  }
  return document;
}

/** As `RequestValidationPipe` does. */
function refuseUnknownFields(document: OpenAPIObject, { requestBody }: Operation): void {
  const content = (requestBody as { content?: Record<string, { schema?: { $ref?: string } }> } | undefined)?.content;
  const name = content?.['application/json']?.schema?.$ref?.split('/').at(-1) ?? '';
  const schema = document.components?.schemas?.[name];
  if (schema !== undefined && !('$ref' in schema)) schema.additionalProperties = false;
}

const REPLAYED = {
  'Idempotency-Replayed': {
    description: '`true`: this was answered before, under the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** What answers of a route with an `Idempotency-Key` have in common: those that are kept may come again, and a key is for one request. */
function completeIdempotent({ parameters, responses: given }: Operation): void {
  const responses = given as Record<string, Described>;
  const takesKey = parameters?.some((one) => 'in' in one && one.name === 'Idempotency-Key') === true;
  if (!takesKey || responses['409'] === undefined) return;
  for (const [status, response] of Object.entries(responses)) {
    if (/^(20\d|404|422)$/.test(status)) response.headers = { ...response.headers, ...REPLAYED };
  }
  documentFieldErrors(responses, 'the `Idempotency-Key` was used for another request.');
}

function completeOperation(operation: Operation): void {
  const responses = operation.responses as Record<string, Described>;
  const body = operation.requestBody as { content?: object } | undefined;
  const hasJson = body?.content !== undefined && 'application/json' in body.content;
  if (hasJson && !namesFields(responses['422'])) {
    documentFieldErrors(responses, 'a field is missing or not as it should be.');
  }
  completeIdempotent(operation);
  if (body !== undefined) responses['408'] ??= TOO_SLOW;
  const hasParameters = operation.parameters?.some((one) => 'in' in one && ['path', 'query'].includes(one.in)) === true;
  if (hasJson) responses['413'] ??= TOO_LARGE;
  if (hasJson || hasParameters) responses['400'] ??= MALFORMED;
  responses['500'] ??= OURS;
  responses['503'] ??= AWAY;
  const isForTokens = operation.security?.some((scheme) => 'bearer' in scheme) === true;
  for (const [status, response] of Object.entries(responses)) {
    const isCounted = isForTokens && status !== '401';
    responses[status] = {
      ...response,
      headers: {
        ...REQUEST_ID,
        ...(isForTokens ? TEST_MODE_MARK : {}),
        ...(isCounted ? RATE_LIMIT : {}),
        ...response.headers,
      },
    };
  }
}
