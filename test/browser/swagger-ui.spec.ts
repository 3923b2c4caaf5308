import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { SENT_EVENT_TYPES } from '../../src/webhooks/webhook-event-types';
import { TestService } from '../support/service';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const isRequired = process.env['REQUIRE_SERVERS'] === '1';
const isThere = existsSync(CHROMIUM);
if (!isThere && !isRequired) {
  process.stderr.write(`\nNOT TESTED: Swagger UI, since there is no ${CHROMIUM}.\n\n`);
}

(isThere || isRequired ? describe : describe.skip)('Swagger UI at /docs, in Chromium', () => {
  let service: TestService;
  let browser: Browser;

  beforeAll(async () => {
    service = await TestService.shared('embedded', { DNS_SERVERS: '127.0.0.1:9' });
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
    });
  });

  afterAll(async () => {
    await browser.close();
  });

  it('authorizes with a token and tries an endpoint, with nothing from elsewhere and no fault in the console', async () => {
    const { token } = await service.account();
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    const faults: string[] = [];
    const strangers: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) strangers.push(request.url());
    });
    await page.goto(`${service.url}/docs`);
    await page.locator('button.authorize').first().click();
    await page.locator('.auth-container input[type=text], .auth-container input[type=password]').first().fill(token);
    await page.locator('.auth-btn-wrapper button.authorize').first().click();
    await page.locator('.auth-btn-wrapper .btn-done').first().click();
    const single = page.locator('.opblock').filter({ hasText: '/v1/validate/single' }).first();
    await single.locator('.opblock-summary-control').click();
    await single.locator('textarea').fill('{"email":"jane@[127.0.0.1]"}');
    await single.locator('button.execute').click();
    const status = single.locator('.live-responses-table .response-col_status').last();
    await status.waitFor();
    expect((await status.innerText()).trim()).toMatch(/^200/);
    expect(await single.locator('.live-responses-table').innerText()).toContain('unroutable_ip_address');
    if (process.env['SCREENSHOT'] !== undefined) {
      await page.screenshot({ path: process.env['SCREENSHOT'], fullPage: true });
    }
    expect(faults).toEqual([]);
    expect(strangers).toEqual([]);
  });

  it('shows what is posted to webhooks, what may be null, and a field for the file of a list', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${service.url}/docs`);
    const events = page.locator('.webhooks .opblock');
    await events.first().waitFor();
    expect(await page.locator('.info').innerText()).toContain('OAS 3.1');
    const names = (await events.locator('.opblock-summary-path').allInnerTexts()).map((text) =>
      text.replace(/\W/g, ''),
    );
    expect(names).toEqual(SENT_EVENT_TYPES.map((type) => type.replace(/\W/g, '')));
    const low = events.filter({ hasText: 'once a fall' }).first();
    await low.locator('.opblock-summary-control').click();
    await low.locator('.model-example').waitFor();
    expect(await low.innerText()).toMatch(/webhook-signature[\s\S]*"warn_below": 1000/);
    await low.getByRole('tab', { name: 'Schema' }).click();
    await low.getByRole('button', { name: 'Expand all' }).last().click();
    await low.getByText('integer | null').first().waitFor();

    const create = page.locator('.opblock-post').filter({ hasText: '/v1/validate/batch' }).first();
    await create.locator('.opblock-summary-control').click();
    expect(await create.locator('input[type=file]').count()).toBe(1);
    if (process.env['SCREENSHOT'] !== undefined) {
      await page.screenshot({ path: process.env['SCREENSHOT'], fullPage: true });
    }
    expect(faults).toEqual([]);
  });
});
