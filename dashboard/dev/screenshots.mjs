import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { fakeService } from './fake-service.mjs';
import { world } from './fake-world.mjs';

/** Writes `docs/images`: each page as it was last built, over made-up data. Run `npm run build` before it. */
const folder = join(import.meta.dirname, '../../docs/images');
const args = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-gpu'];

/** What is typed and clicked before the picture is taken. */
const acts = {
  async check(page) {
    await page.getByLabel('E-mail address').fill('jane.doe@gmial.com');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('What to do').waitFor();
  },
  async batches(page) {
    const rows = ['Name;Email;City', 'Jane Doe;jane.doe@example.org;Oslo', 'Tomas Vieira;tomas@example.org;Porto'];
    const buffer = Buffer.from(`${rows.join('\n')}\n`);
    await page.locator('input[type=file]').setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer });
    await page.getByText('different addresses').waitFor();
  },
  async feedback(page) {
    await page.getByRole('button', { name: 'Send a test event to Receipts' }).click();
    await page.getByText(/^Arrived/).waitFor();
  },
  async webhooks(page) {
    const address = 'https://shop.example.org/hooks/lists';
    await page.getByRole('button', { name: `Send a test event to ${address}` }).click();
    await page.getByText(/^Arrived:/).waitFor();
    await page.getByLabel(`Deliveries to ${address}`).click();
    await page.getByText('list completed', { exact: true }).waitFor();
  },
  async integrate(page) {
    await page.getByRole('button', { name: 'Make a test token' }).click();
    await page.getByRole('button', { name: 'Python', exact: true }).click();
  },
  async token(page) {
    await page.getByRole('button', { name: 'Create a token' }).click();
    await page.getByLabel('Name').fill('Shop checkout');
    await page.getByRole('button', { name: 'Create the token' }).click();
    await page.getByLabel('The token').waitFor();
  },
};

const shots = [
  { name: 'sign-in', hash: '/sign-in', signedOut: true, height: 620 },
  { name: 'overview', hash: '/o/7/overview' },
  { name: 'overview-dark', hash: '/o/7/overview', scheme: 'dark' },
  { name: 'check', hash: '/o/7/check', act: acts.check, height: 940 },
  { name: 'batches', hash: '/o/7/batches', act: acts.batches, height: 940 },
  { name: 'batch', hash: '/o/7/batches/41', height: 900 },
  { name: 'batch-dark', hash: '/o/7/batches/42', scheme: 'dark', height: 560 },
  { name: 'feedback', hash: '/o/7/feedback', act: acts.feedback },
  { name: 'addresses', hash: '/o/7/feedback/addresses', height: 840 },
  { name: 'accuracy', hash: '/o/7/feedback/accuracy', height: 1330 },
  { name: 'tokens', hash: '/o/7/tokens', act: acts.token, height: 780 },
  { name: 'webhooks', hash: '/o/7/webhooks', act: acts.webhooks, height: 900 },
  { name: 'integrate', hash: '/o/7/integrate', act: acts.integrate, height: 900 },
  { name: 'team', hash: '/o/7/organization' },
  { name: 'account', hash: '/o/7/account', height: 1000 },
  { name: 'phone', hash: '/o/7/overview', width: 375, height: 760 },
];

mkdirSync(folder, { recursive: true });
await new Promise((resolve) => fakeService.listen(0, '127.0.0.1', resolve));
const { port } = fakeService.address();
// The command on the tokens' page names where the page came from: a port of the moment would make no good picture.
const host = 'validation.example';
args.push(`--host-resolver-rules=MAP ${host}:80 127.0.0.1:${port}`);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args });
for (const { name, hash, act, scheme = 'light', width = 1160, height = 800, signedOut = false } of shots) {
  world.isSignedIn = !signedOut;
  const viewport = { width, height };
  const page = await browser.newPage({
    colorScheme: scheme,
    viewport,
    deviceScaleFactor: width > 400 ? 1.2 : 2,
    reducedMotion: 'reduce',
  });
  // As for somebody who has been here for a while: no first steps any more.
  await page.addInitScript("localStorage.setItem('first-steps:docs', '1')");
  await page.goto(`http://${host}/dashboard/#${hash}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await act?.(page);
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement.blur(); window.scrollTo(0, 0)');
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
}
await browser.close();
fakeService.close();
fakeService.closeAllConnections();
