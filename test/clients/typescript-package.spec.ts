import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually';
import { freePort } from '../support/free-port';
import { describeInChromium, launchChromium } from '../support/chromium';
import { ClientWorld } from './client-world';
import { buildClients, Project, root, samplesOf } from './package';

const exec = promisify(execFile);
const NAME = 'email-validation-client';

describe('the package of the TypeScript client', () => {
  let world: ClientWorld;
  let project: Project;

  beforeAll(async () => {
    await buildClients();
    world = await ClientWorld.start('embedded');
    project = new Project({ [NAME]: 'typescript' });
  });

  afterAll(async () => {
    project.remove();
    await world.stop();
  });

  it('has the types that openapi.json says', async () => {
    const script = join(root, 'scripts', 'client-types.mjs');
    await expect(exec(process.execPath, [script, '--check'], { cwd: root })).resolves.toBeDefined();
  });

  it('depends on nothing, and is found under every loader with its types', async () => {
    const { dependencies, version } = JSON.parse(
      readFileSync(join(root, 'clients/typescript/package.json'), 'utf8'),
    ) as { dependencies?: unknown; version: string };
    expect(dependencies).toBeUndefined();
    await exec('npm', ['pack', '--pack-destination', project.folder], { cwd: join(root, 'clients', 'typescript') });
    const script = join(root, 'scripts', 'lint-package.mjs');
    const args = [script, join(root, 'clients/typescript'), join(project.folder, `${NAME}-${version}.tgz`)];
    const { stdout } = await exec(process.execPath, args, { cwd: root });
    expect(JSON.parse(stdout)).toEqual([]);
  });

  it('is typed for a strict project with the types of browsers, as either kind of module', async () => {
    const use = `const verdict: Promise<Verdict> = new EmailValidation({ url: 'https://x.test', token: '' }).validate('a@b.test');
      void verdict.then(({ status }) => status === 'valid');\n`;
    project.write('use.mts', `import { EmailValidation, type Verdict } from '${NAME}';\n${use}`);
    project.write('use.cts', `import { EmailValidation, type Verdict } from '${NAME}';\n${use}`);
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    await expect(project.node([tsc, ...options, 'use.mts', 'use.cts'])).resolves.toBe('');
  });

  it("does what its README says, and what the root's says", async () => {
    const [sample = ''] = samplesOf('typescript', 'js');
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(sample);
    project.write('list.csv', 'email\njane@ok.test\nnobody@ok.test\n');
    project.write('sample.mjs', sample);
    expect((await project.node(['sample.mjs'], world.env)).split('\n')).toEqual(
      expect.arrayContaining(['valid', '100 %']),
    );
    expect(project.read('results.csv')).toMatch(/\r\nnobody@ok\.test,invalid,mailbox_not_found,/);
  });

  it('can be required', async () => {
    project.write(
      'use.cjs',
      `const { EmailValidation } = require('${NAME}');
      new EmailValidation({ url: process.env.EVS_URL, token: process.env.EVS_TOKEN })
        .validateBatch('list.csv').wait().then((batch) => batch.status()).then(({ status }) => console.log(status));`,
    );
    expect(await project.node(['use.cjs'], world.env)).toBe('completed\n');
  });

  describe("the receiver of webhooks of its README's sample", () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const body = JSON.stringify({ type: 'batch.completed', data: { batch_id: 12, valid_count: 2 } });

    /** What it said, and how it answered to a webhook, and to one whose body was changed. */
    async function receive(env: Record<string, string>): Promise<{ said: string; statuses: number[] }> {
      const [, sample = ''] = samplesOf('typescript', 'js');
      const port = await freePort();
      const path = project.write('receiver.mjs', sample);
      const own = { PATH: process.env['PATH'] ?? '', PORT: String(port) };
      const receiver = spawn(process.execPath, [path], { env: { ...own, ...env }, stdio: 'pipe' });
      let said = '';
      for (const output of [receiver.stdout, receiver.stderr]) {
        output.on('data', (bytes: Buffer) => (said += bytes.toString()));
      }
      const send = (content: string): Promise<Response> =>
        fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          body: content,
          headers: {
            'webhook-id': 'evt_1',
            'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
            'webhook-signature': new Webhook(secret).sign('evt_1', new Date(), body),
          },
        });
      try {
        await eventually('it listens', () =>
          send('{}').then(
            () => true,
            () => false,
          ),
        );
        return { statuses: [(await send(body)).status, (await send(`${body} `)).status], said };
      } finally {
        const ended = once(receiver, 'exit');
        receiver.kill('SIGTERM');
        await ended;
      }
    }

    it('takes what is of the service', async () => {
      expect(await receive({ WEBHOOK_SECRET: secret })).toEqual({ statuses: [204, 401], said: '12 2\n' });
    });

    it('says that its secret is missing, so that the service tries again', async () => {
      const { statuses, said } = await receive({});
      expect(statuses).toEqual([500, 500]);
      expect(said).toContain('The secret of the webhook is missing');
    });
  });
});

describeInChromium('the TypeScript client in a page', () => {
  it('checks an address in a page', async () => {
    await buildClients();
    const world = await ClientWorld.start('embedded');
    // The page is of a site that passes its checks on to the service, and adds its token.
    const files = join(root, 'clients', 'typescript', 'dist', 'esm');
    const site = createServer((request, response) => {
      void (async () => {
        if (request.url?.startsWith('/v1/') === true) {
          const pieces: Uint8Array[] = [];
          for await (const piece of request) pieces.push(piece as Uint8Array);
          const answer = await world.service.request(request.url, {
            method: 'POST',
            token: world.account.token,
            headers: { 'Content-Type': 'application/json' },
            body: Buffer.concat(pieces),
          });
          response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
        } else if (request.url?.endsWith('.js') === true) {
          response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync(join(files, request.url)));
        } else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Sign up</title>');
      })();
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(url);
      const status = await page.evaluate(`import('/index.js')
        .then(({ EmailValidation }) => new EmailValidation({ url: location.origin, token: 'of the site' }).validate('jane@ok.test'))
        .then(({ status }) => status)`);
      expect(status).toBe('valid');
    } finally {
      await browser.close();
      site.closeAllConnections();
      site.close();
      await world.stop();
    }
  });
});
