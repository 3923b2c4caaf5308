import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTs, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { root } from './lib.mjs';

/**
 * `npm run client-types`: what the clients know of `openapi.json`: the routes that a token opens, the schemas that these
 * need, and the events of webhooks. With `--check` it writes nothing, and fails where a file is not what it would write.
 */
const HEAD = '/* Made of `openapi.json` by `npm run client-types`. */\n';

/** @returns {Promise<Record<string, string>>} by path below the root, what stands there */
export async function clientTypes() {
  const document = documentOfClients(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')));
  const types = `${HEAD}${astToString(await openapiTs(document, { defaultNonNullable: false }))}`;
  const options = await resolveConfig(join(root, 'package.json'));
  return {
    'clients/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'clients/typescript/src/openapi.ts': await format(types, { ...options, parser: 'typescript' }),
  };
}

/** As OpenAPI 3.1, which has `webhooks`. */
function documentOfClients({ info, paths, components, 'x-webhooks': webhooks }) {
  const kept = {};
  for (const [path, methods] of Object.entries(paths)) {
    const open = Object.entries(methods).filter(([, { security }]) => security?.some((way) => 'bearer' in way));
    if (open.length > 0) kept[path] = Object.fromEntries(open.map(([method, operation]) => [method, lean(operation)]));
  }
  const events = Object.fromEntries(Object.entries(webhooks).map(([name, { post }]) => [name, { post: lean(post) }]));
  const schemas = {};
  const collect = (part) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name in schemas) continue;
      schemas[name] = nullable(components.schemas[name]);
      collect(schemas[name]);
    }
  };
  collect([kept, events]);
  const named = Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)));
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version },
    paths: nullable(kept),
    webhooks: nullable(events),
    components: { schemas: named },
  };
}

/** What is asked and what is answered; how it fails is the same for all routes. */
function lean({ operationId, summary, parameters, requestBody, responses }) {
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, { description, content }]) => [status, { description, content: withoutExamples(content) }]);
  return {
    operationId,
    summary,
    parameters,
    requestBody: requestBody && { ...requestBody, content: withoutExamples(requestBody.content) },
    responses: Object.fromEntries(answers),
  };
}

/** OpenAPI 3.0 says `nullable`, JSON Schema of 3.1 says it by a type. */
function nullable(part) {
  if (Array.isArray(part)) return part.map(nullable);
  if (part === null || typeof part !== 'object') return part;
  const { nullable: isNullable, ...rest } = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, nullable(value)]),
  );
  if (isNullable !== true) return isNullable === undefined ? rest : { ...rest, nullable: isNullable };
  if (rest.allOf) {
    const { type: _, allOf, ...others } = rest;
    return { ...others, anyOf: [...allOf, { type: 'null' }] };
  }
  if (typeof rest.type === 'string') {
    return { ...rest, type: [rest.type, 'null'], ...(rest.enum && { enum: [...new Set([...rest.enum, null])] }) };
  }
  return { anyOf: [rest, { type: 'null' }] };
}

function withoutExamples(content) {
  return content && Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isCheck = process.argv.includes('--check');
  for (const [path, text] of Object.entries(await clientTypes())) {
    const file = join(root, path);
    if (!isCheck) writeFileSync(file, text);
    else if (readFileSync(file, 'utf8') !== text) {
      process.stderr.write(`${path} is not what openapi.json says: run npm run client-types.\n`);
      process.exitCode = 1;
    }
  }
}
