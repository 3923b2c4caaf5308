import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import { PASSWORD, type Visitor } from './visitor';

/** What was wrong with people, sessions and forms once, by what is seen and sent: few words of the page are needed for that. */
describeInChromium('people, sessions and forms', () => {
  let world: PageWorld;
  let visitor: Visitor;

  beforeAll(async () => {
    world = await PageWorld.start({ BATCH_MAX_FILE_KB: '64' });
  });

  beforeEach(async () => {
    visitor = await world.visitor();
    await visitor.signUp('Vera Visitor');
  });

  afterEach(async () => {
    await world.leave();
  });

  async function createOrganization(name: string): Promise<void> {
    await visitor.visit('Team');
    await visitor.page.getByLabel('Name of the new organization').fill(name);
    await visitor.click('Create');
    await visitor.sees(`${name}: you are its owner.`);
  }

  /** @returns the link */
  async function invite(email: string): Promise<string> {
    await visitor.visit('Team');
    await visitor.page.getByLabel('Their e-mail address').fill(email);
    await visitor.click('Invite');
    return visitor.page.getByLabel('The invitation link').innerText();
  }

  async function signInElsewhere(): Promise<Visitor> {
    const elsewhere = await world.visitor();
    await elsewhere.go('/sign-in');
    await elsewhere.page.getByLabel('E-mail address').fill(visitor.email);
    await elsewhere.page.getByLabel('Password').fill(PASSWORD);
    await elsewhere.click('Sign in');
    await elsewhere.heading('Overview');
    return elsewhere;
  }

  it('keep the role of a member at a press of a key', async () => {
    const guest = await world.visitor();
    await guest.signUp('Gus Guest');
    await guest.page.goto(await invite(guest.email));
    await guest.click(/^Join /);
    await guest.heading('Overview');
    await visitor.page.reload({ waitUntil: 'networkidle' });
    const changes: (string | null)[] = [];
    visitor.page.on('request', (request) => {
      if (request.method() === 'PATCH') changes.push(request.postData());
    });
    const control = visitor.page.getByLabel(/role of Gus Guest$/i).and(visitor.page.locator('button, select'));
    await control.focus();
    await visitor.page.keyboard.press('ArrowUp');
    await visitor.page.keyboard.press('ArrowUp');
    await visitor.page.reload({ waitUntil: 'networkidle' });
    expect(changes).toEqual([]);
  });

  it('let keyboards pass an organization on the way to the next', async () => {
    await visitor.visit('Team');
    const first = visitor.organizationId();
    for (const name of ['Second', 'Third']) await createOrganization(name);
    await visitor.go(`/o/${first}/organization`);
    await visitor.sees(/Vera Visitor.*: you are its owner\./);
    const before = visitor.page.url();
    const control = visitor.page.locator('.side').getByLabel(/^Organization/);
    await control.and(visitor.page.locator('button, select')).focus();
    await visitor.page.keyboard.press('ArrowDown');
    await visitor.page.keyboard.press('ArrowDown');
    const isThere = await visitor.page.evaluate<boolean>("document.activeElement.closest('.side') !== null");
    expect([visitor.page.url(), isThere]).toEqual([before, true]);
  });

  it('ask to sign in when the session has ended in an upload', async () => {
    await visitor.visit('Lists');
    await visitor.chooseFile('mine.csv', `email\n${world.address('a mailbox that exists')}\n`);
    await visitor.context.clearCookies();
    await visitor.click('Start checking');
    const password = visitor.page.locator('input[type=password]');
    const refusal = visitor.page.getByText('Unauthenticated');
    await password.or(refusal).first().waitFor();
    expect({ passwords: await password.count(), refusals: await refusal.count() }).toEqual({
      passwords: 1,
      refusals: 0,
    });
  });

  it('say that the session has ended, and keep what was typed', async () => {
    await visitor.visit('Team');
    const field = visitor.page.getByLabel('Their e-mail address');
    await field.fill('noor@people.test');
    await visitor.context.clearCookies();
    await visitor.click('Invite');
    await visitor.page.locator('input[type=password]').waitFor();
    const isSaid = (await visitor.page.getByText(/session has ended/).count()) > 0;
    const typed = (await field.count()) === 0 ? null : await field.inputValue();
    expect({ isSaid, typed }).toEqual({ isSaid: true, typed: 'noor@people.test' });
  });

  it('show nothing of one organization under the address of another, and no page under an address of none', async () => {
    await visitor.visit('Lists');
    await visitor.chooseFile('private.csv', `email\n${world.address('a mailbox that exists')}\n`);
    await visitor.click('Start checking');
    await visitor.heading('private');
    await visitor.sees('Completed');
    const list = visitor.page.url().split('/').at(-1)!;
    const shown: string[] = [];
    for (const path of [`/o/777/batches/${list}`, '/o/777/organization', '/nonsense']) {
      await visitor.go(path);
      await visitor.page.reload({ waitUntil: 'networkidle' });
      shown.push(...(await visitor.page.locator('main h1').allInnerTexts()));
    }
    expect(shown.filter((title) => ['private', 'Team', 'Overview'].includes(title))).toEqual([]);
    expect(shown).toHaveLength(3);
  });

  it('are spoken to as people in forms', async () => {
    const said: string[] = [];
    /** What the page answers. */
    const hear = async (of = visitor): Promise<void> => {
      const alerts = of.page.locator('[role=alert], .error').filter({ hasText: /\w/, visible: true });
      await alerts.first().waitFor();
      said.push(...(await alerts.allInnerTexts()));
    };
    await createOrganization('Second');
    await visitor.click('Invite');
    await hear();
    for (const group of [/^(?!All of)/, /./]) {
      await visitor.visit('Tokens');
      await visitor.page.reload();
      await visitor.click('Create a token');
      await visitor.page.getByLabel('Name', { exact: true }).fill('Shop');
      await visitor.page.getByRole('checkbox', { name: /^All of/ }).setChecked(group.source !== '.');
      for (const box of await visitor.page.getByRole('checkbox', { name: group }).all()) await box.uncheck();
      await visitor.click('Create the token');
      await hear();
    }
    await visitor.visit('Lists');
    await visitor.chooseFile('long.csv', `email\n${'someone@valid.test\n'.repeat(5_000)}`);
    await visitor.click('Start checking');
    await hear();
    const stranger = await world.visitor();
    await stranger.go('/sign-in');
    await stranger.click('Sign in');
    await hear(stranger);
    expect(said.length).toBeGreaterThanOrEqual(5);
    expect(said.filter((sentence) => /The \w+ field|kilobytes|ids/.test(sentence))).toEqual([]);
  });

  it('see the end of other sessions in the list where the password has changed', async () => {
    await signInElsewhere();
    await visitor.visit('Account');
    await visitor.click('Save');
    const saved = visitor.page.getByText('Saved.', { exact: true });
    await saved.waitFor();
    const ends = visitor.page.getByRole('button', { name: /^End the session/ });
    await ends.waitFor();
    await visitor.page.getByLabel('Current password').fill(PASSWORD);
    await visitor.page.getByLabel('New password').fill('quiet lantern meadow');
    await visitor.click('Change the password');
    await visitor.sees(/^Changed\./);
    await ends.waitFor({ state: 'detached' });
    // Nothing else is said to have been done.
    expect([await ends.count(), await saved.count()]).toEqual([0, 0]);
  });

  it('are told that a new password is the old one', async () => {
    await visitor.visit('Account');
    await visitor.page.getByLabel('Current password').fill(PASSWORD);
    await visitor.page.getByLabel('New password').fill(PASSWORD);
    await visitor.click('Change the password');
    const refused = visitor.page.locator('[aria-invalid=true]');
    await refused.or(visitor.page.getByText(/^Changed\./)).waitFor();
    expect(await refused.count()).toBe(1);
  });

  it('may have no name any more', async () => {
    await visitor.visit('Account');
    const field = visitor.page.getByLabel('Name', { exact: true });
    await field.fill('');
    await visitor.click('Save');
    const refused = visitor.page.locator('[aria-invalid=true]');
    await refused.or(visitor.page.getByText(/^Saved\.$/)).waitFor();
    expect(await refused.count()).toBe(0);
    await visitor.page.reload();
    expect(await field.inputValue()).toBe('');
  });

  it('are not offered an invitation to somebody else, but a way to be that one', async () => {
    const link = await invite('somebody.else@people.test');
    const guest = await world.visitor();
    await guest.signUp();
    await guest.page.goto(link);
    await guest.page.reload();
    await guest.sees(/somebody\.else@people\.test/);
    const offered = await guest.page.getByRole('button').allInnerTexts();
    expect(offered.filter((name) => name.startsWith('Join'))).toEqual([]);
    expect(offered.filter((name) => name.startsWith('Sign out'))).toHaveLength(1);
  });

  it('are not welcomed by an invitation that is gone', async () => {
    await visitor.go('/invitation/nothing-like-it');
    await visitor.page.reload({ waitUntil: 'networkidle' });
    expect(await visitor.page.locator('h1').innerText()).not.toBe('You are invited');
  });

  it('sign out by a button of one line, whatever the address', async () => {
    const newcomer = await world.visitor();
    await newcomer.signUp('', 'someone@newco.test');
    const button = await newcomer.page.getByRole('button', { name: 'Sign out' }).boundingBox();
    expect(button!.height).toBeLessThan(40);
  });

  describe('keep the focus', () => {
    /** How many parts of the page have it: none when the page as a whole does. */
    const focused = async (): Promise<number> => {
      const part = visitor.page.locator('main :focus');
      await part.waitFor({ state: 'attached' }).catch(() => undefined);
      return part.count();
    };

    it('when the address that was meant is checked', async () => {
      await visitor.visit('Check');
      await visitor.page
        .getByLabel('E-mail address')
        .fill(world.address('a slip of the keys in a domain that nobody has'));
      await visitor.page.keyboard.press('Enter');
      const button = visitor.page.getByRole('button', { name: 'Check that one' });
      await button.focus();
      await visitor.page.keyboard.press('Enter');
      await button.waitFor({ state: 'detached' });
      expect(await focused()).toBe(1);
    });

    it('when an earlier verdict is shown again', async () => {
      await visitor.visit('Check');
      const valid = world.address('a mailbox that exists');
      for (const address of [valid, world.address('a mailbox that does not exist')]) {
        await visitor.page.getByLabel('E-mail address').fill(address);
        await visitor.page.keyboard.press('Enter');
        await visitor.page.locator('.verdict-email', { hasText: address }).waitFor();
      }
      await visitor.page.getByRole('button', { name: valid, exact: true }).focus();
      await visitor.page.keyboard.press('Enter');
      await visitor.page.locator('.verdict-email', { hasText: valid }).waitFor();
      expect(await focused()).toBe(1);
    });

    it('when the form of a token is closed', async () => {
      await visitor.visit('Tokens');
      await visitor.click('Create a token');
      await visitor.page.getByRole('button', { name: 'Cancel' }).focus();
      await visitor.page.keyboard.press('Enter');
      await visitor.page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
      expect(await focused()).toBe(1);
    });

    it('when a token has been copied', async () => {
      await visitor.visit('Tokens');
      await visitor.click('Create a token');
      await visitor.page.getByLabel('Name', { exact: true }).fill('Shop');
      await visitor.click('Create the token');
      await visitor.page.getByRole('button', { name: 'Done' }).focus();
      await visitor.page.keyboard.press('Enter');
      await visitor.page.getByLabel('The token').waitFor({ state: 'detached' });
      expect(await focused()).toBe(1);
    });

    it('when a file is chosen', async () => {
      await visitor.visit('Lists');
      await visitor.page.getByRole('button', { name: /^Choose/ }).focus();
      await visitor.chooseFile('mine.csv', 'email\njane@example.org\n');
      await visitor.page.getByRole('button', { name: 'Start checking' }).waitFor();
      expect(await focused()).toBe(1);
    });
  });
});
