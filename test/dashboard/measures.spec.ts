import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import { PASSWORD, type Visitor } from './visitor';

interface Box {
  text: string;
  left: number;
  right: number;
  height: number;
}

/** What is drawn is whole, at every width: no number is cut off, no name breaks the page. */
describeInChromium('the measures of the page', () => {
  let world: PageWorld;
  let email: string;

  beforeAll(async () => {
    world = await PageWorld.start();
    const founder = await world.visitor();
    // Eighteen letters and no name: what stands beside "Sign out".
    email = 'someone@newco.test';
    await founder.signUp('', email);
    await founder.visit('Overview');
    const id = Number(/#\/o\/(\d+)\//.exec(founder.page.url())![1]);
    const today = Math.floor(Date.now() / 86_400_000);
    for (let back = 0; back < 30; back += 1) {
      await world.service.database.execute(
        `INSERT INTO usage_days (organization_id, day, valid_count, catch_all_count, risky_count, invalid_count,
          unknown_count, credits) VALUES (?, ?, ?, 0, 0, 0, 0, 0)`,
        [id, today - back, 90_000 + back * 6_000],
      );
    }
    await world.service.setBalance(id, 1_234_567_890);
    await founder.visit('Lists');
    const valid = world.address('a mailbox that exists');
    await founder.chooseFile('all-valid.csv', `email\n${valid}\n${valid}\n`);
    await founder.click('Start checking');
    await founder.sees('Completed');
    await founder.visit('Lists');
    await founder.chooseFile('half.csv', `email\n${valid}\n${world.address('a greylist that never ends')}\n`);
    await founder.click('Start checking');
    await founder.sees('1 of 2 rows checked');
    await founder.click('Cancel');
    await founder.click('Cancel the list');
    await founder.sees('Cancelled');
    await world.leave();
  });

  afterEach(async () => {
    await world.leave();
  });

  async function open(options: object): Promise<Visitor> {
    const visitor = await world.visitor(options);
    await visitor.go('/sign-in');
    await visitor.page.getByLabel('E-mail address').fill(email);
    await visitor.page.getByLabel('Password').fill(PASSWORD);
    await visitor.click('Sign in');
    await visitor.heading('Overview');
    await visitor.sees('Credit movements');
    return visitor;
  }

  /** Where texts stand, relative to what cuts them off. */
  function boxes(visitor: Visitor, selector: string, within: string): Promise<Box[]> {
    return visitor.page.evaluate<Box[]>(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => {
      const box = element.getBoundingClientRect();
      const edge = element.closest(${JSON.stringify(within)}).getBoundingClientRect();
      return { text: element.textContent, left: box.left - edge.left, right: edge.right - box.right, height: box.height };
    })`);
  }

  it.each([1200, 768, 375])('draws every number whole, and large enough to read, at %i pixels', async (width) => {
    const visitor = await open({ viewport: { width, height: 800 } });
    await visitor.page.locator('.axis-number').first().waitFor();
    const axis = await boxes(visitor, '.axis-number, .axis-day', '.chart svg');
    expect(axis.map(({ text }) => text)).toContain('200,000');
    expect(axis.filter(({ left, right, height }) => left < 0 || right < 0 || height < 11)).toEqual([]);
    const tiles = await boxes(visitor, '.tile-value', '.tile');
    expect(tiles.filter(({ left, right }) => left < 0 || right < 0)).toEqual([]);
    expect(tiles.map(({ text }) => text)).toContain('1,234,567,889');
    const overflow = await visitor.page.evaluate<string[]>(
      "[...document.querySelectorAll('.tile-value')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)",
    );
    expect(overflow).toEqual([]);
    expect(await visitor.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    const [signOut] = await boxes(visitor, '.side-account .button', '.side');
    expect(signOut!.height).toBeLessThan(40);
  });

  it.each([1200, 375])('keeps its shape with names of 255 letters, at %i pixels', async (width) => {
    const visitor = await open({ viewport: { width, height: 800 } });
    await visitor.visit('Team');
    const name = 'W'.repeat(255);
    await visitor.page.getByLabel('Name of the organization').fill(name);
    await visitor.click('Rename');
    await visitor.sees('Saved.');
    for (const page of ['Team', 'Overview', 'Lists', 'Tokens', 'Check', 'Account'] as const) {
      await visitor.visit(page);
      const scroll = await visitor.page.evaluate<number>('document.documentElement.scrollWidth');
      expect([page, scroll <= width]).toEqual([page, true]);
    }
    await visitor.visit('Team');
    await visitor.click('Delete the organization …');
    const dialog = await visitor.page.getByRole('dialog').boundingBox();
    expect(dialog!.width).toBeLessThanOrEqual(width);
    await visitor.page.keyboard.press('Escape');
  });

  it('fills the bar of a list that is all valid', async () => {
    const visitor = await open({});
    await visitor.visit('Lists');
    await visitor.page.getByRole('link', { name: 'all-valid', exact: true }).waitFor();
    const [bar] = await visitor.page.evaluate<{ label: string; shares: number[] }[]>(
      `[...document.querySelectorAll('.rows-item')].filter((row) => row.textContent.includes('all-valid'))
        .map((row) => row.querySelector('.counts-bar')).map((bar) => ({
          label: bar.getAttribute('aria-label'),
          shares: [...bar.children].map((part) => part.getBoundingClientRect().width / bar.clientWidth),
        }))`,
    );
    expect(bar!.shares).toEqual([1]);
    expect(bar!.label).toBe('2 Valid of 2 rows');
  });

  it('fills half of the ring of a list that is half checked', async () => {
    const visitor = await open({});
    await visitor.visit('Lists');
    await visitor.page.getByRole('link', { name: 'half', exact: true }).click();
    await visitor.page.locator('.ring-arc').first().waitFor();
    const drawn = await visitor.page.evaluate<number>(
      `[...document.querySelectorAll('.ring-arc')].reduce((sum, arc) => sum + parseFloat(arc.getAttribute('stroke-dasharray')), 0)
        / (2 * Math.PI * 42)`,
    );
    expect(drawn).toBeGreaterThan(0.45);
    expect(drawn).toBeLessThan(0.55);
  });

  it('keeps the key to the numbers where the system chooses the colours', async () => {
    const visitor = await open({ forcedColors: 'active' });
    await visitor.visit('Lists');
    await visitor.page.locator('.counts-bar').first().waitFor();
    const [bar, part] = await visitor.page.evaluate<string[]>(
      `['.counts-bar', '.counts-bar > .ground-valid'].map((which) =>
        getComputedStyle(document.querySelector(which)).backgroundColor)`,
    );
    expect(part).not.toBe(bar);
    await visitor.page.getByRole('link', { name: 'all-valid', exact: true }).click();
    await visitor.heading('all-valid');
    await visitor.page.locator('.legend').waitFor();
    const colours = await visitor.page.evaluate<string[]>(
      "[...document.querySelectorAll('.legend .swatch')].map((swatch) => getComputedStyle(swatch).backgroundColor)",
    );
    expect(new Set(colours).size).toBe(5);
    const [shown, other] = await visitor.page.evaluate<string[]>(
      `['[aria-current=page]', 'a:not([aria-current])'].map((which) =>
        getComputedStyle(document.querySelector('.side nav ' + which)).outlineStyle)`,
    );
    expect([shown, other]).toEqual(['solid', 'none']);
  });

  it('lets people sign out in a low window', async () => {
    const visitor = await open({ viewport: { width: 900, height: 420 } });
    await visitor.click('Sign out');
    await visitor.heading('Sign in');
    expect(visitor.page.url()).toMatch(/#\/$/);
  });
});
