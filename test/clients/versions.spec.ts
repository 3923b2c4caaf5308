import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './package';

const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const versionOf = (path: string): unknown => (JSON.parse(text(path)) as { version: string }).version;

it('the clients have the version of the service', () => {
  const version = versionOf('package.json');
  const found = {
    typescript: versionOf('clients/typescript/package.json'),
    cli: versionOf('clients/cli/package.json'),
    mcp: versionOf('clients/mcp/package.json'),
    python: /^version = "(.+)"$/m.exec(text('clients/python/pyproject.toml'))?.[1],
  };
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, version])));
});
