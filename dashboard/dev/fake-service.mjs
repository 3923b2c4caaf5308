import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { developers } from './fake-developers.mjs';
import { feedback } from './fake-feedback.mjs';
import { world } from './fake-world.mjs';

const page = join(import.meta.dirname, '../../dist/dashboard/page');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/**
 * Plays the management API with made-up data, for work on the page alone: `node dashboard/dev/fake-service.mjs` in one
 * terminal, `npx vite dashboard` in another. It keeps nothing and checks nothing. Never shipped.
 */
const routes = [
  [
    'GET',
    /^\/session$/,
    () => (world.isSignedIn ? world.signedIn() : { status: 401, body: { message: 'Unauthenticated.' } }),
  ],
  ['POST', /^\/(session|account)$/, () => world.signIn()],
  ['DELETE', /^\/session$/, () => world.signOut()],
  ['PATCH', /^\/account$/, () => world.account],
  ['GET', /^\/sessions$/, () => world.sessions],
  ['GET', /^\/organizations\/\d+\/credits$/, () => world.credits],
  ['GET', /^\/organizations\/\d+\/credits\/ledger$/, () => world.ledger],
  ['GET', /^\/organizations\/\d+\/usage\/actors$/, () => world.actors],
  ['GET', /^\/organizations\/\d+\/usage$/, () => ({ days: world.usage })],
  ['POST', /^\/organizations\/\d+\/check$/, (_, body) => world.check(body.email)],
  ['GET', /^\/organizations\/\d+\/batches$/, () => ({ batches: world.batches, next_before: null })],
  ['POST', /^\/organizations\/\d+\/batches$/, () => ({ status: 201, body: world.batches[0] })],
  ['GET', /^\/organizations\/\d+\/batches\/(\d+)$/, ([, id]) => world.batches.find((batch) => batch.id === Number(id))],
  ['GET', /^\/organizations\/\d+\/batches\/(\d+)\/summary$/, ([, id]) => world.summary(Number(id))],
  ['GET', /^\/organizations\/\d+\/batches\/\d+\/rows$/, () => world.rows],
  ['GET', /^\/organizations\/\d+\/batches\/\d+\/links$/, () => []],
  ['GET', /^\/organizations\/\d+\/checks$/, () => ({ checks: world.checks, next_before: null, is_kept: true })],
  ['GET', /^\/organizations\/\d+\/audit$/, () => ({ entries: world.audit, next_before: null })],
  ['GET', /^\/organizations\/\d+$/, () => ({ two_factor_required: false })],
  ['GET', /^\/account\/audit$/, () => ({ entries: world.accountAudit, next_before: null })],
  ['GET', /^\/account\/two-factor$/, () => ({ is_on: true, recovery_codes_left: 9 })],
  ['GET', /^\/organizations\/\d+\/members$/, () => world.members],
  ['GET', /^\/organizations\/\d+\/invitations$/, () => world.invitations],
  ['POST', /^\/organizations\/\d+\/invitations$/, (_, body) => ({ status: 201, body: world.invite(body) })],
  [
    'GET',
    /^\/invitations\/.+$/,
    () => ({ organization_name: 'Harbour Books', role: 'member', email: world.account.email }),
  ],
  ['GET', /^\/organizations\/\d+\/feedback$/, () => feedback.summary],
  ['GET', /^\/organizations\/\d+\/feedback\/sources$/, () => feedback.sources],
  ['POST', /^\/organizations\/\d+\/feedback\/sources\/\d+\/test$/, () => feedback.test],
  ['GET', /^\/organizations\/\d+\/feedback\/addresses$/, () => feedback.addresses],
  ['GET', /^\/organizations\/\d+\/feedback\/accuracy$/, () => feedback.accuracy],
  ['GET', /^\/organizations\/\d+\/webhooks$/, () => developers.webhooks],
  ['POST', /^\/organizations\/\d+\/webhooks\/\d+\/test$/, () => developers.test],
  [
    'GET',
    /^\/organizations\/\d+\/webhooks\/\d+\/deliveries$/,
    () => ({ deliveries: developers.deliveries, next_before: null }),
  ],
  ['GET', /^\/organizations\/\d+\/limits$/, () => developers.limits],
  ['GET', /^\/tokens$/, () => world.tokens],
  ['POST', /^\/tokens$/, (_, body) => ({ status: 201, body: world.createToken(body) })],
  ['DELETE', /^\/tokens\/.+$/, () => ({ status: 204 })],
];

/** The page as it was last built, for screenshots; while one works on it, Vite serves it. */
function sendPage(request, response) {
  const name = request.url.replace(/^\/dashboard\//, '').replace(/[?#].*/, '') || 'index.html';
  const file = join(page, name);
  if (!file.startsWith(page) || !existsSync(file)) return response.writeHead(404).end();
  return response.writeHead(200, { 'Content-Type': TYPES[extname(file)] }).end(readFileSync(file));
}

function answer(request, response, content) {
  const path = request.url.replace(/^\/v1/, '').replace(/\?.*/, '');
  const route = routes.find(([method, pattern]) => method === request.method && pattern.test(path));
  const body = request.headers['content-type'] === 'application/json' ? JSON.parse(content) : {};
  const result = route?.[2](path.match(route[1]), body) ?? { status: 404, body: { message: 'There is nothing here.' } };
  const reply = typeof result.status === 'number' ? result : { status: 200, body: result };
  response.writeHead(reply.status, { 'Content-Type': 'application/json' });
  response.end(reply.body === undefined ? '' : JSON.stringify(reply.body));
}

export const fakeService = createServer((request, response) => {
  if (request.url.startsWith('/dashboard/')) return sendPage(request, response);
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => answer(request, response, Buffer.concat(chunks).toString()));
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  fakeService.listen(3000, '127.0.0.1', () => process.stderr.write('The fake service is http://127.0.0.1:3000\n'));
}
