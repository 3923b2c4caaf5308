import { describeInChromium } from '../support/chromium';
import { told } from '../feedback/feedback-service';
import { answer, ANSWERED, connectSource, KNOWN, tellEvents } from './feedback-seeds';
import { PageWorld } from './page-world';
import { typist } from './typist';
import type { Visitor } from './visitor';

const PUBLIC_URL = 'https://check.example.org';

describeInChromium('the pages about feedback', () => {
  let world: PageWorld;
  let visitor: Visitor;
  let id: number;

  beforeAll(async () => {
    world = await PageWorld.start({ PUBLIC_URL });
  });

  beforeEach(async () => {
    visitor = await world.visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    await visitor.signUp('Fay Back');
    await visitor.visit('Feedback');
    id = visitor.organizationId();
  });

  afterEach(async () => {
    await world.leave();
  });

  const shownText = (label: string) => visitor.page.getByLabel(label, { exact: true }).innerText();

  async function connect(provider: string, name: string): Promise<void> {
    await visitor.click('Connect a source');
    await visitor.page.getByLabel('Who sends your mails?').selectOption({ label: provider });
    await visitor.page.getByLabel('Name').fill(name);
    await visitor.click('Connect');
    await visitor.page.getByRole('heading', { name: `${name}: copy this now` }).waitFor();
  }

  async function joinAs(role: string): Promise<Visitor> {
    const guest = await world.visitor();
    await guest.signUp('Gus Guest');
    const [row] = await world.service.database.query<{ id: number }>('SELECT id FROM accounts WHERE email = ?', [
      guest.email,
    ]);
    await world.service.database.execute(
      'INSERT INTO memberships (account_id, organization_id, role, created_at) VALUES (?, ?, ?, 1)',
      [row!.id, id, role],
    );
    return guest;
  }

  it('connect a source, whose URL and secret are shown once, with the steps of its provider', async () => {
    await visitor.sees('No source is connected yet');
    await connect('Postmark', 'Receipts');
    const url = await shownText('Webhook URL');
    expect(url).toMatch(new RegExp(`^${PUBLIC_URL}/v1/feedback/in/\\d+/postmark\\.[\\w-]{43}$`));
    expect(await shownText('Password')).toMatch(/^[\w-]{32}$/);
    await visitor.sees(/Under “Basic auth credentials”/);
    await visitor.page.getByRole('link', { name: 'Overview', exact: true }).click();
    await visitor.sees('Did you copy it?');
    await visitor.click('Stay here');
    await visitor.click('Copy the URL');
    await visitor.sees('Copied');
    expect(await visitor.page.evaluate('navigator.clipboard.readText()')).toBe(url);
    await visitor.click('Done');
    await visitor.hasFocus(/^Connect a source$/);
    await visitor.page.reload();
    await visitor.sees('Waits for its first event');
    expect(await visitor.page.content()).not.toContain(url.split('/').at(-1));

    await connect('Mailjet', 'Campaigns');
    expect(await shownText('Webhook URL with user name and password')).toMatch(
      /^https:\/\/feedback:[\w-]{32}@check\.example\.org\/v1\/feedback\/in\/\d+\/mailjet\.[\w-]{43}$/,
    );
    await visitor.click('Copy the URL');
    await visitor.click('Done');
    await connect('Other (our own format)', 'Our server');
    expect(await shownText('Signing secret')).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await visitor.click('Copy the secret');
    await visitor.click('Done');
  });

  it('say in sentences what is wrong with a new source', async () => {
    await visitor.click('Connect a source');
    await visitor.click('Connect');
    await visitor.page.locator('[aria-invalid="true"]').waitFor();
    expect(await visitor.page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    await visitor.click('Cancel');
    await visitor.hasFocus(/^Connect a source$/);
  });

  it('send a test event all the way, which counts nowhere', async () => {
    await connect('Other (our own format)', 'Our server');
    await visitor.click('Copy the URL');
    await visitor.click('Done');
    await visitor.click('Send a test event to Our server');
    await visitor.sees(/^Arrived, and was read as a hard bounce after \d+\.\d s\.$/);
    await visitor.sees('It was signed with the stored key, and the signature was checked.');
    await visitor.sees(/nobody@feedback-test\.invalid, and counts nowhere/);
    await visitor.page.reload();
    await visitor.sees('Waits for its first event');
    const counts = await visitor.page.locator('.source-counts dd').allInnerTexts();
    expect(counts).toEqual(['0', '0', '0', '0']);
    await visitor.page.getByRole('link', { name: 'Known addresses', exact: true }).click();
    await visitor.heading('Known addresses');
    await visitor.sees(/^No address is known yet/);

    await visitor.visit('Feedback');
    await connect('Amazon SES', 'Bulk');
    await visitor.click('Copy the URL');
    await visitor.click('Done');
    await visitor.click('Send a test event to Bulk');
    await visitor.sees('The signature was not part of the test: only Amazon SES can make it.');
  });

  it('ask for the key of a provider, and test with it', async () => {
    await connect('Mailgun', 'Shop');
    await visitor.click('Copy the URL');
    await visitor.click('Done');
    await visitor.sees(/^The key of its signatures is missing/);
    await visitor.click('Send a test event to Shop');
    await visitor.sees(/^Was not taken\. The key of its signatures is missing here/);
    await visitor.click('Store the key of Shop');
    const dialog = visitor.page.getByRole('dialog');
    await dialog.getByLabel('HTTP webhook signing key').fill('not a key');
    await dialog.getByRole('button', { name: 'Store the key' }).click();
    await dialog.getByText(/This is no signing key of Mailgun/).waitFor();
    await dialog.getByLabel('HTTP webhook signing key').fill('a-signing-key');
    await dialog.getByRole('button', { name: 'Store the key' }).click();
    await visitor.sees('The key of Shop is stored.');
    await visitor.click('Send a test event to Shop');
    await visitor.sees(/^Arrived, and was read as a hard bounce/);
    expect(await visitor.page.getByText('The key of its signatures is missing').count()).toBe(0);
  });

  it('renew, switch off and on, and remove a source', async () => {
    const { path } = await connectSource(world, id, 'generic', 'Newsletter');
    await tellEvents(world, path, [told('delivered', 'a@shop.test')]);
    await visitor.page.reload();
    await visitor.sees('Last event just now');
    await visitor.click('New URL for Newsletter');
    await visitor.click('Make a new URL');
    await visitor.page.getByRole('heading', { name: 'Newsletter: copy this now' }).waitFor();
    const url = await shownText('Webhook URL');
    expect(new URL(url).pathname).not.toBe(path);
    await visitor.click('Copy the URL');
    await visitor.click('Done');
    await visitor.sees(/^The URL before is taken too, until \w/);
    await tellEvents(world, path, [told('delivered', 'b@shop.test')]);
    await tellEvents(world, new URL(url).pathname, [told('delivered', 'c@shop.test')]);

    await visitor.click('New signing secret for Newsletter');
    await visitor.click('Make a new signing secret');
    expect(await shownText('Signing secret')).toMatch(/^whsec_/);
    await visitor.click('Copy the secret');
    await visitor.click('Done');

    await visitor.click('Switch off Newsletter');
    await visitor.click('Switch it off');
    await visitor.sees('Newsletter is switched off.');
    await visitor.click('Send a test event to Newsletter');
    await visitor.sees('Was not taken. The source is switched off.');
    await visitor.click('Switch on Newsletter');
    await visitor.sees('Newsletter is switched on.');
    await visitor.click('Remove Newsletter');
    await visitor.click('Remove it');
    await visitor.sees('Newsletter is removed.');
    await visitor.sees('No source is connected yet');
    // What it told stays.
    await visitor.page.getByRole('link', { name: 'Known addresses', exact: true }).click();
    await visitor.sees('3 addresses shown.');
  });

  it('tell the last error in a sentence', async () => {
    const { path } = await connectSource(world, id, 'sendgrid', 'Bulk');
    await world.service.request(path, { method: 'POST', body: 'nothing like it' });
    await visitor.page.reload();
    await visitor.sees(/^Last error, just now: A request was not in the form of this provider/);
    expect(await visitor.page.locator('.source-counts dd').allInnerTexts()).toEqual(['0', '0', '0', '1']);
  });

  it('search known addresses, by their beginning and by kind, and find the same after a reload', async () => {
    const { path } = await connectSource(world, id, 'generic', 'Newsletter');
    await tellEvents(world, path, KNOWN);
    await visitor.page.getByRole('link', { name: 'Known addresses', exact: true }).click();
    await visitor.sees('7 addresses shown.');
    await visitor.page.getByLabel('Address begins with').fill('JANE');
    await visitor.sees('2 addresses shown.');
    await visitor.click('Bounced');
    await visitor.sees('No such address is known.');
    await visitor.page.getByLabel('Address begins with').fill('');
    await visitor.sees('2 addresses shown.');
    expect(await visitor.page.locator('.address-row .strong').allInnerTexts()).toEqual([
      'gone@shop.test',
      'perhaps@shop.test',
    ]);
    await visitor.page.reload();
    await visitor.sees('2 addresses shown.');
    await visitor.click('Events of gone@shop.test');
    await visitor.sees('The mailbox is not there. Results say invalid.');
    await visitor.sees('550 5.1.1 <gone@shop.test>: User unknown');
    await visitor.click('All');
    await visitor.sees('7 addresses shown.');
  });

  it('show more of a long list', async () => {
    const { path } = await connectSource(world, id, 'generic', 'Newsletter');
    const many = Array.from({ length: 45 }, (_, place) =>
      told('delivered', `p${String(place).padStart(2, '0')}@shop.test`),
    );
    await tellEvents(world, path, many);
    await visitor.go(`/o/${id}/feedback/addresses`);
    await visitor.sees('20 addresses shown; there are more.');
    await visitor.click('Load more');
    await visitor.sees('40 addresses shown; there are more.');
    await visitor.click('Load more');
    await visitor.sees('45 addresses shown.');
    expect(await visitor.page.locator('.address-row').count()).toBe(45);
  });

  it('clear an address for good', async () => {
    const { path } = await connectSource(world, id, 'generic', 'Newsletter');
    await tellEvents(world, path, KNOWN);
    await visitor.go(`/o/${id}/feedback/addresses`);
    await visitor.click('Clear gone@shop.test');
    await visitor.sees(/those of before now do not bring it back/);
    await visitor.click('Clear it');
    await visitor.sees('gone@shop.test is cleared.');
    await tellEvents(
      world,
      path,
      KNOWN.map((event) => ({ ...event, id: `again ${String(event['id'])}` })),
    );
    await visitor.page.reload();
    await visitor.sees('6 addresses shown.');
    expect(await visitor.page.locator('.address-row .strong').allInnerTexts()).not.toContain('gone@shop.test');
  });

  it('import a list, and say what is wrong with its lines', async () => {
    await visitor.go(`/o/${id}/feedback/addresses`);
    const at = new Date(Date.now() - 3_600_000).toISOString();
    const rows = [
      `one@list.test,hard_bounce,${at}`,
      `nothing like an address,hard_bounce,${at}`,
      `two@list.test,complaint,${at}`,
    ];
    await visitor.chooseFile('bounces.csv', `email,type,occurred_at\n${rows.join('\n')}\n`);
    await visitor.sees(/^2 of 3 rows taken/);
    await visitor.sees('1 row was not taken:');
    expect(await visitor.page.locator('td').allInnerTexts()).toEqual(['“email” holds no e-mail address.']);
    expect(await visitor.page.locator('tbody th').allInnerTexts()).toEqual(['3']);
    await visitor.sees('Hard bounce: 1 · Complaint: 1');
    await visitor.sees('2 addresses shown.');
    await visitor.chooseFile('bounces.csv', `email,type,occurred_at\n${rows[0]!}\n`);
    await visitor.sees('0 of 1 row taken, 1 were known before.');

    const chosen = visitor.page.getByLabel('CSV or Excel file to import');
    expect(await chosen.getAttribute('accept')).toMatch(/(^|,)\.xlsx(,|$)/);
    await visitor.chooseFile(
      'odd.csv',
      `email,type,Date\nfour@list.test,bounce,20/11/2026\nfive@list.test,bounce,${at}\n`,
    );
    await visitor.sees('Not clear: 1');
    await visitor.sees(/^1 row is a bounce without the host’s words or a code: they change no result\./);
    await visitor.sees(/^“Date” holds no date that can be read\./);

    await visitor.page.getByLabel('What the list holds').selectOption({ label: 'Suppressed addresses' });
    await visitor.page.getByLabel('Date, for rows that have none').fill('2026-11-01');
    await visitor.chooseFile('plain.csv', 'email\nthree@list.test\n');
    await visitor.sees(/^1 of 1 row taken/);
    await visitor.click('Suppressed');
    await visitor.sees('1 address shown.');
    await visitor.page.getByLabel('Date, for rows that have none').fill('');
    await visitor.chooseFile('undated.csv', 'email\nthree@list.test\n');
    await visitor.sees('The first row names no column of dates. Give a date that holds for all rows.');
  });

  it('show how true the answers were, with the numbers behind them', async () => {
    await visitor.page.getByRole('link', { name: 'Accuracy', exact: true }).click();
    await visitor.sees('No source is connected');
    await connectSource(world, id, 'generic', 'Newsletter');
    await visitor.page.reload();
    await visitor.sees('Nothing to compare yet');
    await answer(world, id, ANSWERED);
    await visitor.page.reload();
    const headline = await visitor.page.locator('.accuracy-headline .tile-value').innerText();
    expect(headline).toBe('Of 1,204 addresses called valid that you mailed, 0.7% bounced (0.3% to 1.3%)');
    await visitor.sees(/^Brier score 0\.\d+$/);
    const chart = visitor.page.getByRole('img', { name: /^Diagram: share delivered by confidence, in \d groups/ });
    await chart.waitFor();
    const points = await chart.locator('circle').count();
    expect(points).toBe(
      await visitor.page.getByRole('region', { name: 'Is the confidence true?' }).locator('tbody tr').count(),
    );
    const first = await visitor.page.getByRole('region', { name: 'By result' }).locator('tbody tr').first().innerText();
    expect(first.split(/\s*\t\s*/)).toEqual(['Valid', '1,504', '1,204', '1,196', '8', '0.7% (0.3% to 1.3%)']);
    await visitor.page.getByText('By reason', { exact: true }).click();
    await visitor.page.getByRole('region', { name: 'By reason' }).getByText('few').first().waitFor();
  });

  it('say that few data are few', async () => {
    await connectSource(world, id, 'generic', 'Newsletter');
    await answer(world, id, [{ status: 'valid', confidence: 97, delivered: 9, bounced: 1 }]);
    await visitor.go(`/o/${id}/feedback/accuracy`);
    await visitor.sees('Few data: the range is wide, and can still change much.');
    expect(await visitor.page.locator('.accuracy-headline .tile-value').innerText()).toMatch(
      /10% bounced \(1\.8% to 40\.4%\)$/,
    );
    const providers = visitor.page.getByRole('region', { name: 'Providers with most bounces' });
    expect(await providers.locator('tbody tr').last().innerText()).toMatch(/^Other\s/);
  });

  it('stand in a line on the overview', async () => {
    await visitor.visit('Overview');
    await visitor.sees(/Let your mail provider tell what bounces/);
    const { path } = await connectSource(world, id, 'generic', 'Newsletter');
    await tellEvents(world, path, KNOWN);
    await visitor.page.reload();
    await visitor.sees(/2 known bounces · last event just now/);
    await visitor.page.getByRole('link', { name: 'Show the addresses' }).click();
    await visitor.heading('Known addresses');
    expect(new URL(visitor.page.url()).hash).toBe(`#/o/${id}/feedback/addresses`);
  });

  it('let members read, and change nothing; another organization’s data never', async () => {
    const { path } = await connectSource(world, id, 'generic', 'Newsletter');
    await tellEvents(world, path, KNOWN);
    const guest = await joinAs('member');
    await guest.go(`/o/${id}/feedback`);
    await guest.sees('Owners and admins look after the sources');
    expect(await guest.page.getByRole('main').getByRole('button').count()).toBe(0);
    await guest.page.getByRole('link', { name: 'Known addresses', exact: true }).click();
    await guest.sees('7 addresses shown.');
    await guest.click('Events of angry@shop.test');
    await guest.sees(/Do not mail this address again/);
    expect(await guest.page.getByRole('button', { name: /^Clear/ }).count()).toBe(0);
    expect(await guest.page.locator('input[type=file]').count()).toBe(0);

    const stranger = await world.visitor();
    await stranger.signUp('Sam Stranger');
    await stranger.go(`/o/${id}/feedback/addresses`);
    await stranger.sees('Not one of your organizations');
    await stranger.visit('Feedback');
    await stranger.sees('No source is connected yet');
    await stranger.page.getByRole('link', { name: 'Known addresses', exact: true }).click();
    await stranger.sees(/^No address is known yet/);
    expect(await stranger.page.content()).not.toContain('@shop.test');
  });

  it('are worked by keyboard alone: a source, a test, addresses searched and cleared', async () => {
    const { press, reach, isAt, unseen, type } = typist(visitor);
    await isAt('Feedback');
    await reach('Connect a source');
    await press('Enter');
    await isAt('Who sends your mails?');
    await visitor.page.keyboard.type('Other');
    await reach('Name');
    await type('By keys');
    await press('Enter');
    await isAt('By keys: copy this now');
    await reach('Copy the URL');
    await press('Enter');
    await visitor.sees('Copied');
    await reach('Done');
    await press('Enter');
    await isAt('Connect a source');
    await reach('Send a test event to By keys');
    await press('Enter');
    await visitor.sees(/^Arrived, and was read as a hard bounce/);
    await reach('How to set it up');
    await press('Enter');
    await visitor.sees(/Have your mail server or program send a POST/);
    await reach('Remove By keys');
    await press('Enter');
    await visitor.page.getByRole('dialog').waitFor();
    await press('Escape');
    await isAt('Remove By keys');

    const { path } = await connectSource(world, id, 'generic', 'Newsletter');
    await tellEvents(world, path, KNOWN);
    await visitor.page.locator('dialog').waitFor({ state: 'detached' });
    await reach('Known addresses', 'Shift+Tab');
    await press('Enter');
    await isAt('Known addresses');
    await reach('Address begins with');
    await type('gone');
    await visitor.sees('1 address shown.');
    await reach('Events of gone@shop.test');
    await press('Enter');
    await visitor.sees('The mailbox is not there. Results say invalid.');
    await reach('Clear gone@shop.test');
    await press('Enter');
    await reach('Clear it');
    await press('Enter');
    await visitor.sees('gone@shop.test is cleared.');
    expect(unseen).toEqual([]);
  });
});
