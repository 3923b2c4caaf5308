import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import { PASSWORD, type Visitor } from './visitor';

describeInChromium('what newcomers meet on the page', () => {
  let world: PageWorld;
  let owner: Visitor;

  beforeAll(async () => {
    world = await PageWorld.start({ CACHE_TTL_HOURS: '6' });
  });

  beforeEach(async () => {
    owner = await world.visitor();
    await owner.signUp('Olive Owner');
  });

  afterEach(async () => {
    await world.leave();
  });

  /** Somebody who joined the owner's organization. */
  async function join(role: string): Promise<Visitor> {
    await owner.visit('Team');
    const guest = await world.visitor();
    await owner.page.getByLabel('Their e-mail address').fill(guest.email);
    await owner.page.getByLabel('Role', { exact: true }).selectOption(role);
    await owner.click('Invite');
    const link = await owner.page.getByLabel('The invitation link').innerText();
    await guest.signUp('Gus Guest');
    await guest.page.goto(link);
    await guest.click(/^Join /);
    await guest.heading('Overview');
    return guest;
  }

  async function sendList(visitor: Visitor, name: string, email: string): Promise<void> {
    await visitor.visit('Lists');
    await visitor.chooseFile(`${name}.csv`, `email\n${email}\n`);
    await visitor.click('Start checking');
    await visitor.heading(name);
    await visitor.page.getByText('Completed', { exact: true }).waitFor();
  }

  it('offers a viewer nothing that would be refused', async () => {
    const nothing = (visitor: Visitor, name: string | RegExp): Promise<void> =>
      expect(visitor.page.getByRole('button', { name }).count()).resolves.toBe(0);
    await sendList(owner, 'shared', world.address('a mailbox that exists'));
    const viewer = await join('viewer');
    await viewer.sees('Usage');
    await nothing(viewer, 'Check a list');
    await viewer.visit('Check');
    await viewer.sees('You are a viewer of this organization');
    await viewer.sees('History of single checks');
    await nothing(viewer, 'Check');
    await viewer.visit('Lists');
    await viewer.sees('You are a viewer of this organization');
    await viewer.page.getByRole('link', { name: 'shared' }).click();
    await viewer.heading('shared');
    await viewer.page.getByRole('link', { name: /^Valid only/ }).waitFor();
    await nothing(viewer, 'Delete');
    await viewer.visit('Lists');
    await nothing(viewer, 'Choose files');
  });

  it('offers a member the end of his own lists alone', async () => {
    const address = world.address('a mailbox that exists');
    await sendList(owner, 'of the owner', address);
    const member = await join('member');
    await sendList(member, 'of the member', address);
    await member.page.getByRole('button', { name: 'Delete' }).waitFor();
    await member.visit('Lists');
    await member.page.getByRole('link', { name: 'of the owner' }).click();
    await member.heading('of the owner');
    await member.page.getByRole('link', { name: /^Valid only/ }).waitFor();
    expect(await member.page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  });

  it('shows what was just checked in the history, and keeps what is searched there', async () => {
    await owner.visit('Check');
    await owner.sees('One credit each. The same address again is free: for 6 hours after a clear answer');
    await owner.sees('No single check found.');
    const address = world.address('a mailbox that exists');
    const history = owner.page.locator('.card', { hasText: 'History of single checks' });
    await owner.page.getByLabel('E-mail address').fill(address);
    await owner.click('Check');
    await owner.sees('Safe to send');
    expect(await owner.page.getByText('No single check found.').count()).toBe(0);
    await history.locator('.rows-item', { hasText: address }).waitFor();

    await owner.page.getByLabel('Address begins with').fill('nobody');
    await owner.page.getByLabel('E-mail address').fill(world.address('a mailbox that does not exist'));
    await owner.click('Check');
    await owner.sees('Do not send');
    await history.locator('.rows-item', { hasText: world.address('a mailbox that does not exist') }).waitFor();
    expect(await owner.page.getByLabel('Address begins with').inputValue()).toBe('nobody');
  });

  it('does not say that there is no mail server when the name servers did not answer', async () => {
    await owner.visit('Check');
    await owner.page.route('**/check', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: JSON.stringify({
          email: 'joe@servfail.test',
          status: 'unknown',
          confidence: 25,
          mx_found: false,
          smtp_valid: null,
          is_disposable: false,
          is_catch_all: null,
          is_role_account: false,
          did_you_mean: null,
          from_cache: false,
          credits_used: 1,
          result: { sub_status: 'dns_error', layer: 'dns' },
        }),
      }),
    );
    await owner.page.getByLabel('E-mail address').fill('joe@servfail.test');
    await owner.click('Check');
    await owner.sees('Could not be confirmed');
    expect(await owner.page.locator('.flags > div').first().innerText()).toMatch(/^Mail server found\s+Not known$/);
  });

  it('says once when a list was started, and prints nothing that is for the screen alone', async () => {
    await sendList(owner, 'once', world.address('a greylist that never ends').replace(/^.*@/, 'no@at@'));
    await owner.sees(/^Started .+ · finished /);
    expect(await owner.page.getByText(/^Started /).count()).toBe(1);
    await owner.sees(/^0 credits charged · by you$/);
    await owner.page.emulateMedia({ media: 'print' });
    await owner.page.getByRole('link', { name: 'All lists' }).waitFor({ state: 'hidden' });
    await owner.page.getByRole('heading', { name: 'What is in this list' }).waitFor();
  });

  it('moves credits from where they are', async () => {
    await owner.visit('Team');
    const first = owner.organizationId();
    await owner.page.getByLabel('Name of the new organization').fill('Night Market');
    await owner.click('Create');
    await owner.sees('Night Market: you are its owner.');
    const from = owner.page.getByLabel('From');
    expect(await from.inputValue()).toBe(String(first));
    // What is short says so where it is missed, and what to do.
    await owner.visit('Check');
    await owner.sees('Nothing is left to spend.');
    await owner.sees('Move credits');
    await owner.visit('Lists');
    await owner.chooseFile('short.csv', 'email\njane@example.org\njoe@example.org\n');
    await owner.sees('This list may need up to 2 credits, and your organization has 0.');
    await owner.page.getByRole('link', { name: 'Move credits' }).click();
    await owner.heading('Team');
    await owner.page.getByRole('link', { name: "Olive Owner's organization" }).click();
    await owner.sees("Olive Owner's organization: you are its owner.");
    expect(await from.inputValue()).toBe(String(first));
  });

  it('asks before a token that is shown once is left behind, and not when it was taken', async () => {
    await owner.visit('Tokens');
    await owner.click('Create a token');
    await owner.page.getByLabel('Name').fill('Shop');
    await owner.click('Create the token');
    const token = await owner.page.getByLabel('The token').innerText();
    await owner.page.getByRole('link', { name: 'Lists', exact: true }).click();
    await owner.sees('Did you copy the token?');
    await owner.click('Stay here');
    expect(await owner.page.getByLabel('The token').innerText()).toBe(token);
    // Signing out ends the page as well.
    await owner.click('Sign out');
    await owner.sees('Did you copy the token?');
    await owner.click('Stay here');
    await owner.page.getByLabel('The token').selectText();
    await owner.page.keyboard.press('Control+C');
    await owner.visit('Lists');

    await owner.visit('Tokens');
    await owner.click('Create a token');
    await owner.page.getByLabel('Name').fill('Shop 2');
    await owner.click('Create the token');
    await owner.click('Done');
    await owner.visit('Lists');
  });

  it('signs out from a token that is left behind, and asks nothing more afterwards', async () => {
    await owner.visit('Tokens');
    await owner.click('Create a token');
    await owner.page.getByLabel('Name').fill('Shop');
    await owner.click('Create the token');
    await owner.page.getByLabel('The token').waitFor();
    await owner.click('Sign out');
    await owner.click('Leave the page');
    await owner.heading('Sign in');
    await owner.page.getByLabel('E-mail address').fill(owner.email);
    await owner.page.getByLabel('Password').fill(PASSWORD);
    await owner.click('Sign in');
    await owner.heading('Overview');
    expect(await owner.page.getByRole('dialog').count()).toBe(0);
  });

  it('keeps the address of who goes over from the sign-in to a new account', async () => {
    const guest = await world.visitor();
    await guest.go('/');
    await guest.page.getByLabel('E-mail address').fill('new@people.test');
    await guest.page.getByRole('link', { name: 'Create an account' }).click();
    await guest.heading('Create an account');
    expect(await guest.page.getByLabel('E-mail address').inputValue()).toBe('new@people.test');
  });

  it('names in the log who was removed', async () => {
    await join('member');
    await owner.page.reload();
    await owner.click('Remove Gus Guest');
    await owner.click('Remove the member');
    await owner.page.getByLabel('Role of Gus Guest', { exact: true }).waitFor({ state: 'detached' });
    await owner.page.reload();
    const entry = owner.page.locator('.rows-item', { hasText: 'Olive Owner removed a member' });
    expect(await entry.innerText()).toMatch(/ · Gus Guest$/);
  });
});
