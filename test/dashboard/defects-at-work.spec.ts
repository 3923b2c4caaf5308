import { describeInChromium } from '../support/chromium';
import { eventually } from '../support/eventually';
import { PageWorld } from './page-world';
import type { Visitor } from './visitor';

/** The service's own setting, so that a promise that is written into the page shows. */
const CACHE_HOURS = '6';

/** What was wrong with checks and lists once, by what people see: few words of the page are needed for that. */
describeInChromium('checks and lists', () => {
  let world: PageWorld;
  let visitor: Visitor;
  let valid: string;
  let invalid: string;
  let catchAll: string;

  beforeAll(async () => {
    world = await PageWorld.start({ CACHE_TTL_HOURS: CACHE_HOURS });
    valid = world.address('a mailbox that exists');
    invalid = world.address('a mailbox that does not exist');
    catchAll = world.address('a domain that takes everything');
  });

  beforeEach(async () => {
    visitor = await world.visitor();
    await visitor.signUp('Vera Visitor');
  });

  afterEach(async () => {
    await world.leave();
  });

  const words = (selector: string): Promise<string> => visitor.page.locator(selector).innerText();

  /** @returns the words of the verdict */
  async function check(address: string): Promise<string> {
    await visitor.page.getByLabel('E-mail address').fill(address);
    await visitor.page.keyboard.press('Enter');
    await visitor.page.locator('.verdict-email', { hasText: address }).waitFor();
    return words('.verdict');
  }

  async function finishedList(name: string, rows: readonly string[]): Promise<void> {
    await visitor.visit('Lists');
    await visitor.chooseFile(`${name}.csv`, `email\n${rows.join('\n')}\n`);
    await visitor.click('Start checking');
    await visitor.heading(name);
    await visitor.sees('Completed');
  }

  /** Sends a list as the page does, without the page. */
  async function send(name: string, address: string): Promise<void> {
    const response = await visitor.context.request.post(
      `${world.service.url}/v1/organizations/${visitor.organizationId()}/batches`,
      {
        headers: { 'X-CSRF': '1' },
        multipart: {
          name,
          file: { name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(`email\n${address}\n`) },
        },
      },
    );
    expect([name, response.status()]).toEqual([name, 201]);
  }

  it('give each download a name of its own, and none that of the list that was sent', async () => {
    await finishedList('good', [valid, invalid, catchAll]);
    const links = visitor.page.locator('main a[download]').filter({ visible: true });
    await links.first().waitFor();
    const names: string[] = [];
    for (const link of await links.all()) {
      const download = visitor.page.waitForEvent('download');
      await link.click();
      names.push((await download).suggestedFilename());
    }
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
    expect(names).not.toContain('good.csv');
  });

  it('never call an address safe, or its mailbox confirmed, where the server takes all mail', async () => {
    await visitor.visit('Check');
    const verdict = await check(catchAll);
    const mailbox = await visitor.page
      .locator('.flags > div', { hasText: /mailbox/i })
      .locator('dd')
      .innerText();
    expect({ isSafe: verdict.includes('Safe to send'), isConfirmed: mailbox === 'Yes' }).toEqual({
      isSafe: false,
      isConfirmed: false,
    });
  });

  it('count the same in the legend and in the download, catch-all apart', async () => {
    await finishedList('mixed', [valid, catchAll, world.address('a full mailbox')]);
    const legend = visitor.page.locator('.legend li').filter({ hasText: /^Risky/ });
    const { text } = await visitor.download(/^Risky/);
    const rows = text.trim().split(/\r?\n/).length - 1;
    expect(Number(await legend.locator('.legend-value').innerText())).toBe(rows);
    const values = await visitor.page.locator('.legend .legend-value').allInnerTexts();
    expect(values.map(Number)).toEqual([1, 1, 1, 0, 0]);
  });

  it('count no catch-all among the good ones of the overview', async () => {
    await finishedList('mixed', [valid, catchAll, world.address('a full mailbox')]);
    await visitor.visit('Overview');
    await visitor.page.locator('.tile-value', { hasText: '3' }).waitFor();
    const tiles = await words('.tiles');
    // One of three is valid; one more may come back.
    expect(tiles).toContain('33%');
    expect(tiles).not.toContain('67%');
  });

  it('promise repeats for nothing for as long as the service has them', async () => {
    await visitor.visit('Check');
    const lead = visitor.page.locator('main p', { hasText: 'free' }).first();
    expect(await lead.innerText()).not.toMatch(/within a day|24 hours/);
    expect(await lead.innerText()).toMatch(new RegExp(`${CACHE_HOURS} hours.+15 minutes.+unknown`));
  });

  it('advise nobody to ask again while the same answer would come', async () => {
    await visitor.visit('Check');
    const verdict = await check(world.address('a greylist that never ends'));
    // An unknown verdict is kept for 15 minutes.
    expect(verdict).not.toMatch(/\b(few|five|ten|[1-9]|1[0-4]) minutes/i);
  });

  it('go on being sent when somebody presses a link', async () => {
    await visitor.visit('Lists');
    await visitor.chooseFile('long.csv', `email\n${valid}\n`);
    await visitor.page.route('**/batches', (route) =>
      route.request().method() === 'POST' ? undefined : route.continue(),
    );
    const stopped: string[] = [];
    visitor.page.on('requestfailed', (request) => stopped.push(`${request.method()} ${request.url()}`));
    await visitor.click('Start checking');
    await visitor.sees(/^(Sending|Sent)/);
    await visitor.page.getByRole('link', { name: 'Overview', exact: true }).click();
    const overview = visitor.page.getByRole('heading', { name: 'Overview', level: 1 });
    await visitor.page.getByRole('dialog').or(overview).first().waitFor();
    expect([await overview.count(), stopped]).toEqual([0, []]);
  });

  it('say until when results are kept', async () => {
    await finishedList('to be kept', [valid]);
    await visitor.page.locator('main a[download]').first().waitFor();
    const id = Number(visitor.page.url().split('/').at(-1));
    const [row] = await world.service.database.query<{ at: number }>(
      'SELECT completed_at AS at FROM batches WHERE id = ?',
      [id],
    );
    // Thirty days, unless the operator has chosen another time.
    const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric' });
    expect(await words('main')).toContain(day.format(row!.at + 30 * 86_400_000));
  });

  it('offer no results that are gone', async () => {
    await finishedList('to be purged', [valid]);
    const downloads = visitor.page.locator('main a[download]');
    await downloads.first().waitFor();
    const id = Number(visitor.page.url().split('/').at(-1));
    await world.service.database.execute('UPDATE batches SET purged_at = ? WHERE id = ?', [Date.now(), id]);
    await visitor.page.reload({ waitUntil: 'networkidle' });
    await visitor.heading('to be purged');
    expect(await downloads.count()).toBe(0);
  });

  it('have no page of an error where a list was deleted or never was', async () => {
    await finishedList('short-lived', [valid]);
    const here = visitor.page.url();
    await visitor.click('Delete');
    await visitor.click('Delete the list');
    await visitor.heading('Lists');
    const faults: string[] = [];
    for (const address of [here, here.replace(/\d+$/, 'abc')]) {
      await visitor.page.goto(address);
      await visitor.page.reload({ waitUntil: 'networkidle' });
      const said = (await words('main')).match(/NaN|No query results.*|Try again/g);
      faults.push(...(said ?? []));
    }
    await visitor.visit('Overview');
    await visitor.sees('Credit movements');
    const dead = visitor.page.locator(`main a[href$="/batches/${here.split('/').at(-1)!}"]`);
    faults.push(...(await dead.allInnerTexts()));
    expect(faults).toEqual([]);
  });

  it('bring an earlier verdict into sight, and its address into the field', async () => {
    await visitor.page.setViewportSize({ width: 1200, height: 600 });
    await visitor.visit('Check');
    await check(valid);
    await check(invalid);
    await visitor.page.mouse.wheel(0, 5_000);
    const earlier = visitor.page.getByRole('button', { name: valid, exact: true });
    await eventually('it is scrolled', () => visitor.page.evaluate<boolean>('window.scrollY > 0'));
    await earlier.click();
    await visitor.page.locator('.verdict-email', { hasText: valid }).waitFor();
    const seen = async () => ({
      field: await visitor.page.getByLabel('E-mail address').inputValue(),
      isInSight: (await visitor.page.locator('.verdict-email').boundingBox())!.y > 0,
    });
    // The page scrolls a moment later.
    await eventually('the verdict is in sight', async () => (await seen()).isInSight, 20_000).catch(() => undefined);
    expect(await seen()).toEqual({ field: valid, isInSight: true });
  });

  it('show letters of a list of western Excel as they are, and take it', async () => {
    await visitor.visit('Lists');
    await visitor.chooseFile('kunden.csv', Buffer.from(`Name;Email;Ort\r\nJörg;${valid};Köln\r\n`, 'latin1'));
    await visitor.page.getByRole('columnheader', { name: /Email/ }).first().waitFor();
    expect(await words('main')).not.toContain('\ufffd');
    await visitor.click('Start checking');
    await visitor.heading('kunden');
    await visitor.sees('Completed');
    expect((await visitor.download(/^All rows/)).text).toContain('Jörg');
  });

  it('do not start from a header alone', async () => {
    await visitor.visit('Lists');
    await visitor.chooseFile('header.csv', 'email\n');
    const start = visitor.page.getByRole('button', { name: 'Start checking' });
    await start.waitFor();
    expect(await start.isDisabled()).toBe(true);
  });

  it('stay in the list of lists when a new one pushes them off the first page', async () => {
    await visitor.visit('Lists');
    const names = Array.from({ length: 25 }, (_, index) => `small ${index + 1}`);
    for (const name of names) await send(name, 'no@at@all');
    // As long as one is at work, the page asks for news.
    await send('slow', world.address('a greylist that never ends'));
    await visitor.page.reload();
    const link = (name: string) => visitor.page.getByRole('link', { name, exact: true });
    await link('slow').waitFor();
    await visitor.click('Load more');
    await link('small 1').waitFor();
    await send('newest', 'no@at@all');
    await link('newest').waitFor();
    const shown = await visitor.page.locator('.rows-item a').allInnerTexts();
    expect(names.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it.each([
    'rcpt: the host sends a line without an end',
    'RCPT: 550 5.7.1 Service unavailable; client host blocked using zen.spamhaus.org',
  ])('say nothing of our own in the mail server’s name, and nothing in the marks of code: %s', async (scenario) => {
    await visitor.visit('Check');
    expect(await check(world.address(scenario))).not.toMatch(/`|KiB|of ours/);
  });
});
