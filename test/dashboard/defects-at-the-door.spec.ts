import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import type { Visitor } from './visitor';

const run = promisify(execFile);

interface Document {
  components: { schemas: Record<string, { properties: Record<string, { examples: [unknown] }> }> };
}

/** What was wrong once with the ways into the service, and with what it tells developers. */
describeInChromium('the ways into the service', () => {
  let world: PageWorld;
  let visitor: Visitor;

  beforeAll(async () => {
    world = await PageWorld.start();
  });

  beforeEach(async () => {
    visitor = await world.visitor();
  });

  afterEach(async () => {
    await world.leave();
  });

  /** @returns the description at the top of the documentation */
  async function openDocs(of: Visitor): Promise<string> {
    await of.page.goto(`${world.service.url}/docs`);
    await of.page.locator('.opblock-summary').first().waitFor();
    return of.page.locator('.info').innerText();
  }

  it.each(['/', '/dashboard/batches', '/login'])('lead from %s to the page', async (path) => {
    await visitor.page.goto(`${world.service.url}${path}`, { waitUntil: 'networkidle' });
    expect(await visitor.page.locator('input[type=password]').count()).toBe(1);
  });

  it('have a picture for the tab', async () => {
    expect((await visitor.context.request.get(`${world.service.url}/favicon.ico`)).status()).toBe(200);
  });

  it('say how a token is pasted, as it then works', async () => {
    const { token } = await world.service.account();
    await openDocs(visitor);
    await visitor.page.locator('button.authorize').first().click();
    const bearer = visitor.page.locator('.auth-container', { hasText: 'bearer' }).first();
    const asTold = /Bearer …/.test(await bearer.innerText()) ? `Bearer ${token}` : token;
    await bearer.locator('input').fill(asTold);
    await bearer.locator('button.authorize').click();
    await bearer.locator('.btn-done').click();
    const operation = visitor.page.locator('.opblock').filter({ hasText: '/v1/credits/balance' }).first();
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('button.execute').click();
    const status = operation.locator('.live-responses-table .response-col_status').last();
    await status.waitFor();
    expect((await status.innerText()).trim()).toMatch(/^200/);
  });

  it('lead developers from the documentation to where tokens are made, and from the page to the documentation', async () => {
    const text = await openDocs(visitor);
    const links = visitor.page.locator('.info a[href^="/dashboard/"]');
    expect({ commands: /npm run/.test(text), links: await links.count() }).toEqual({ commands: false, links: 1 });
    await links.click();
    await visitor.signUpByForm();
    expect(await visitor.page.locator('a[href="/docs"]').count()).toBeGreaterThan(0);
  });

  it('lay the documentation out for a phone', async () => {
    const phone = await world.visitor({ viewport: { width: 375, height: 700 }, isMobile: true });
    await openDocs(phone);
    expect(await phone.page.evaluate<number>('document.documentElement.clientWidth')).toBe(375);
  });

  it('give the documented answer to the documented question', async () => {
    const document = (await (await world.service.request('/openapi.json')).json()) as Document;
    const exampleOf = (schema: string, property: string) =>
      document.components.schemas[schema]!.properties[property]!.examples[0];
    const response = await world.service.single(
      await world.service.account(),
      exampleOf('ValidateSingleRequest', 'email'),
    );
    expect(await response.json()).toMatchObject({
      email: exampleOf('SingleResponse', 'email'),
      status: exampleOf('SingleResponse', 'status'),
    });
  });

  it('show a command for a new token that has a good answer', async () => {
    await visitor.signUp();
    await visitor.visit('Tokens');
    await visitor.click('Create a token');
    await visitor.page.getByLabel('Name', { exact: true }).fill('Shop');
    await visitor.click('Create the token');
    const { stdout } = await run('sh', ['-c', await visitor.page.getByLabel('The command').innerText()]);
    await visitor.click('Done');
    expect(JSON.parse(stdout)).toMatchObject({ status: 'valid' });
  });

  it('call a list by its name, and by no number of which refused lists have taken some', async () => {
    await visitor.signUp();
    await visitor.visit('Lists');
    await visitor.chooseFile('First of all.csv', `email\n${world.address('a mailbox that exists')}\n`);
    await visitor.click('Start checking');
    await visitor.heading('First of all');
    await visitor.sees('Completed');
    const id = visitor.page.url().split('/').at(-1)!;
    await visitor.visit('Overview');
    await visitor.sees('Credit movements');
    const links = visitor.page.locator(`main a[href$="/batches/${id}"]`);
    await links.first().waitFor();
    expect(new Set(await links.allInnerTexts())).toEqual(new Set(['First of all']));
  });
});
