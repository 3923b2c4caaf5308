import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { dump } from 'js-yaml';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeServedFile, sendServedFile, type ServedFile } from '../common/served-file';

/** Asked again each time; the answer is 304 as long as nothing has changed. */
const REVALIDATED = 'no-cache';

const SCRIPT = `const here = document.currentScript.src;
window.onload = () => {
  window.ui = SwaggerUIBundle({
    url: new URL('../openapi.json', here).href,
    dom_id: '#swagger-ui',
    deepLinking: true,
    tryItOutEnabled: true,
    presets: [SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
  });
};
`;

const page = (folder: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Email Validation Service</title>
<link rel="stylesheet" href="${folder}swagger-ui.css">
<link rel="icon" type="image/png" href="${folder}favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${folder}swagger-ui-bundle.js"></script>
<script src="${folder}init.js"></script>
</body>
</html>
`;

const HTML = 'text/html; charset=utf-8';
const JS = 'text/javascript; charset=utf-8';

/**
 * Serves the OpenAPI document as JSON and YAML and Swagger UI beside it. Each is made once, when it is first asked for,
 * and kept packed: anybody may ask, and a YAML of the document costs 60 ms.
 */
export function serveDocs(app: INestApplication, document: OpenAPIObject): void {
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  const ofSwaggerUi = (name: string, type: string) => async (): Promise<ServedFile> =>
    makeServedFile(type, await readFile(join(folder, name)));
  const files: Record<string, () => Promise<ServedFile>> = {
    '/openapi.json': () => makeServedFile('application/json; charset=utf-8', JSON.stringify(document)),
    '/openapi.yaml': () => makeServedFile('text/yaml; charset=utf-8', dump(JSON.parse(JSON.stringify(document)))),
    '/docs': () => makeServedFile(HTML, page('docs/')),
    '/docs/': () => makeServedFile(HTML, page('')),
    '/docs/init.js': () => makeServedFile(JS, SCRIPT),
    '/docs/swagger-ui.css': ofSwaggerUi('swagger-ui.css', 'text/css; charset=utf-8'),
    '/docs/swagger-ui-bundle.js': ofSwaggerUi('swagger-ui-bundle.js', JS),
    '/docs/favicon-32x32.png': ofSwaggerUi('favicon-32x32.png', 'image/png'),
  };
  const made = new Map<string, Promise<ServedFile>>();
  for (const [path, make] of Object.entries(files)) {
    app.getHttpAdapter().get(path, async (request: Request, response: Response): Promise<void> => {
      // The router takes `/docs` and `/docs/` for one.
      const name = request.path in files ? request.path : path;
      const file = made.get(name) ?? (files[name] ?? make)();
      made.set(name, file);
      sendServedFile(await file, REVALIDATED, request, response);
    });
  }
}
