import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import { PASSWORD, type Visitor } from './visitor';

describeInChromium('organizations and accounts on the page', () => {
  let world: PageWorld;
  let owner: Visitor;

  beforeAll(async () => {
    world = await PageWorld.start();
  });

  beforeEach(async () => {
    owner = await world.visitor();
    await owner.signUp('Olive Owner');
  });

  afterEach(async () => {
    await world.leave();
  });

  async function invite(email: string, role?: string): Promise<string> {
    await owner.visit('Team');
    await owner.page.getByLabel('Their e-mail address').fill(email);
    if (role !== undefined) await owner.page.getByLabel('Role', { exact: true }).selectOption(role);
    await owner.click('Invite');
    return owner.page.getByLabel('The invitation link').innerText();
  }

  it('creates an organization, renames it, switches between both, and deletes one by its name', async () => {
    await owner.visit('Team');
    await owner.page.getByLabel('Name of the new organization').fill('Night Market');
    await owner.click('Create');
    await owner.sees('Night Market: you are its owner.');
    await owner.page.getByLabel('Name of the organization').fill('Day Market');
    await owner.click('Rename');
    await owner.sees('Day Market: you are its owner.');

    const button = owner.page.getByRole('button', { name: /^Organization: / });
    const choice = owner.page.getByRole('list', { name: 'Organization' }).getByRole('link');
    await button.click();
    const other = (await choice.first().locator('span').first().textContent())!;
    await choice.first().click();
    await owner.sees(`${other}: you are its owner.`);
    await button.click();
    await choice.filter({ hasText: 'Day Market' }).click();
    await owner.sees('Day Market: you are its owner.');
    await owner.page.reload();
    await owner.sees('Day Market: you are its owner.');

    await owner.click('Delete the organization …');
    await owner.page.getByLabel('Type “Day Market” to confirm').fill('Night Market');
    await owner.click('Delete the organization');
    await owner.sees('That is not “Day Market”.');
    await owner.page.getByLabel('Type “Day Market” to confirm').fill('Day Market');
    await owner.click('Delete the organization');
    await owner.heading('Overview');
    await button.waitFor({ state: 'detached' });
    expect(await owner.page.locator('.switch-name').innerText()).toBe(other);
  });

  it('invites somebody by a link, who joins, gets a role, loses it, and is removed', async () => {
    const guest = await world.visitor();
    const link = await invite(guest.email);
    expect(link.startsWith(`${world.service.url}/dashboard/#/invitation/`)).toBe(true);
    await guest.page.goto(link);
    await guest.sees('You were invited to an organization.');
    await guest.heading('Create an account');
    await guest.page.getByLabel('Your name').fill('Gus Guest');
    await guest.page.getByLabel('E-mail address').fill(guest.email);
    await guest.page.getByLabel('Password').fill(PASSWORD);
    await guest.click('Create the account');
    await guest.heading('You are invited');
    await guest.click(/^Join /);
    await guest.heading('Overview');
    await guest.visit('Team');
    await guest.sees(/: you are its member\./);
    expect(await guest.page.getByRole('heading', { name: 'Invite somebody' }).count()).toBe(0);

    await owner.page.reload();
    await owner.click('Change role of Gus Guest');
    await owner.page
      .getByRole('dialog')
      .getByLabel(/^admin/)
      .check();
    await owner.click('Make admin');
    await owner.sees('Gus Guest is admin now.');
    await guest.page.reload();
    await guest.sees(/: you are its admin\./);
    await guest.sees('Invite somebody');

    await owner.click('Remove Gus Guest');
    await owner.click('Remove the member');
    await owner.page.getByLabel('Role of Gus Guest', { exact: true }).waitFor({ state: 'detached' });
    await guest.page.reload();
    await guest.heading('Not one of your organizations');
    expect(await guest.page.getByText('Olive Owner').count()).toBe(0);
  });

  it('shows a viewer the history of single checks, and the lists of others with their names', async () => {
    const address = world.address('a mailbox that exists');
    await owner.visit('Check');
    await owner.page.getByLabel('E-mail address').fill(address);
    await owner.click('Check');
    await owner.sees('Safe to send');
    await owner.visit('Lists');
    await owner.chooseFile('shared.csv', `email\n${address}\n`);
    await owner.click('Start checking');
    await owner.heading('shared');
    const guest = await world.visitor();
    await guest.signUp();
    await guest.page.goto(await invite(guest.email, 'viewer'));
    await guest.click(/^Join /);
    await guest.heading('Overview');
    await guest.visit('Check');
    const entry = guest.page.locator('.rows-item', { hasText: address });
    await entry.getByText(/ · Olive Owner$/).waitFor();
    await guest.page.getByLabel('Address begins with').fill(address.slice(0, 3).toUpperCase());
    await guest.click('Search');
    await entry.waitFor();
    expect((await guest.download('CSV')).text).toContain(address);
    await guest.visit('Lists');
    await guest.page
      .locator('.rows-item', { hasText: 'shared' })
      .getByText(/^1 row · .+ · by Olive Owner$/)
      .waitFor();
  });

  it('refuses an invitation to somebody else, in a sentence', async () => {
    const link = await invite('somebody.else@people.test');
    const guest = await world.visitor();
    await guest.signUp();
    await guest.page.goto(link);
    await guest.page.reload();
    await guest.heading('You are invited');
    await guest.sees(`The invitation is for somebody.else@people.test, but you are signed in as ${guest.email}.`);
    expect(await guest.page.getByRole('button', { name: /^Join / }).count()).toBe(0);
    await guest.click('Sign out, then use the invited address');
    await guest.sees('You were invited to an organization.');
    // Somebody here has an account already; who has none goes on from there.
    await guest.heading('Sign in');
    await guest.click('Create an account');
    await guest.heading('Create an account');
  });

  it('keeps the last owner, in a sentence', async () => {
    await owner.visit('Team');
    await owner.click('Leave the organization');
    await owner.click('Leave');
    const said = await owner.page.getByRole('dialog').getByRole('alert').filter({ hasText: /./ }).innerText();
    expect(said).toMatch(/owner.*\.$/);
    await owner.page.keyboard.press('Escape');
    await owner.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('changes name and password, ends another session, signs out and in again', async () => {
    await owner.visit('Account');
    await owner.page.getByLabel('Name', { exact: true }).fill('Olivia Owner');
    await owner.click('Save');
    await owner.sees('Saved.');
    await owner.page.reload();
    expect(await owner.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Olivia Owner');

    const elsewhere = await world.visitor();
    await signIn(elsewhere, owner.email, PASSWORD);
    await elsewhere.heading('Overview');
    await owner.page.reload();
    await owner.click(/^End the session/);
    await owner.page.getByRole('button', { name: /^End the session/ }).waitFor({ state: 'detached' });
    await elsewhere.page.getByRole('link', { name: 'Lists' }).click();
    await elsewhere.sees('Your session has ended');

    await owner.page.getByLabel('Current password').fill('not this one');
    await owner.page.getByLabel('New password').fill('quiet lantern meadow');
    await owner.click('Change the password');
    await owner.page.locator('[aria-invalid="true"]').waitFor();
    await owner.page.getByLabel('Current password').fill(PASSWORD);
    await owner.click('Change the password');
    await owner.sees('Changed. Other sessions have ended.');

    await owner.click('Sign out');
    await owner.heading('Sign in');
    await signIn(owner, owner.email, PASSWORD);
    await owner.sees('The e-mail address or the password is not right.');
    await signIn(owner, owner.email, 'quiet lantern meadow');
    await owner.heading('Overview');
  });

  it('asks for the password once more before it gives rights away in an old session, and signs out everywhere', async () => {
    const elsewhere = await world.visitor();
    await signIn(elsewhere, owner.email, PASSWORD);
    await elsewhere.heading('Overview');
    await world.service.database.execute('UPDATE sessions SET authenticated_at = 1');
    await owner.visit('Tokens');
    await owner.click('Create a token');
    await owner.page.getByLabel('Name').fill('Shop');
    await owner.click('Create the token');
    const prompt = owner.page.getByRole('dialog', { name: 'Your password, once more' });
    await prompt.waitFor();
    await prompt.getByRole('button', { name: 'Cancel' }).click();
    await prompt.waitFor({ state: 'detached' });
    await owner.sees('This needs your password once more.');
    await owner.click('Create the token');
    await prompt.getByLabel('Password').fill('not this one');
    await owner.click('Continue');
    await owner.sees('This is not your password.');
    await prompt.getByLabel('Password').fill(PASSWORD);
    await owner.click('Continue');
    await owner.sees('Copy the token “Shop” now');
    await owner.click('Done');

    await owner.visit('Account');
    await owner.click('Sign out everywhere');
    await owner.heading('Sign in');
    await elsewhere.page.getByRole('link', { name: 'Lists' }).click();
    await elsewhere.sees('Your session has ended');
    const left = await world.service.database.query(
      'SELECT s.id FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE a.email = ?',
      [owner.email],
    );
    expect(left).toEqual([]);
  });

  it('shows names as they are written, markup and all', async () => {
    const name = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    await owner.visit('Team');
    await owner.page.getByLabel('Name of the organization').fill(name);
    await owner.click('Rename');
    await owner.sees(`${name}: you are its owner.`);
    await owner.visit('Tokens');
    await owner.click('Create a token');
    await owner.page.getByLabel('Name').fill(name);
    await owner.click('Create the token');
    await owner.sees(`Copy the token “${name}” now`);
    await owner.click('Done');
    await owner.visit('Lists');
    await owner.chooseFile(`${name.replaceAll('/', ' ')}.csv`, `email,${name}\njoe@valid.test,${name}\n`);
    await owner.page.getByLabel('Name of the list').fill(name);
    await owner.click('Start checking');
    await owner.heading(name);
    expect(await owner.page.locator('img').count()).toBe(0);
  });
});

async function signIn(visitor: Visitor, email: string, password: string): Promise<void> {
  if (!visitor.page.url().includes('/dashboard/')) await visitor.go('/sign-in');
  await visitor.page.getByLabel('E-mail address').fill(email);
  await visitor.page.getByLabel('Password').fill(password);
  await visitor.click('Sign in');
}
