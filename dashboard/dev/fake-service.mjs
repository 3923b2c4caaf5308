import { createServer } from 'node:http';
import { world } from './fake-world.mjs';

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
  ['GET', /^\/organizations\/\d+\/credits\/entries$/, () => world.entries],
  ['GET', /^\/organizations\/\d+\/usage$/, () => ({ days: world.usage })],
  ['POST', /^\/organizations\/\d+\/check$/, (_, body) => world.check(body.email)],
  ['GET', /^\/organizations\/\d+\/batches$/, () => ({ batches: world.batches, next_before: null })],
  ['POST', /^\/organizations\/\d+\/batches$/, () => ({ status: 201, body: world.batches[0] })],
  ['GET', /^\/organizations\/\d+\/batches\/(\d+)$/, ([, id]) => world.batches.find((batch) => batch.id === Number(id))],
  ['GET', /^\/organizations\/\d+\/members$/, () => world.members],
  ['GET', /^\/organizations\/\d+\/invitations$/, () => world.invitations],
  ['POST', /^\/organizations\/\d+\/invitations$/, (_, body) => ({ status: 201, body: world.invite(body) })],
  [
    'GET',
    /^\/invitations\/.+$/,
    () => ({ organization_name: 'Harbour Books', role: 'member', email: world.account.email }),
  ],
  ['GET', /^\/tokens$/, () => world.tokens],
  ['POST', /^\/tokens$/, (_, body) => ({ status: 201, body: world.createToken(body) })],
  ['DELETE', /^\/tokens\/.+$/, () => ({ status: 204 })],
];

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const path = request.url.replace(/^\/v1/, '').replace(/\?.*/, '');
    const route = routes.find(([method, pattern]) => method === request.method && pattern.test(path));
    const isJson = request.headers['content-type'] === 'application/json';
    const body = isJson ? JSON.parse(Buffer.concat(chunks).toString()) : {};
    const answer = route?.[2](path.match(route[1]), body) ?? {
      status: 404,
      body: { message: 'There is nothing here.' },
    };
    const { status, body: content } = typeof answer.status === 'number' ? answer : { status: 200, body: answer };
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(content === undefined ? '' : JSON.stringify(content));
  });
}).listen(3000, '127.0.0.1', () => process.stderr.write('The fake service listens on http://127.0.0.1:3000\n'));
