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

function documentOfClients({ openapi, info, paths, components, webhooks }) {
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
      schemas[name] = components.schemas[name];
      collect(schemas[name]);
    }
  };
  collect([kept, events]);
  const named = Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)));
  return {
    openapi,
    info: { title: info.title, version: info.version },
    paths: kept,
    webhooks: events,
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
