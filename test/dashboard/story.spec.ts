import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import type { Visitor } from './visitor';

describeInChromium('what a list tells on the page', () => {
  let world: PageWorld;
  let visitor: Visitor;

  beforeAll(async () => {
    world = await PageWorld.start();
  });

  afterEach(async () => {
    await world.leave();
  });

  async function upload(name: string, rows: readonly string[]): Promise<void> {
    await visitor.signUpByForm();
    await visitor.visit('Lists');
    await visitor.chooseFile(`${name}.csv`, `name,email\n${rows.join('\n')}\n`);
    await visitor.click('Start checking');
    await visitor.heading(name);
  }

  const mixed = (): string[] => [
    `Joe,${world.address('a mailbox that exists')}`,
    `Joe again,${world.address('a mailbox that exists')}`,
    `Nobody,${world.address('a mailbox that does not exist')}`,
    `Full,${world.address('a full mailbox')}`,
    '"<img src=x onerror=alert(1)>",nothing like an address',
  ];

  it('says why, who and what else, in words and numbers, and how long it took', async () => {
    visitor = await world.visitor();
    await upload('customers', mixed());
    await visitor.sees('Completed');
    await visitor.sees('What is in this list');
    await visitor.sees(/^Started .+ · finished .+ · took \d+ seconds? · [\d,]+ rows? a minute$/);
    const bars = visitor.page.locator('.bars').first();
    await bars.getByText('Invalid: No such mailbox').waitFor();
    expect((await bars.innerText()).split('\n').filter(Boolean)).toEqual([
      'Valid',
      '2 (40%)',
      'Invalid: Not written like an address',
      '1 (20%)',
      'Invalid: No such mailbox',
      '1 (20%)',
      'Risky: Mailbox full',
      '1 (20%)',
    ]);
    const facts = (await visitor.page.locator('.story .facts').innerText()).replace(/\n+/g, ' ');
    expect(facts).toMatch(/^Duplicates 1 Malformed 1 Likely typing errors \d+ /);
  });

  it('shows rows, searched and filtered, as text and nothing else', async () => {
    visitor = await world.visitor();
    await upload('people', mixed());
    await visitor.sees('Completed');
    const table = visitor.page.getByRole('region', { name: 'Rows of the list' }).locator('tbody tr');
    await visitor.sees('5 rows shown');
    expect(await table.nth(4).innerText()).toContain('<img src=x onerror=alert(1)>');
    // Seen while it was checked, and once more when that had ended.
    await table.getByText('Not checked yet').first().waitFor({ state: 'detached' });
    expect(await table.nth(0).getByText('Valid', { exact: true }).count()).toBe(1);
    await visitor.page.getByLabel('Search in all cells').fill('NOBODY');
    await visitor.sees('1 row shown');
    expect(await table.innerText()).toContain('No such mailbox');
    await visitor.page.getByLabel('Search in all cells').fill('');
    await visitor.page.getByLabel('Verdict').selectOption('valid');
    await visitor.sees('2 rows shown');
    await visitor.page.getByLabel('Verdict').selectOption('unknown');
    await visitor.sees('No rows match.');
  });

  it('downloads several kinds with the columns that are chosen, and all kinds in one ZIP', async () => {
    visitor = await world.visitor();
    await upload('mail', mixed());
    await visitor.sees('Completed');
    await visitor.page.getByText('Choose what is in the file').click();
    const choice = visitor.page.getByRole('group', { name: 'Which rows' });
    await choice.getByLabel('Risky').check();
    await visitor.page.getByLabel('Which columns').selectOption('original');
    const { name, text } = await visitor.download('Download these rows');
    expect(name).toBe('mail_valid_risky.csv');
    expect(text.split('\r\n')).toEqual([
      'name,email',
      `Joe,${world.address('a mailbox that exists')}`,
      `Joe again,${world.address('a mailbox that exists')}`,
      `Full,${world.address('a full mailbox')}`,
      '',
    ]);
    await visitor.page.getByLabel('File format').selectOption('JSON Lines');
    const typed = await visitor.download('Download these rows');
    expect(typed.name).toBe('mail_valid_risky.jsonl');
    expect(JSON.parse(typed.text.split('\n')[2] ?? '')).toEqual({
      name: 'Full',
      email: world.address('a full mailbox'),
    });
    await visitor.page.getByLabel('File format').selectOption('Excel (.xlsx)');
    const workbook = await visitor.download('All rows · 5');
    expect([workbook.name, workbook.text.slice(0, 2)]).toEqual(['mail_results.xlsx', 'PK']);
    await choice.getByLabel('Risky').uncheck();
    await choice.getByLabel('Valid', { exact: true }).uncheck();
    await visitor.sees('Choose at least one kind of rows.');
    const zip = await visitor.download('All kinds in one ZIP');
    expect(zip.name).toBe('mail_results.zip');
    for (const part of ['mail_valid.csv', 'mail_risky.csv', 'mail_invalid.csv']) expect(zip.text).toContain(part);
    expect(zip.text).not.toContain('mail_unknown.csv');
  });

  it('says when it will be done while it is at work, and goes on after a cancel with one click', async () => {
    visitor = await world.visitor();
    await upload('slow', [
      `A,${world.address('a mailbox that exists')}`,
      `B,${world.address('a greylist that never ends')}`,
    ]);
    await visitor.sees('Checking');
    await visitor.sees(/^Started .+ · (.+ · )?(when it will be done can’t be told yet|done at about .+)$/);
    await visitor.click('Cancel');
    await visitor.click('Cancel the list');
    await visitor.sees('Cancelled');
    await visitor.click('Go on with the 1 row not checked yet');
    await visitor.heading('slow (rest)');
    await visitor.sees('Checking');
    await visitor.page.getByRole('link', { name: 'Open the earlier list' }).click();
    await visitor.heading('slow');
    await visitor.click('Go on with the 1 row not checked yet');
    await visitor.sees('A list that goes on with this one is being checked already.');
    await visitor.page.getByRole('link', { name: 'Open the later list' }).click();
    await visitor.heading('slow (rest)');
    expect(await visitor.page.locator('.batch-state').innerText()).toContain('0 of 1 row checked');
  });

  it('is shared by a link that shows numbers and no addresses, until it is withdrawn', async () => {
    visitor = await world.visitor();
    await upload('for clients', mixed());
    await visitor.sees('Completed');
    await visitor.page.getByLabel('It works for').selectOption('7');
    await visitor.click('Make a link');
    const link = await visitor.page.getByLabel('The link to the summary').innerText();
    const guest = await world.visitor();
    await guest.page.goto(link);
    await guest.heading('for clients');
    await guest.sees('Invalid: No such mailbox');
    await guest.sees('5 of 5 rows checked');
    expect(await guest.page.content()).not.toContain(world.address('a full mailbox'));
    expect(await guest.page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');

    await visitor.page.getByRole('button', { name: /^Withdraw the link made/ }).click();
    await visitor.page.getByRole('list', { name: 'Links that work' }).waitFor({ state: 'detached' });
    await guest.page.reload();
    await guest.heading('This link does not work');
  });

  it('prints numbers and reasons, without buttons, rows and navigation', async () => {
    visitor = await world.visitor();
    await upload('paper', mixed());
    await visitor.sees('Completed');
    await visitor.sees('5 rows shown');
    await visitor.page.emulateMedia({ media: 'print' });
    for (const words of ['What is in this list', 'Invalid: No such mailbox']) await visitor.sees(words);
    for (const hidden of ['Rows', 'Download', 'Share the summary']) {
      expect([hidden, await visitor.page.getByRole('heading', { name: hidden, exact: true }).isVisible()]).toEqual([
        hidden,
        false,
      ]);
    }
    expect(await visitor.page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(false);
    const width = (await visitor.page.locator('.card').first().boundingBox())?.width;
    expect(width).toBeGreaterThan(600);
    expect(await visitor.page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  });
});
