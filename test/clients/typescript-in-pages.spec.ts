import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { describeInChromium, launchChromium } from '../support/chromium';
import { ClientWorld } from './client-world';
import { buildClients, Project, root } from './package';

const exec = promisify(execFile);
const NAME = 'email-validation-client';

/** What a page has: the client, and the classes of its errors. */
const ENTRIES = {
  'entry.mjs': `import * as client from '${NAME}';\nglobalThis.client = client;\n`,
  'entry.cjs': `globalThis.client = require('${NAME}');\n`,
};

/** Bundles a file of the project with esbuild as it is set by default: for browsers. */
async function bundle(project: Project, entry: keyof typeof ENTRIES): Promise<string> {
  project.write(entry, ENTRIES[entry]);
  const options = ['--bundle', `--outfile=${entry}.js`, '--log-level=warning'];
  await exec(join(root, 'node_modules', '.bin', 'esbuild'), [entry, ...options], { cwd: project.folder });
  return project.read(`${entry}.js`);
}

describe('bundles of the TypeScript client for browsers', () => {
  let project: Project;

  beforeAll(async () => {
    await buildClients();
    project = new Project({ [NAME]: 'typescript' });
  });

  afterAll(() => {
    project.remove();
  });

  it.each(['entry.mjs', 'entry.cjs'] as const)('are made by esbuild without modules of Node, of %s', async (entry) => {
    const code = await bundle(project, entry);
    // Not the code itself, or a failure would print all of it.
    expect([code.includes('A path is for Node alone'), /node:|createReadStream/.exec(code)]).toEqual([true, null]);
  });

  it('are made by Vite without modules of Node', async () => {
    project.write('index.html', '<!doctype html><script type="module" src="entry.mjs"></script>');
    project.write('entry.mjs', ENTRIES['entry.mjs']);
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    await project.node([vite, 'build', '--minify', 'false', '--assetsDir', '.']);
    const made = readdirSync(join(project.folder, 'dist')).filter((file) => file.endsWith('.js'));
    const code = made.map((file) => project.read(join('dist', file))).join('\n');
    // Vite puts something empty in the place of a module of Node.
    expect([code.includes('A path is for Node alone'), /node:|createReadStream|browser-external/.exec(code)]).toEqual([
      true,
      null,
    ]);
  });
});

describeInChromium('the bundled TypeScript client in a page of another origin', () => {
  let project: Project;
  let site: Server;
  let port: number;
  let world: ClientWorld;
  let browser: Browser;

  beforeAll(async () => {
    await buildClients();
    project = new Project({ [NAME]: 'typescript' });
    const code = await bundle(project, 'entry.mjs');
    site = createServer((request, response) => {
      const isCode = request.url === '/page.js';
      response.writeHead(200, { 'Content-Type': isCode ? 'text/javascript' : 'text/html' });
      response.end(isCode ? code : '<!doctype html><title>Sign up</title><script src="/page.js"></script>');
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    ({ port } = site.address() as AddressInfo);
    world = await ClientWorld.start('embedded', { CORS_ORIGINS: `http://127.0.0.1:${port}` });
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser.close();
    site.closeAllConnections();
    site.close();
    await world.stop();
    project.remove();
  });

  /** What a script of a page at the site says; `check(email)` and `options` are there. */
  async function inPage(script: string, { host = '127.0.0.1', token = world.account.token } = {}): Promise<unknown> {
    const page = await browser.newPage();
    await page.goto(`http://${host}:${port}/`);
    const options = JSON.stringify({ url: world.service.url, token, retries: 0 });
    return page.evaluate(`(async () => {
      const options = ${options};
      const service = new client.EmailValidation(options);
      const check = (email) => service.validate(email).then(({ status }) => status, (error) => ({
        name: error.constructor.name, status: error.status, retryAfter: error.retryAfter, hasId: Boolean(error.requestId),
      }));
      ${script}
    })()`);
  }

  it('checks an address', async () => {
    expect(await inPage(`return check('jane@ok.test');`)).toBe('valid');
  });

  it('acts for an organization, and makes what is made once', async () => {
    const { organizationId } = world.account;
    const script = `const own = new client.EmailValidation({ ...options, organization: ${organizationId} });
      const file = new File(['email\\njane@ok.test\\n'], 'list.csv');
      const send = async () => (await own.validateBatch(file, { idempotencyKey: 'once' })).id;
      return [await send(), await send()];`;
    const [first, second] = (await inPage(script)) as [unknown, unknown];
    expect(first).toEqual(expect.any(Number));
    expect(second).toBe(first);
  });

  it('tells refusals apart, with how long to wait and under which id', async () => {
    const { token } = await world.service.testToken(world.account.accountId);
    expect(await inPage(`return check('jane@ok.test');`, { token: 'nobody' })).toMatchObject({
      name: 'AuthenticationError',
      status: 401,
      hasId: true,
    });
    expect(await inPage(`return [await check('rate_limited@sandbox.test'), service.isTest];`, { token })).toEqual([
      { name: 'RateLimitError', status: 429, retryAfter: 30, hasId: true },
      null,
    ]);
    expect(await inPage(`return [await check('valid@sandbox.test'), service.isTest];`, { token })).toEqual([
      'valid',
      true,
    ]);
  });

  it('reads nothing from an origin that is not named', async () => {
    const balance = await world.service.balance(world.account.organizationId);
    expect(await inPage(`return check('nobody@ok.test');`, { host: 'localhost' })).toMatchObject({
      name: 'ConnectionError',
    });
    // The browser asked beforehand, and sent nothing.
    expect(await world.service.balance(world.account.organizationId)).toBe(balance);
  });

  it('reads nothing of what people sign in to', async () => {
    const script = `return fetch(options.url + '/v1/session', { credentials: 'include' }).then(() => 'read', ({ name }) => name);`;
    expect(await inPage(script)).toBe('TypeError');
  });

  it('says what to give in place of a path', async () => {
    const script = `return service.validateBatch('list.csv').wait().catch(({ name, message }) => name + ': ' + message);`;
    expect(await inPage(script)).toBe(
      'TypeError: A path is for Node alone ("list.csv"): in a browser, give the File or a Blob of the list.',
    );
  });
});
