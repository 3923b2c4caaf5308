import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import { PASSWORD, type Visitor } from './visitor';

/** Each state of the page says what is so and what to do. Set-ups make no difference to that. */
describeInChromium('the states of the page', () => {
  let world: PageWorld;
  let visitor: Visitor;

  beforeAll(async () => {
    world = await PageWorld.start();
  });

  beforeEach(async () => {
    visitor = await world.visitor();
    await visitor.signUp();
  });

  afterEach(async () => {
    await world.leave();
  });

  const signInAgain = async (): Promise<void> => {
    const dialog = visitor.page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  /** A finished list with one valid row, by its page. */
  const finishedList = async (name: string): Promise<void> => {
    await visitor.visit('Lists');
    await visitor.chooseFile(`${name}.csv`, `email\n${world.address('a mailbox that exists')}\n`);
    await visitor.click('Start checking');
    await visitor.heading(name);
    await visitor.sees('Completed');
  };

  it('shows no verdict under an error about another address', async () => {
    await visitor.visit('Check');
    const field = visitor.page.getByLabel('E-mail address');
    await field.fill(world.address('a mailbox that exists'));
    await visitor.click('Check');
    await visitor.sees('Safe to send');
    await field.fill('not an address');
    await visitor.click('Check');
    await visitor.page.locator('[aria-invalid="true"]').waitFor();
    expect(await visitor.page.locator('.verdict').count()).toBe(0);
  });

  it('tells what a mail server said from what was seen of it, and blames nobody for what another did', async () => {
    await visitor.visit('Check');
    const facts = visitor.page.locator('.facts');
    const check = async (scenario: string): Promise<string> => {
      await visitor.page.getByLabel('E-mail address').fill(world.address(scenario));
      await visitor.click('Check');
      await visitor.page.locator('.verdict-email', { hasText: world.address(scenario) }).waitFor();
      return facts.innerText();
    };
    const unending = await check('rcpt: the host sends a line without an end');
    expect(unending).toMatch(/What was seen\s+The mail server sent a reply without an end\./);
    expect(unending).not.toMatch(/Server reply|Reply code/);
    await visitor.sees('The mail server took the connection, but did not answer.');
    const refused = await check('RCPT: 550 5.7.1 Service unavailable; client host blocked using zen.spamhaus.org');
    expect(refused).toMatch(/Server reply\s+.*client host blocked using zen\.spamhaus\.org/);
    expect(refused).not.toContain('What was seen');
    expect(await visitor.page.locator('main').innerText()).not.toMatch(/`|reason of ours/);
  });

  it('says of a list who sent it, and what is set aside for it until it has ended', async () => {
    await visitor.visit('Lists');
    const rows = ['a mailbox that exists', 'a greylist that never ends'].map((scenario) => world.address(scenario));
    await visitor.chooseFile('mine.csv', `email\n${rows.join('\n')}\n`);
    await visitor.click('Start checking');
    await visitor.heading('mine');
    await visitor.sees(/1 credit charged · 1 more set aside · by you$/);
    await visitor.visit('Lists');
    const row = visitor.page.locator('.rows-item', { hasText: 'mine' });
    await row.getByText(/^1 of 2 .+ · by you$/).waitFor();
    await row.getByRole('link', { name: 'mine' }).click();
    await visitor.click('Cancel');
    await visitor.click('Cancel the list');
    await visitor.sees(/1 credit charged · by you$/);
    expect(await visitor.page.locator('main').innerText()).not.toContain('set aside');
  });

  it('leads who types an address of the page without its # to that page, and says when there is none', async () => {
    await finishedList('typed');
    const id = visitor.page.url().split('/').at(-1)!;
    const { page } = visitor;
    await page.goto(`${world.service.url}/dashboard/batches`);
    await visitor.heading('Lists');
    await page.goto(`${world.service.url}/dashboard/batches/${id}`);
    await visitor.heading('typed');
    await page.goto(`${world.service.url}/dashboard/no-such-page`);
    await visitor.heading('There is no such page');
    expect(page.url()).toBe(`${world.service.url}/dashboard/#/no-such-page`);
  });

  it('asks to sign in when the session has ended in an upload, and keeps the file', async () => {
    await visitor.visit('Lists');
    await visitor.chooseFile('kept.csv', `email\n${world.address('a mailbox that exists')}\n`);
    await visitor.page.getByLabel('Name of the list').fill('Kept as typed');
    await visitor.context.clearCookies();
    await visitor.click('Start checking');
    await visitor.sees('Sign in again to go on where you were. Nothing that you typed or chose is lost.');
    await signInAgain();
    expect(await visitor.page.getByText('Unauthenticated').count()).toBe(0);
    await visitor.click('Start checking');
    await visitor.heading('Kept as typed');
  });

  it('hides the page when the session has ended, and lets somebody else in', async () => {
    await visitor.visit('Team');
    await visitor.context.clearCookies();
    await visitor.page.getByRole('link', { name: 'Lists', exact: true }).click();
    await visitor.sees('Your session has ended');
    const backdrop = await visitor.page.evaluate<string>(
      "getComputedStyle(document.querySelector('dialog'), '::backdrop').backgroundColor",
    );
    expect(backdrop).toMatch(/^rgb\(/);
    await visitor.click('Use another account');
    await visitor.heading('Sign in');
  });

  it('says once that the service is away, on a list at work too, and goes on by itself', async () => {
    await visitor.visit('Lists');
    await visitor.chooseFile('slow.csv', `email\n${world.address('a greylist that never ends')}\n`);
    await visitor.click('Start checking');
    await visitor.heading('slow');
    await visitor.sees('Checking');
    const away = visitor.page.getByText('The service can’t be reached.', { exact: false });
    await visitor.setOffline(true);
    await away.first().waitFor();
    await visitor.visit('Overview');
    await away.first().waitFor();
    expect(await away.count()).toBe(1);
    await visitor.setOffline(false);
    await away.first().waitFor({ state: 'detached' });
    await visitor.sees('They never expire.');
    await visitor.page.locator('.rows-item', { hasText: 'slow' }).filter({ hasText: 'set aside' }).waitFor();
  });

  it('says that signing out failed', async () => {
    await visitor.setOffline(true);
    await visitor.click('Sign out');
    const said = visitor.page.locator('.side').getByText('The service can’t be reached');
    await said.waitFor();
    expect(await said.innerText()).toMatch(/^The service .+\.$/);
  });

  it('lets people stop waiting for a check that takes long', async () => {
    await visitor.visit('Check');
    await visitor.page.route('**/check', () => undefined);
    await visitor.page.getByLabel('E-mail address').fill('jane@slow.test');
    await visitor.click('Check');
    await visitor.click('Stop waiting');
    await visitor.sees(/^You stopped waiting\./);
    await visitor.page.unroute('**/check');
    await visitor.page.getByLabel('E-mail address').fill(world.address('a mailbox that exists'));
    await visitor.click('Check');
    await visitor.sees('Safe to send');
    expect(await visitor.page.getByText('You stopped waiting').count()).toBe(0);
  });

  it('gives up what nobody answers, and says so', async () => {
    visitor = await world.visitor({ bypassCSP: true });
    await visitor.page.clock.install();
    await visitor.signUp();
    await visitor.visit('Check');
    await visitor.page.route('**/check', () => undefined);
    await visitor.page.getByLabel('E-mail address').fill('jane@slow.test');
    await visitor.click('Check');
    await visitor.sees('Asking the mail server.');
    await visitor.page.clock.fastForward('10:00');
    const said = visitor.page.locator('main').getByRole('alert').filter({ hasText: /\w/ });
    await said.first().waitFor();
    expect((await said.allInnerTexts()).join(' ')).toContain('did not answer in time.');
    expect(await visitor.page.getByText('Asking the mail server.').count()).toBe(0);
  });

  it('tells until when results are kept, and that they are gone, and offers none then', async () => {
    await finishedList('to be purged');
    await visitor.sees(/Kept until .+, then deleted by itself\./);
    const id = visitor.page.url().split('/').at(-1);
    await world.service.database.execute('UPDATE batches SET purged_at = ? WHERE id = ?', [Date.now(), Number(id)]);
    await visitor.page.reload();
    await visitor.sees(/The results were deleted on .+ The numbers above stay\./);
    expect(await visitor.page.getByRole('link', { name: /All rows|Valid only/ }).count()).toBe(0);
  });

  it('asks before an upload is left, stays, and leaves', async () => {
    await visitor.visit('Lists');
    await visitor.chooseFile('long.csv', `email\n${world.address('a mailbox that exists')}\n`);
    await visitor.page.route('**/batches', (route) =>
      route.request().method() === 'POST' ? undefined : route.continue(),
    );
    await visitor.click('Start checking');
    await visitor.sees(/^(Sending|Sent)/);
    const mayClose = () =>
      visitor.page.evaluate<boolean>("window.dispatchEvent(new Event('beforeunload', { cancelable: true }))");
    expect(await mayClose()).toBe(false);
    const overview = visitor.page.getByRole('link', { name: 'Overview', exact: true });
    await overview.click();
    await visitor.sees('Stop the upload?');
    await visitor.click('Stay here');
    await visitor.sees(/^(Sending|Sent)/);
    expect(visitor.page.url()).toMatch(/\/batches$/);
    await overview.click();
    await visitor.click('Stop and leave');
    await visitor.heading('Overview');
    expect(await mayClose()).toBe(true);
  });

  it('never shows one’s own organization under the address of another', async () => {
    await finishedList('private');
    const list = visitor.page.url().split('/').at(-1)!;
    for (const page of [`batches/${list}`, 'organization', 'overview']) {
      await visitor.go(`/o/777/${page}`);
      await visitor.heading('Not one of your organizations');
      await visitor.sees(new RegExp(`that ${visitor.email} is not a member of`));
    }
    await visitor.page.locator('main').getByRole('link').first().click();
    await visitor.heading('Overview');
    expect(visitor.page.url()).not.toContain('777');
  });

  it('has a page for addresses that lead nowhere', async () => {
    await visitor.visit('Overview');
    const id = /#\/o\/(\d+)\//.exec(visitor.page.url())![1]!;
    for (const path of [
      '/nonsense',
      `/o/${id}/nonsense`,
      `/o/${id}/batches/abc`,
      `/o/${id}/team/5`,
      `/o/${id}/overview/x`,
    ]) {
      await visitor.go(path);
      await visitor.heading('There is no such page');
    }
    await visitor.go(`/o/${id}/batches/987654`);
    await visitor.heading('This list is not here');
    expect(await visitor.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(await visitor.page.content()).not.toMatch(/NaN|model \[Batch\]/);
    await visitor.page.getByRole('link', { name: 'All lists' }).click();
    await visitor.heading('Lists');
  });

  it('says of a deleted list what is so when somebody comes back to it', async () => {
    await finishedList('short-lived');
    await visitor.click('Delete');
    await visitor.click('Delete the list');
    await visitor.heading('Lists');
    await visitor.page.goBack();
    await visitor.heading('This list is not here');
    expect(await visitor.page.content()).not.toContain('model [Batch]');
  });

  it('speaks to people in forms, not to programs', async () => {
    await visitor.visit('Tokens');
    await visitor.click('Create a token');
    await visitor.page.getByLabel('Name').fill('Shop');
    for (const box of await visitor.page.getByRole('checkbox').all()) await box.uncheck();
    await visitor.click('Create the token');
    await visitor.sees('Choose what the token may do: at least one of these.');
    await visitor.visit('Team');
    await visitor.click('Invite');
    await visitor.sees('Enter an e-mail address.');
    await visitor.page.getByLabel('Name of the organization').fill('');
    await visitor.click('Rename');
    await visitor.sees('Enter a name.');
    const stranger = await world.visitor();
    await stranger.go('/sign-in');
    await stranger.click('Sign in');
    await stranger.sees('Enter an e-mail address.');
    expect(await visitor.page.content()).not.toMatch(/The \w+ field/);
  });

  it('leaves the sign-up’s address behind, lets a name be emptied, and ends other sessions in the list as well', async () => {
    expect(visitor.page.url()).not.toContain('sign-up');
    const elsewhere = await world.visitor();
    await elsewhere.go('/sign-in');
    await elsewhere.page.getByLabel('E-mail address').fill(visitor.email);
    await elsewhere.page.getByLabel('Password').fill(PASSWORD);
    await elsewhere.click('Sign in');
    await elsewhere.heading('Overview');
    await visitor.visit('Account');
    await visitor.page.getByLabel('Name', { exact: true }).fill('Vera');
    await visitor.click('Save');
    await visitor.sees('Saved.');
    await visitor.page.getByLabel('Name', { exact: true }).fill('');
    await visitor.click('Save');
    await visitor.sees('Saved.');
    await visitor.page.getByRole('button', { name: /^End the session/ }).waitFor();
    await visitor.page.getByLabel('Current password').fill(PASSWORD);
    await visitor.page.getByLabel('New password').fill(PASSWORD);
    await visitor.click('Change the password');
    await visitor.sees('This is your current password. Choose a new one.');
    await visitor.page.getByLabel('New password').fill('quiet lantern meadow');
    await visitor.click('Change the password');
    await visitor.sees('Changed. Other sessions have ended.');
    await visitor.page.getByRole('button', { name: /^End the session/ }).waitFor({ state: 'detached' });
  });

  it('keeps the search in the address, so that Back brings it again', async () => {
    await finishedList('needle');
    await finishedList('hay');
    await visitor.visit('Lists');
    await visitor.page.getByLabel('Search by name').fill('need');
    await visitor.page.getByRole('link', { name: 'hay', exact: true }).waitFor({ state: 'detached' });
    await visitor.page.getByRole('link', { name: 'needle', exact: true }).click();
    await visitor.heading('needle');
    await visitor.page.goBack();
    await visitor.heading('Lists');
    expect(await visitor.page.getByLabel('Search by name').inputValue()).toBe('need');
    await visitor.page.getByRole('link', { name: 'needle', exact: true }).waitFor();
    expect(await visitor.page.getByRole('link', { name: 'hay', exact: true }).count()).toBe(0);
  });

  it('has one heading for a dead invitation, and a way back', async () => {
    await visitor.go('/invitation/nothing-like-it');
    await visitor.heading('This invitation is not open any more');
    expect(await visitor.page.getByText('You are invited').count()).toBe(0);
    await visitor.page.getByRole('link', { name: 'Go to your overview' }).click();
    await visitor.heading('Overview');
  });
});
