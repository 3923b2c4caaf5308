import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeWorkbook, rowXml } from '../fixtures/xlsx/workbook';
import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import type { Visitor } from './visitor';

describeInChromium('getting a list in', () => {
  let world: PageWorld;
  let visitor: Visitor;
  let good: string;
  let bad: string;

  beforeAll(async () => {
    world = await PageWorld.start();
    good = world.address('a mailbox that exists');
    bad = world.address('a mailbox that does not exist');
  });

  beforeEach(async () => {
    visitor = await world.visitor();
    await visitor.signUp();
    await visitor.visit('Lists');
  });

  afterEach(async () => {
    await world.leave();
  });

  /** Starts the one list that is chosen, and downloads all of its results. */
  async function results(name: string): Promise<string[][]> {
    await visitor.click('Start checking');
    await visitor.heading(name);
    await visitor.sees('Completed');
    const { text } = await visitor.download(/^All rows/);
    const rows = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const width = rows[0]!.indexOf('status');
    return rows.map((cells) => cells.slice(0, width + 1));
  }

  it('finds the column with the addresses, and takes another one that is chosen', async () => {
    const file = `Name;Private;Work mail\nJoe;${bad};${good}\nJim;;${good}\n`;
    await visitor.chooseFile('people.csv', file);
    const column = (name: string) => visitor.page.getByRole('radio', { name });
    await visitor.sees('2 rows, 1 different address.');
    expect(await column('Work mail').isChecked()).toBe(true);
    await column('Private').check();
    await visitor.sees('1 row holds nothing like an address.');
    expect(await results('people')).toEqual([
      ['Name', 'Private', 'Work mail', 'status'],
      ['Joe', bad, good, 'invalid'],
      ['Jim', '', good, 'invalid'],
    ]);
  });

  it('shows the cells that rows have beyond the columns, and gives them back behind the verdict', async () => {
    await visitor.chooseFile('long.csv', `E-Mail\n${good}\n${bad},a note\n`);
    await visitor.sees('2 rows, 2 different addresses.');
    await visitor.click('Start checking');
    await visitor.heading('long');
    await visitor.sees('Completed');
    const table = visitor.page.getByRole('region', { name: 'Rows of the list' });
    await table.getByRole('cell', { name: 'a note' }).waitFor();
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'No.',
      'Address',
      'Verdict',
      'Why',
      '(no name)',
    ]);
    const { text } = await visitor.download(/^All rows/);
    expect(text.split('\r\n')[1]!.split(',')).toHaveLength(11);
    expect(text.split('\r\n')[2]).toMatch(/,a note$/);
  });

  it('asks for the column where nothing tells, before it can be started', async () => {
    await visitor.chooseFile('people.csv', 'Name,City\nJane,Oslo\n');
    await visitor.sees('Choose the column that holds the addresses.');
    const start = visitor.page.getByRole('button', { name: 'Start checking' });
    expect(await start.isDisabled()).toBe(true);
    await visitor.page.getByRole('radio', { name: 'City' }).check();
    await visitor.sees(/No cell of this column looks like an address/);
    expect(await start.isDisabled()).toBe(false);
  });

  it('takes a list without a header, one address a line', async () => {
    await visitor.chooseFile('plain.txt', `${good}\n${bad}\n${good}\n`);
    await visitor.sees('3 rows, 2 different addresses.');
    await visitor.sees('Up to 2 of your 100 credits.');
    expect(await visitor.page.getByLabel('The first row names the columns').isChecked()).toBe(false);
    expect(await results('plain')).toEqual([
      ['email', 'status'],
      [good, 'valid'],
      [bad, 'invalid'],
      [good, 'valid'],
    ]);
  });

  it('says that a file holds a header only, until it is told that it does not', async () => {
    await visitor.chooseFile('short.csv', 'email\n');
    await visitor.sees(/There is a header, but no row below it/);
    expect(await visitor.page.getByRole('button', { name: 'Start checking' }).isDisabled()).toBe(true);
    await visitor.page.getByLabel('The first row names the columns').uncheck();
    await visitor.sees('1 row, 0 different addresses. 1 row holds nothing like an address.');
  });

  it('reads what Excel saves as CSV in the west of Europe, says so, and shows it', async () => {
    const file = Buffer.from(`Name;Email;Ort\nJ\xf6rg;${good};K\xf6ln \x80\n`, 'latin1');
    await visitor.chooseFile('kunden.csv', file);
    await visitor.sees('3 columns, with a semicolon between them, in Windows-1252.');
    await visitor.sees(/not in UTF-8; it is read as Windows-1252/);
    await visitor.sees('Köln €');
    await visitor.page.getByLabel('Encoding').selectOption('utf-8');
    await visitor.sees('J\ufffdrg');
    await visitor.page.getByLabel('Encoding').selectOption('windows-1252');
    await visitor.sees('Jörg');
    expect(await results('kunden')).toEqual([
      ['Name', 'Email', 'Ort', 'status'],
      ['Jörg', good, 'Köln €', 'valid'],
    ]);
  });

  it('reads an Excel workbook, and shows what will be read of it', async () => {
    const rows = rowXml('Name', 'Kontakt') + rowXml('J\u00f6rg', good) + rowXml('Joe', bad);
    await visitor.chooseFile('kunden.xlsx', makeWorkbook(rows));
    await visitor.sees('Excel workbook, sheet “List”: 2 columns.');
    await visitor.sees('Jörg');
    await visitor.sees('2 rows, 2 different addresses.');
    expect(await visitor.page.getByRole('radio', { name: 'Kontakt' }).isChecked()).toBe(true);
    expect(await results('kunden')).toEqual([
      ['Name', 'Kontakt', 'status'],
      ['Jörg', good, 'valid'],
      ['Joe', bad, 'invalid'],
    ]);
  });

  it('previews workbooks of other programs as the service reads them, sheet by sheet', async () => {
    const fixture = (name: string) => readFileSync(join(__dirname, '../fixtures/xlsx', name));
    await visitor.chooseFile('crm.xlsx', fixture('openpyxl.xlsx'));
    await visitor.sees('Excel workbook, sheet “Kunden 2026”: 7 columns.');
    for (const cell of ['Jörg & Söhne <GmbH>', '2026-11-28', '2026-01-02 09:30:05', '07:05:00', '0.3', 'TRUE'])
      await visitor.page.getByRole('cell', { name: cell, exact: true }).waitFor();
    await visitor.page.getByLabel('Sheet').selectOption('Other');
    await visitor.sees('Excel workbook, sheet “Other”: 1 column.');
    await visitor.page.getByRole('cell', { name: 'other@a.test' }).waitFor();
    expect(await visitor.page.getByLabel('Sheet').locator('option').allInnerTexts()).toEqual(['Kunden 2026', 'Other']);
    await visitor.click('Remove');
    await visitor.chooseFile('rich.xlsx', fixture('xlsxwriter-rich.xlsx'));
    for (const cell of ['A bold word', '2026-11-28 08:00:00', '12.5'])
      await visitor.page.getByRole('cell', { name: cell, exact: true }).waitFor();
    await visitor.click('Remove');
    await visitor.chooseFile('inline.xlsx', fixture('xlsxwriter-inline.xlsx'));
    await visitor.sees('4 rows, 4 different addresses.');
  });

  it('judges a long workbook by its beginning', async () => {
    const row = (index: number) => rowXml(`user${String(index).padStart(6, '0')}@valid.test`, 'x');
    const rows = Array.from({ length: 30_000 }, (_, index) => row(index)).join('');
    await visitor.chooseFile('long.xlsx', makeWorkbook(rowXml('email', 'n') + rows));
    await visitor.sees(/^about (29,9\d\d|30,0\d\d) rows, about (29,9\d\d|30,0\d\d) different addresses\.$/);
    expect(await visitor.page.getByRole('button', { name: 'Start checking' }).isDisabled()).toBe(false);
  });

  it('says why a file cannot be read', async () => {
    const whole = makeWorkbook(rowXml('email') + rowXml(good));
    await visitor.chooseFiles({
      'cut.xlsx': whole.subarray(0, -10),
      'old.xls': Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1', 'latin1'),
      'list.gz': Buffer.from([0x1f, 0x8b, 8, 0]),
      'photo.csv': Buffer.from([0x89, 0x50, 0, 0, 1]),
    });
    for (const [name, words] of [
      ['cut.xlsx', 'damaged or incomplete'],
      ['old.xls', 'old Excel workbook'],
      ['list.gz', 'compressed file'],
      ['photo.csv', 'neither a text file nor an Excel workbook'],
    ] as const) {
      const said = visitor.page.getByRole('region', { name: `The list ${name}` }).getByRole('alert');
      expect(await said.innerText()).toContain(words);
    }
  });

  it('says of a list that was refused why, at the list, until it is read in another way', async () => {
    await visitor.chooseFiles({ 'open.csv': 'email\n"never closed\n', 'other.csv': `email\n${good}\n` });
    const list = visitor.page.getByRole('region', { name: 'The list open.csv' });
    await list.getByRole('button', { name: 'Start checking' }).click();
    const refusal = visitor.page.getByRole('alert').filter({ hasText: /opens on line 2 and does not close\./ });
    await refusal.waitFor();
    expect(
      await list
        .getByRole('alert')
        .filter({ hasText: /opens on line 2/ })
        .count(),
    ).toBe(1);
    expect(await refusal.count()).toBe(1);
    await visitor.hasFocus(/^Start checking$/);
    await list.getByLabel('The first row names the columns').uncheck();
    await refusal.waitFor({ state: 'detached' });
    await list.getByRole('button', { name: 'Start checking' }).click();
    await refusal.waitFor();
    // The other one is not held up by it.
    await visitor.page
      .getByRole('region', { name: 'The list other.csv' })
      .getByRole('button', { name: 'Start checking' })
      .click();
    await visitor.page.getByRole('link', { name: 'Open other.csv' }).waitFor();
    expect(await refusal.count()).toBe(1);
  });

  it('says what it costs at most, and that the credits do not suffice, before anything is sent', async () => {
    const addresses = Array.from({ length: 101 }, (_, index) => `user${index}@valid.test`);
    await visitor.chooseFile('many.csv', `email\n${addresses.join('\n')}\n${addresses[0]!}\n`);
    await visitor.sees('102 rows, 101 different addresses.');
    await visitor.sees(/This list may need up to 101 credits, and your organization has 100\./);
    expect(await visitor.page.getByText(/^Up to .* of your/).count()).toBe(0);
  });

  it('takes addresses that are pasted, with their names', async () => {
    await visitor.click('Paste addresses');
    const box = visitor.page.getByRole('dialog', { name: 'Paste addresses' });
    expect(await box.getByRole('button', { name: 'Continue with these' }).isDisabled()).toBe(true);
    await box.getByLabel('Addresses').fill(`Doe, Jane <${good}>; "Roe, Jim" <${bad}>\n${good}`);
    await box.getByText('3 addresses found').waitFor();
    await visitor.click('Continue with these');
    await visitor.sees('3 rows, 2 different addresses.');
    await visitor.page.getByLabel('Name of the list').fill('From my mail');
    await visitor.click('Start checking');
    await visitor.heading('From my mail');
    await visitor.sees('Completed');
    const { text } = await visitor.download(/^All rows/);
    expect(text).toMatch(/^email,name,status/);
    expect(text).toContain(`${good},"Doe, Jane",valid`);
  });

  it('starts several lists one after the other, and leaves out what cannot be started', async () => {
    await visitor.chooseFiles({ 'one.csv': `email\n${good}\n`, 'broken.csv': '', 'two.csv': `Mail\n${bad}\n` });
    await visitor.sees('The file is empty.');
    await visitor.click('Start all 3');
    await visitor.page.getByRole('link', { name: 'Open one.csv' }).waitFor();
    await visitor.page.getByRole('link', { name: 'Open two.csv' }).waitFor();
    const started = visitor.page.locator('.started');
    expect(await started.nth(0).innerText()).toMatch(/one\.csv\s+Being checked\.\s+Open$/);
    expect(await started.nth(1).innerText()).toMatch(
      /two\.csv\s+Being checked\. Addresses from the column “Mail”\.\s+Open$/,
    );
    await visitor.sees('The file is empty.');
    for (const name of ['one', 'two']) await visitor.page.getByRole('link', { name, exact: true }).waitFor();
    await visitor.page
      .getByRole('region', { name: 'The list broken.csv' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await visitor.page.getByRole('region', { name: 'The list broken.csv' }).waitFor({ state: 'detached' });
    expect(await visitor.page.evaluate<string>('document.activeElement.innerText')).toBe('Add more files');
    await visitor.page.getByRole('link', { name: 'Open two.csv' }).click();
    await visitor.heading('two');
  });

  it('takes files that are dropped anywhere on the page, and never leaves a page for one', async () => {
    const drop = (names: readonly string[], where: string) =>
      visitor.page.evaluate(
        `(() => {
          const files = new DataTransfer();
          for (const name of ${JSON.stringify(names)}) files.items.add(new File(['email\\njane@b.org\\n'], name));
          const target = document.querySelector(${JSON.stringify(where)});
          return ['dragenter', 'dragover', 'drop'].map((type) =>
            target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: files })));
        })()`,
      );
    expect(await drop(['one.csv', 'two.csv'], 'h1')).toEqual([true, false, false]);
    await visitor.page.getByRole('region', { name: 'The list one.csv' }).waitFor();
    await visitor.page.getByRole('region', { name: 'The list two.csv' }).waitFor();
    expect(await drop(['three.csv'], '.side')).toEqual([true, false, false]);
    await visitor.page.getByRole('region', { name: 'The list three.csv' }).waitFor();
    await visitor.visit('Overview');
    expect(await drop(['four.csv'], 'h1')).toEqual([true, false, false]);
  });
});
