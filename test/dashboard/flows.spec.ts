import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import type { Visitor } from './visitor';

const run = promisify(execFile);

describeInChromium('what people do on the page', () => {
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

  it('signs up, makes a token, uses it by the command shown, and revokes it', async () => {
    await visitor.signUpByForm('Mara Lindqvist');
    await visitor.sees('Nothing was checked yet');
    await visitor.visit('Tokens');
    await visitor.sees('No token yet');
    await visitor.click('Create a token');
    await visitor.page.getByLabel('Name').fill('Shop');
    await visitor.click('Create the token');
    const command = await visitor.page.getByLabel('The command').innerText();
    const token = await visitor.page.getByLabel('The token').innerText();
    expect(command).toContain(token);

    const first = await run('sh', ['-c', command]);
    expect(JSON.parse(first.stdout)).toMatchObject({
      email: 'jane.doe@example.org',
      status: 'valid',
      credits_used: 1,
    });

    await visitor.click('Done');
    await visitor.page.getByLabel('The token').waitFor({ state: 'detached' });
    await visitor.page.reload();
    await visitor.sees(/last used/);
    expect(await visitor.page.content()).not.toContain(token);

    await visitor.click('Revoke Shop');
    await visitor.click('Revoke the token');
    await visitor.sees('Revoked tokens (1)');
    const second = await run('sh', ['-c', command]);
    expect(JSON.parse(second.stdout)).toEqual({ message: 'Unauthenticated.' });
  });

  it('says what a field lacks, next to the field', async () => {
    await visitor.go('/sign-up');
    await visitor.page.getByLabel('E-mail address').fill('not an address');
    await visitor.page.getByLabel('Password').fill('short');
    await visitor.click('Create the account');
    const email = visitor.page.getByLabel('E-mail address');
    await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
    for (const field of [email, visitor.page.getByLabel('Password')]) {
      if ((await field.getAttribute('aria-invalid')) === null) continue;
      const ids = (await field.getAttribute('aria-describedby'))!.split(' ');
      expect(await visitor.page.locator(`[id="${ids.at(-1)!}"]`).innerText()).toMatch(/^[A-Z].+\.$/);
    }
  });

  it('checks an address, is told why, and takes the suggestion', async () => {
    await visitor.signUp();
    await visitor.visit('Check');
    await visitor.page.getByLabel('E-mail address').fill('a..b@example.org');
    await visitor.page.keyboard.press('Enter');
    await visitor.page.locator('[aria-invalid="true"]').waitFor();

    await visitor.page
      .getByLabel('E-mail address')
      .fill(world.address('a slip of the keys in a domain that nobody has'));
    await visitor.page.keyboard.press('Enter');
    await visitor.sees('Do not send');
    await visitor.sees('The domain behind the @ does not exist.');
    await visitor.sees('domain_not_found');
    await visitor.click(/Check that one/);
    expect(await visitor.page.getByLabel('E-mail address').inputValue()).toBe('joe@gmail.com');
    await visitor.sees('Recent checks');

    await visitor.page.getByLabel('E-mail address').fill(world.address('a mailbox that exists'));
    await visitor.page.keyboard.press('Enter');
    await visitor.sees('Safe to send');
    await visitor.sees('The mail server’s answer');
  });

  it('says that no credit is left, and what a check needs', async () => {
    await visitor.signUp();
    const id = await organizationOf(visitor);
    await world.service.setBalance(id, 0);
    await visitor.visit('Check');
    await visitor.page.getByLabel('E-mail address').fill(world.address('a full mailbox'));
    await visitor.page.keyboard.press('Enter');
    const said = visitor.page.getByRole('alert').filter({ hasText: /./ });
    expect(await said.innerText()).toBe('This needs at least 1 credit; the organization has 0.');
  });

  it('uploads a list, watches it, downloads all and a part of it, and deletes it', async () => {
    await visitor.signUp();
    await visitor.visit('Lists');
    await visitor.sees('No list yet');
    const rows = [
      `Joe;${world.address('a mailbox that exists')}`,
      `Nobody;${world.address('a mailbox that does not exist')}`,
      `Anybody;${world.address('a domain that takes everything')}`,
      `Full;${world.address('a full mailbox')}`,
    ];
    await visitor.chooseFile('customers.csv', `Name;Email\n${rows.join('\n')}\n`);
    await visitor.sees('2 columns, with a semicolon between them, in UTF-8.');
    await visitor.sees('4 rows, 4 different addresses.');
    expect(await visitor.page.getByLabel('Name of the list').inputValue()).toBe('customers');
    await visitor.click('Start checking');
    await visitor.heading('customers');
    await visitor.sees('Completed');
    expect(await visitor.page.locator('.legend').innerText()).toBe(
      'Valid\n1\n25%\nAccepts all mail\n1\n25%\nRisky\n1\n25%\nInvalid\n1\n25%\nUnknown\n0\n0%',
    );

    const all = await visitor.download('All rows · 4');
    expect(all.name).toBe('customers_results.csv');
    expect(all.text.split('\r\n')[0]).toMatch(/^Name,Email,status,sub_status,/);
    expect(all.text.trim().split('\r\n')).toHaveLength(5);
    const reach = await visitor.download('Valid + accepts all mail · 2');
    expect(reach.name).toBe('customers_valid_catch_all.csv');
    expect(
      reach.text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[2]),
    ).toEqual(['valid', 'catch_all']);
    await visitor.page.getByLabel('For Excel').check();
    const invalid = await visitor.download('Invalid · 1');
    expect(invalid.text).toMatch(/^\ufeffName/);
    const parts = ['Valid only · 1', 'Accepts all mail · 1', 'Risky · 1', 'Unknown · 0'];
    const names = [invalid.name];
    for (const part of parts) names.push((await visitor.download(part)).name);
    expect(names).toEqual([
      'customers_invalid.csv',
      'customers_valid.csv',
      'customers_catch_all.csv',
      'customers_risky.csv',
      'customers_unknown.csv',
    ]);

    await visitor.visit('Overview');
    await visitor.sees(/^4 checked in 30 days$/);
    await visitor.visit('Lists');
    await visitor.page.getByRole('link', { name: 'customers' }).click();
    await visitor.click('Delete');
    await visitor.click('Delete the list');
    await visitor.heading('Lists');
    await visitor.sees('No list yet');
  });

  it('cancels a batch that is at work, and downloads what is done', async () => {
    await visitor.signUp();
    await visitor.visit('Lists');
    const addresses = ['a mailbox that exists', 'a greylist that never ends'].map((name) => world.address(name));
    await visitor.chooseFile('slow.csv', `email\n${addresses.join('\n')}\n`);
    await visitor.click('Start checking');
    await visitor.heading('slow');
    await visitor.sees('Checking');
    await visitor.sees(/^[12] credits? set aside for lists at work$/);
    await visitor.click('Cancel');
    await visitor.click('Cancel the list');
    await visitor.sees('Cancelled');
    await visitor.page.getByText('set aside for lists at work').waitFor({ state: 'detached' });
    const { text } = await visitor.download('All rows · 2');
    expect(text).toMatch(/^email,status/);
  });
});

/** The organization that the page's address names. */
async function organizationOf(visitor: Visitor): Promise<number> {
  await visitor.visit('Overview');
  return Number(/#\/o\/(\d+)\//.exec(visitor.page.url())?.[1]);
}
