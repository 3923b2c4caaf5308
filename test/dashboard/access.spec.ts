import { readFileSync } from 'node:fs';
import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import { PASSWORD, type Visitor } from './visitor';

/** A browser on a busy machine: time is no part of what is tested here. */
jest.setTimeout(120_000);

interface Violation {
  id: string;
  nodes: { html: string }[];
}

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const LOOKS = [
  { colorScheme: 'light', width: 1200 },
  { colorScheme: 'dark', width: 1200 },
  { colorScheme: 'light', width: 375 },
  { colorScheme: 'dark', width: 375 },
] as const;

/** Set-ups make no difference to what is seen: the embedded one stands for both. */
describeInChromium('everybody can use the page', () => {
  let world: PageWorld;
  let email: string;

  beforeAll(async () => {
    world = await PageWorld.start('embedded');
    const founder = await world.visitor();
    await founder.signUp('Mara Lindqvist');
    ({ email } = founder);
    await founder.visit('Batches');
    await founder.chooseFile('customers.csv', `email\n${world.address('a mailbox that exists')}\nplain\n`);
    await founder.click('Start checking');
    await founder.sees('Completed');
    await founder.visit('Team');
    await founder.page.getByLabel('Their e-mail address').fill('noor@people.test');
    await founder.click('Make the link');
    await founder.page.getByLabel('The invitation link').waitFor();
    await world.leave();
  });

  afterAll(async () => {
    await world.stop();
  });

  /** The page's policy keeps foreign scripts out, axe among them: it is lifted here, and held in the other suites. */
  async function check(visitor: Visitor, width: number): Promise<object> {
    await visitor.page.evaluate(axe);
    const { violations } = await visitor.page.evaluate<{ violations: Violation[] }>(
      "axe.run({ resultTypes: ['violations'] })",
    );
    const scrollWidth = await visitor.page.evaluate<number>('document.documentElement.scrollWidth');
    return {
      violations: violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) })),
      isTooWide: scrollWidth > width,
    };
  }
  const fine = { violations: [], isTooWide: false };

  it.each(LOOKS)(
    'has no violation on any page: $colorScheme, $width pixels',
    async ({ colorScheme, width }) => {
      const visitor = await world.visitor({ colorScheme, viewport: { width, height: 760 }, bypassCSP: true });
      const { page } = visitor;
      const seen: Record<string, object> = {};
      await visitor.go('/sign-up');
      await visitor.heading('Create an account');
      seen['sign up'] = await check(visitor, width);
      await visitor.go('/sign-in');
      await visitor.heading('Sign in');
      seen['sign in'] = await check(visitor, width);
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await visitor.click('Sign in');
      await visitor.sees('Usage');
      await visitor.sees('Credit movements');
      seen['overview'] = await check(visitor, width);
      await visitor.visit('Check');
      await page.getByLabel('E-mail address').fill('joe@gmial.con');
      await visitor.click('Check');
      await visitor.sees('What to do');
      seen['check'] = await check(visitor, width);
      await visitor.visit('Batches');
      await visitor.chooseFile('more.csv', 'email,name\nx@example.org,X\n');
      await visitor.sees('2 columns');
      await visitor.sees('Completed');
      seen['batches'] = await check(visitor, width);
      await page.getByRole('link', { name: 'customers' }).click();
      await visitor.sees('All rows');
      seen['batch'] = await check(visitor, width);
      await visitor.click('Delete');
      seen['confirmation'] = await check(visitor, width);
      await page.keyboard.press('Escape');
      await visitor.visit('Tokens');
      await visitor.click('Create a token');
      seen['new token'] = await check(visitor, width);
      await page.getByLabel('Name').fill(`Shop ${colorScheme} ${width}`);
      await visitor.click('Create the token');
      await page.getByLabel('The token').waitFor();
      seen['token'] = await check(visitor, width);
      await visitor.visit('Team');
      await visitor.sees('invited as member');
      seen['team'] = await check(visitor, width);
      await visitor.visit('Account');
      await visitor.sees('this one');
      seen['account'] = await check(visitor, width);
      expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((name) => [name, fine])));
      await world.leave();
    },
    120_000,
  );

  it('is used by keyboard alone: sign in, skip to the page, open a dialog, leave it', async () => {
    const visitor = await world.visitor();
    const { page } = visitor;
    const focused = () => page.evaluate<string>('document.activeElement.innerText || document.activeElement.tagName');
    await visitor.go('/sign-in');
    await visitor.heading('Sign in');
    await page.keyboard.press('Tab');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await visitor.heading('Overview');
    expect(await focused()).toBe('Overview');

    await page.keyboard.press('Shift+Tab');
    for (let step = 0; step < 20 && (await focused()) !== 'Skip to the page'; step += 1)
      await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Skip to the page');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Overview');

    await visitor.visit('Batches');
    await page.getByRole('link', { name: 'customers' }).focus();
    await page.keyboard.press('Enter');
    await visitor.heading('customers');
    const remove = page.getByRole('button', { name: 'Delete', exact: true });
    await remove.focus();
    const ring = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
    expect(ring).toBe('solid');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Delete');
    await world.leave();
  });
});
