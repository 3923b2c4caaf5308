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
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
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

/** Our colours and measures over those of Swagger UI, and tables that scroll by themselves on a phone. */
const STYLE = `:root { --accent-text: #3451c9; }
html.dark-mode { --accent-text: #9db2ff; }
body { margin: 0; }
.front { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 20px; padding: 12px 20px; background: #3b5bdb; color: #fff; font: 15px/1.5 system-ui, sans-serif; }
.front strong { margin-inline-end: auto; }
.front a { color: #fff; text-underline-offset: 3px; }
.swagger-ui { font-family: system-ui, sans-serif; }
.swagger-ui .topbar { display: none; }
.swagger-ui .info { margin: 28px 0; }
.swagger-ui .btn.authorize, .swagger-ui .opblock.opblock-post .opblock-summary-method { border-color: #3b5bdb; }
.swagger-ui .btn.authorize { color: var(--accent-text); }
.swagger-ui .btn.authorize svg { fill: var(--accent-text); }
.swagger-ui .btn.execute { border-color: #3b5bdb; background: #3b5bdb; }
.swagger-ui .opblock.opblock-post { border-color: #3b5bdb; background: #3b5bdb0d; }
.swagger-ui .opblock.opblock-post .opblock-summary { border-color: #3b5bdb; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #3b5bdb; }
html.dark-mode .swagger-ui .opblock.opblock-post, html.dark-mode .swagger-ui .opblock.opblock-post .opblock-summary { border-color: #3a4c94; }
html.dark-mode .swagger-ui .opblock.opblock-post { background: #171d33; }
html.dark-mode .swagger-ui .opblock.opblock-post .opblock-section-header { border-color: #3a4c94; background: #1f2a4d; }
html.dark-mode .swagger-ui .opblock.opblock-post .opblock-summary-method { background: #4263eb; color: #fff; }
.swagger-ui :focus-visible { outline: 3px solid var(--accent-text) !important; outline-offset: 2px; }
@media (min-width: 801px) {
  .swagger-ui table tbody tr td.parameters-col_name { min-width: 160px; }
}
@media (max-width: 800px) {
  .swagger-ui .wrapper { box-sizing: border-box; padding: 0 12px; }
  .swagger-ui .opblock-summary-path { max-width: 100%; overflow-wrap: anywhere; white-space: normal; }
  .swagger-ui .opblock-summary-description { display: none; }
  .swagger-ui table { display: block; overflow-x: auto; }
  .swagger-ui table td, .swagger-ui table th { padding-inline-end: 10px; }
  .swagger-ui table.headers :is(thead, tbody) tr :is(td, th) { padding-inline-end: 4px; font-size: 11px; }
  .swagger-ui .scheme-container .schemes { flex-wrap: wrap; }
}
`;

const page = (folder: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Email Validation Service</title>
<link rel="stylesheet" href="${folder}swagger-ui.css">
<link rel="stylesheet" href="${folder}docs.css">
<link rel="icon" type="image/svg+xml" href="/dashboard/icon.svg">
</head>
<body>
<header class="front"><strong>Email Validation Service</strong>
<a href="/dashboard/">Dashboard</a> <a href="/dashboard/#/tokens">Make a token</a> <a href="/openapi.json">OpenAPI</a></header>
<div id="swagger-ui"></div>
<script src="${folder}swagger-ui-bundle.js"></script>
<script src="${folder}init.js"></script>
</body>
</html>
`;

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const JS = 'text/javascript; charset=utf-8';

/**
 * Serves the OpenAPI document as JSON and YAML, and Swagger UI beside it. Each file is made at its first request and kept
 * compressed. The document is built then too, not at the start of the service, which it would delay.
 * @param build makes the document; called once
 */
export function serveDocs(app: INestApplication, build: () => OpenAPIObject): void {
  let built: OpenAPIObject | undefined;
  const document = (): OpenAPIObject => (built ??= build());
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  const ofSwaggerUi = (name: string, type: string) => async (): Promise<ServedFile> =>
    makeServedFile(type, await readFile(join(folder, name)));
  const files: Record<string, () => Promise<ServedFile>> = {
    '/openapi.json': () => makeServedFile('application/json; charset=utf-8', JSON.stringify(document())),
    '/openapi.yaml': () => makeServedFile('text/yaml; charset=utf-8', dump(JSON.parse(JSON.stringify(document())))),
    '/docs': () => makeServedFile(HTML, page('docs/')),
    '/docs/': () => makeServedFile(HTML, page('')),
    '/docs/init.js': () => makeServedFile(JS, SCRIPT),
    '/docs/docs.css': () => makeServedFile(CSS, STYLE),
    '/docs/swagger-ui.css': ofSwaggerUi('swagger-ui.css', CSS),
    '/docs/swagger-ui-bundle.js': ofSwaggerUi('swagger-ui-bundle.js', JS),
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
