import { Secret, TOTP } from 'otpauth';
import { describeInChromium } from '../support/chromium';
import { Mailbox } from '../support/mailbox';
import { PageWorld } from './page-world';
import { PASSWORD, type Visitor } from './visitor';

const NEW_PASSWORD = 'quiet lantern meadow';

describeInChromium('accounts on the page', () => {
  let world: PageWorld;
  let mailbox: Mailbox;
  let owner: Visitor;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    const mail = {
      SMTP_SUBMISSION_URL: mailbox.url,
      MAIL_FROM: 'service@sender.test',
      PUBLIC_URL: 'https://here.test',
    };
    world = await PageWorld.start(mail);
  });

  afterAll(async () => {
    await mailbox.close();
  });

  beforeEach(async () => {
    owner = await world.visitor();
    await owner.signUp('Olive Owner');
  });

  afterEach(async () => {
    await world.leave();
  });

  async function signIn(visitor: Visitor, password: string, code?: string): Promise<void> {
    // Signing out takes a moment, and Account has such fields too.
    await visitor.heading('Sign in');
    await visitor.page.getByLabel('E-mail address').fill(visitor.email);
    await visitor.page.getByLabel('Password').fill(password);
    await visitor.click('Sign in');
    if (code === undefined) return;
    await visitor.page.getByLabel('Code of your app').fill(code);
    await visitor.click('Sign in');
  }

  /** Where the newest mail leads, on this very service. */
  async function linkOf(to: string): Promise<string> {
    const { text } = await mailbox.next(to);
    return /https:\/\/here\.test\/dashboard\/#(\S+)/.exec(text)?.[1] ?? '';
  }

  /** Turns the second factor on, with a code that it returns. @param isElsewhere it is on another page than Account */
  async function turnOn(visitor: Visitor, isElsewhere = true): Promise<string> {
    if (isElsewhere) await visitor.visit('Account');
    await visitor.click('Set it up');
    const dialog = visitor.page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Set it up' }).click();
    const secret = await visitor.page.getByLabel('Key', { exact: true }).innerText();
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await visitor.page.getByLabel('Code of your app').fill(code);
    await visitor.click('Turn it on');
    await visitor.sees('It is on. 10 recovery codes are left.');
    return code;
  }

  it('lets in again who forgot the password, by a link that works once', async () => {
    await owner.click('Sign out');
    await owner.heading('Sign in');
    await owner.page.getByRole('link', { name: 'Forgot your password?' }).click();
    await owner.heading('Choose a new password');
    await owner.page.getByLabel('E-mail address').fill(owner.email);
    await owner.click('Send the link');
    await owner.sees(/a link is on its way/);
    const link = await linkOf(owner.email);
    await owner.go(link);
    await owner.sees(`For ${owner.email}. All sessions end.`);
    const field = owner.page.getByLabel('New password');
    await field.fill('short');
    await owner.click('Change the password');
    await owner.sees('Use 10 characters at least.');
    await field.fill(NEW_PASSWORD);
    expect(await field.getAttribute('type')).toBe('password');
    await owner.click('Show the password');
    expect(await field.getAttribute('type')).toBe('text');
    await owner.click('Change the password');
    await owner.sees('Your password is changed. Sign in with it.');
    await owner.page.reload();
    await owner.sees(/This link is not open any more/);
    await owner.go('/sign-in');
    await signIn(owner, NEW_PASSWORD);
    await owner.heading('Overview');
  });

  it('sets up a second factor, asks for it at sign-in, takes a recovery code, and turns it off', async () => {
    await owner.visit('Account');
    await owner.click('Set it up');
    const dialog = owner.page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Set it up' }).click();
    await owner.page.getByRole('img', { name: 'Picture with the key, for the app' }).waitFor();
    const secret = await owner.page.getByLabel('Key', { exact: true }).innerText();
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await owner.page.getByLabel('Code of your app').fill('000000');
    await owner.click('Turn it on');
    await owner.sees(/This code is not right/);
    await owner.page.getByLabel('Code of your app').fill(totp.generate());
    await owner.click('Turn it on');
    await owner.sees('It is on. 10 recovery codes are left.');
    const codes = (await owner.page.getByLabel('Recovery codes').innerText()).split('\n').filter(Boolean);
    expect(codes).toHaveLength(10);
    await owner.click('Done');
    await owner.click('Sign out');
    await signIn(owner, PASSWORD, '000000');
    await owner.sees(/This code is not right/);
    await owner.page.getByLabel('Code of your app').fill(codes[0]!);
    await owner.click('Sign in');
    await owner.heading('Overview');
    await owner.visit('Account');
    await owner.sees('It is on. 9 recovery codes are left.');
    await owner.sees('Olive Owner used a recovery code');

    await owner.visit('Team');
    await owner.click('Require it');
    await owner.sees('It is required.');
    await owner.click('Stop requiring it');
    await owner.sees('It is not required.');
    await owner.visit('Account');
    await owner.click('Turn it off');
    await owner.page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Turn it off' }).click();
    await owner.sees('It is off: your password alone signs you in.');
  });

  it('asks before recovery codes are left behind that nobody has copied, newer ones too', async () => {
    await turnOn(owner);
    const codes = owner.page.getByLabel('Recovery codes');
    const shown = await codes.innerText();
    await owner.page.getByRole('link', { name: 'Lists', exact: true }).click();
    await owner.sees('Did you keep the recovery codes?');
    await owner.click('Stay here');
    expect(await codes.innerText()).toBe(shown);
    await codes.selectText();
    await owner.page.keyboard.press('Control+C');
    await owner.visit('Lists');

    await owner.visit('Account');
    await owner.click('New recovery codes');
    await owner.page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
    await owner.page.getByRole('dialog').getByRole('button', { name: 'New recovery codes' }).click();
    await codes.waitFor();
    expect(await codes.innerText()).not.toBe(shown);
    await owner.page.getByRole('link', { name: 'Lists', exact: true }).click();
    await owner.click('Leave the page');
    await owner.heading('Lists');
  });

  it('says to a member what the organization asks for, and lets in who turns it on there', async () => {
    const guest = await world.visitor();
    await owner.visit('Team');
    await owner.page.getByLabel('Their e-mail address').fill(guest.email);
    await owner.click('Invite');
    const link = await owner.page.getByLabel('The invitation link').innerText();
    await guest.signUp();
    await guest.page.goto(link);
    await guest.click(/^Join /);
    await guest.heading('Overview');
    const totp = await turnOn(owner);
    expect(totp).toMatch(/^\d{6}$/);
    await owner.click('Done');
    await owner.visit('Team');
    await owner.click('Require it');
    await owner.sees('It is required.');

    // The page that is open learns of it at its next request.
    await guest.page.getByRole('link', { name: 'Lists', exact: true }).click();
    await guest.heading('A second factor is needed here');
    await guest.sees("Olive Owner's organization");
    for (const page of ['Overview', 'Check', 'Team']) {
      await guest.page.getByRole('link', { name: page, exact: true }).click();
      await guest.heading('A second factor is needed here');
    }
    expect(await guest.page.locator('.notice.bad').count()).toBe(0);
    await guest.page.reload();
    await guest.heading('A second factor is needed here');
    await turnOn(guest, false);
    // The codes stay until they are put away.
    await guest.page.getByLabel('Recovery codes').waitFor();
    await guest.click('Done');
    await guest.sees(/: you are its member\.$/);
    await guest.visit('Lists');
    await guest.sees('No list yet');
  });

  it('changes the address by a link that is sent there', async () => {
    const email = `new-${owner.email}`;
    await owner.visit('Account');
    await owner.page.getByLabel('New e-mail address').fill(email);
    await owner.page.getByLabel('Your password').fill(PASSWORD);
    await owner.click('Change the address');
    await owner.sees(`A link was sent to ${email}.`);
    await owner.go(await linkOf(email));
    await owner.heading('Confirm your e-mail address');
    await owner.click('Confirm the address');
    await owner.sees('Done: this is the address of your account now.');
    await owner.page.getByRole('link', { name: 'Continue' }).click();
    await owner.visit('Account');
    await owner.sees(email);
    expect(await owner.page.locator('.lead').innerText()).toBe(email);
  });

  it('tells owners who did what, shows the end of tokens, and warns before they expire', async () => {
    await owner.visit('Tokens');
    await owner.click('Create a token');
    await owner.page.getByLabel('Name').fill('Shop');
    await owner.page.getByLabel('It expires').selectOption('7');
    await owner.click('Create the token');
    const token = await owner.page.getByLabel('The token').innerText();
    await owner.sees(`ends in …${token.slice(-4)}`);
    await owner.sees('Expires soon');
    await owner.sees('1 token expires within a week. Replace it in time.');
    await owner.click('Done');
    await owner.visit('Team');
    await owner.page.getByLabel('Name of the organization').fill('Day Market');
    await owner.click('Rename');
    await owner.sees('Day Market: you are its owner.');
    await owner.page.reload();
    await owner.sees('Olive Owner renamed the organization');
    await owner.sees('Olive Owner made a token');
    const log = await owner.page.getByRole('listitem').filter({ hasText: 'made a token' }).innerText();
    expect(log).toContain('Shop');
  });

  it('says what becomes of organizations, and deletes the account', async () => {
    await owner.visit('Account');
    await owner.click('Delete my account …');
    const dialog = owner.page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByText(/Deleted with it, since you are their only member: Olive Owner/).waitFor();
    await dialog.getByLabel('Your password').fill('not this one');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await owner.sees('This is not your password.');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await owner.heading('Sign in');
    await signIn(owner, PASSWORD);
    await owner.sees('The e-mail address or the password is not right.');
    const left = await world.service.database.query('SELECT id FROM accounts WHERE email = ?', [owner.email]);
    expect(left).toEqual([]);
  });
});

describeInChromium('a service without mail', () => {
  it('says that its operator can help', async () => {
    const world = await PageWorld.start();
    const visitor = await world.visitor();
    await visitor.go('/forgotten');
    await visitor.sees(/This service sends no mail\. Its operator can make a link/);
    expect(await visitor.page.getByLabel('E-mail address').count()).toBe(0);
    await world.leave();
  });
});
