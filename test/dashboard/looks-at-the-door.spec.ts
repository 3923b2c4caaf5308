import { describeInChromium } from '../support/chromium';
import { Mailbox } from '../support/mailbox';
import { PageWorld } from './page-world';
import { Tour, TOURS } from './tour';
import { PASSWORD, type Visitor } from './visitor';

/** All that people see who are not signed in, not any more, or not where they wanted to be. */
describeInChromium('looks: at the door', () => {
  let world: PageWorld;
  let mailbox: Mailbox;
  let founder: Visitor;
  let guestEmail: string;
  const links = { mine: '', another: '', summary: '', newAddress: '' };

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    world = await PageWorld.start({
      SMTP_SUBMISSION_URL: mailbox.url,
      MAIL_FROM: 'service@sender.test',
      PUBLIC_URL: 'https://here.test',
    });
    const guest = await world.visitor();
    await guest.signUp('Gus Guest');
    guestEmail = guest.email;
    founder = await world.visitor();
    await founder.signUp('Mara Lindqvist');
    await founder.visit('Lists');
    const addresses = ['a mailbox that exists', 'a mailbox that does not exist', 'a full mailbox'];
    await founder.chooseFile('Customers.csv', `email\n${addresses.map((each) => world.address(each)).join('\n')}\n`);
    await founder.click('Start checking');
    await founder.sees('Completed');
    await founder.click('Make a link');
    links.summary = hashOf(await founder.page.getByLabel('The link to the summary').innerText());
    await founder.visit('Team');
    links.mine = await invite(guestEmail);
    links.another = await invite('somebody.else@people.test');
    await founder.visit('Account');
    await founder.page.getByLabel('New e-mail address').fill('mara@new.test');
    await founder.page.getByLabel('Your password').fill(PASSWORD);
    await founder.click('Change the address');
    links.newAddress = hashOf((await mailbox.next('mara@new.test')).text);
    await world.leave();
  });

  afterAll(async () => {
    await mailbox.close();
  });

  afterEach(async () => {
    await world.leave();
  });

  const hashOf = (text: string): string => /\/dashboard\/#(\S+)/.exec(text)?.[1] ?? '';

  async function invite(email: string): Promise<string> {
    await founder.page.getByLabel('Their e-mail address').fill(email);
    await founder.click('Invite');
    await founder.sees(`Pass this link on to ${email}. It is shown only this once.`);
    return hashOf(await founder.page.getByLabel('The invitation link').innerText());
  }

  it.each(TOURS)('are without fault before somebody is signed in: $locale', async (of) => {
    const tour = await Tour.start(world, of);
    const { visitor, words: t } = tour;
    const { page } = visitor;

    await tour.open('/sign-in', t.signIn.title);
    await tour.look('sign in');
    await visitor.click(t.signIn.signIn);
    await visitor.sees(t.faults.emailMissing);
    await tour.look('sign in with nothing');
    await tour.fill(t.common.emailAddress, founder.email);
    await tour.fill(t.common.password, 'not this one');
    await visitor.click(t.signIn.signIn);
    await visitor.sees(t.faults.signInRefused);
    await tour.look('sign in refused');
    await tour.open('/sign-up', t.signIn.titleNew);
    await tour.look('sign up');
    // The address that was typed at the sign-in came along.
    await tour.fill(t.common.emailAddress, '');
    await visitor.click(t.signIn.signUp);
    await visitor.sees(t.faults.emailMissing);
    await tour.look('sign up with nothing');

    await tour.open('/forgotten', t.people.forgotten.title);
    await tour.look('forgotten');
    await tour.fill(t.common.emailAddress, guestEmail);
    await visitor.click(t.people.forgotten.send);
    await visitor.sees(t.people.forgotten.sent(guestEmail));
    await tour.look('forgotten, sent');
    await tour.open(hashOf((await mailbox.next(guestEmail)).text), t.people.reset.title);
    await visitor.sees(t.people.reset.isFor(guestEmail));
    await tour.look('reset');
    await visitor.go('/reset/nothing-like-it');
    await visitor.sees(t.people.reset.gone);
    await tour.look('reset gone');
    await page.route('**/v1/password-resets', (route) => route.fulfill({ json: { by_mail: false } }));
    await visitor.go('/sign-in');
    await visitor.heading(t.signIn.title);
    await visitor.go('/forgotten');
    await visitor.sees(t.people.forgotten.noMail);
    await tour.look('forgotten without mail');
    await page.unroute('**/v1/password-resets');

    await visitor.go(links.newAddress);
    await visitor.sees(t.people.email.confirmText('mara@new.test'));
    await tour.look('new address');
    await visitor.go('/confirm-email/nothing-like-it');
    await visitor.sees(t.people.email.gone);
    await tour.look('new address gone');
    await tour.open(links.mine, t.signIn.titleNew);
    await visitor.sees(t.signIn.leadInvited);
    await tour.look('invitation, not signed in');
    await visitor.click(t.signIn.signIn);
    await visitor.heading(t.signIn.title);
    await tour.look('invitation, for who has an account');
    await tour.open(links.summary, 'Customers');
    await visitor.sees(t.story.byReason);
    await tour.look('shared summary');
    await tour.open('/shared/nothing-like-it', t.sharing.gone);
    await tour.look('shared summary gone');
    expect(tour.faults).toEqual([]);
  });

  it.each(TOURS)('are without fault where somebody may not be, or not any more: $locale', async (of) => {
    const tour = await Tour.start(world, of);
    const { visitor, words: t } = tour;
    const { page } = visitor;
    await tour.signIn(guestEmail);
    const id = await tour.organizationId();

    await tour.open(links.mine, t.invitation.title);
    await visitor.sees(t.invitation.isFor(guestEmail));
    await tour.look('invitation');
    await tour.open(links.another, t.invitation.title);
    await visitor.sees(t.invitation.isForAnother('somebody.else@people.test', guestEmail));
    await tour.look('invitation of another');
    await tour.open('/invitation/nothing-like-it', t.invitation.titleGone);
    await tour.look('invitation gone');
    await tour.open(`/o/${id}/nonsense`, t.notFound.page);
    await tour.look('no such page');
    await tour.open(`/o/${id}/batches/987654`, t.notFound.list);
    await tour.look('no such list');
    await tour.open('/o/777/overview', t.notFound.organization);
    await tour.look('another organization');

    await tour.open(`/o/${id}/tokens`, t.tokens.title);
    await world.service.database.execute('UPDATE sessions SET authenticated_at = 1');
    await visitor.click(t.tokens.create);
    await tour.fill(t.tokens.name, 'Shop');
    await tour.lookAtDialog('password once more', t.tokens.createAction);
    await visitor.setOffline(true);
    await page.getByRole('link', { name: t.shell.overview, exact: true }).click();
    await visitor.sees(t.shell.unreachable);
    await tour.look('service away');
    await visitor.setOffline(false);
    await page.getByText(t.shell.unreachable).waitFor({ state: 'detached' });
    await visitor.sees(t.overview.ledger);
    await visitor.context.clearCookies();
    await page.getByRole('link', { name: t.shell.lists, exact: true }).click();
    await visitor.sees(t.signIn.endedTitle);
    await tour.look('session ended');
    expect(tour.faults).toEqual([]);
  });

  it('are without fault in the API documentation, as far as it is ours', async () => {
    const tour = await Tour.start(world, TOURS[0]!);
    const { visitor } = tour;
    await visitor.page.goto(`${world.service.url}/docs`);
    await visitor.page.locator('.opblock-summary').first().waitFor();
    await tour.look('docs', '#swagger-ui');
    await visitor.page.locator('.opblock-summary-control').first().click();
    await visitor.page.locator('.opblock-body .parameters-container').first().waitFor();
    await tour.look('docs, an operation', '#swagger-ui');
    expect(tour.faults).toEqual([]);
  });
});
