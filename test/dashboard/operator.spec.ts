import { readFileSync } from 'node:fs';
import type { BrowserContextOptions } from 'playwright-core';
import { AccountsService } from '../../src/organizations/accounts.service';
import { AccountStatusService } from '../../src/sessions/account-status.service';
import { describeInChromium } from '../support/chromium';
import { takePicture } from './look-at';
import { connectSource, KNOWN, tellEvents } from './feedback-seeds';
import { PageWorld } from './page-world';
import { PASSWORD, type Visitor } from './visitor';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** A service on a bad day, as `GET /v1/operator/health` tells of it. */
const BAD_DAY = {
  is_ready: false,
  parts: { database: 'up', redis: 'It does not answer (ECONNREFUSED).' },
  warnings: ['The clock of this machine is 40 seconds off.'],
  is_dns_down: true,
  is_probing: true,
  egress_fault: 'blocked',
  refusals: [
    {
      key: 'google',
      outcome: 'throttled',
      text: '4.7.28 Our system has detected an unusual rate of unsolicited mail.',
      paused_until: '2026-11-28T09:45:00.000Z',
    },
    {
      key: `${'mx'.repeat(100)}.test`,
      outcome: 'sender_blocked',
      text: null,
      paused_until: '2026-11-28T09:45:00.000Z',
    },
  ],
  waiting_jobs: null,
  open_batches: 1234,
  open_rows: 1_234_567_890,
  maintained_at: null,
};

/** As the command line does it. */
async function setOperator(world: PageWorld, email: string, isOperator = true): Promise<number> {
  const account = await world.service.app.get(AccountsService, { strict: false }).findByEmail(email);
  await world.service.app.get(AccountStatusService, { strict: false }).setOperator(account!.id, isOperator);
  return account!.id;
}

async function signIn(visitor: Visitor, email: string, password = PASSWORD): Promise<void> {
  await visitor.page.getByLabel('E-mail address').fill(email);
  await visitor.page.getByLabel('Password').fill(password);
  await visitor.click('Sign in');
}

/** Goes by the sections' names, as people do. */
async function visit(visitor: Visitor, name: string, heading = name): Promise<void> {
  await visitor.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
  await visitor.heading(heading);
}

async function search(visitor: Visitor, label: string, words: string): Promise<void> {
  await visitor.page.getByLabel(label).fill(words);
  await visitor.click('Search');
}

describeInChromium("the operator's console", () => {
  let world: PageWorld;
  let operator: Visitor;
  let customer: Visitor;

  beforeAll(async () => {
    world = await PageWorld.start();
  });

  beforeEach(async () => {
    operator = await world.visitor();
    await operator.signUp('Otto Operator');
    await setOperator(world, operator.email);
    customer = await world.visitor();
    await customer.signUp('Carla Customer');
  });

  afterEach(async () => {
    await world.leave();
  });

  it('is linked for operators, and says to everybody else that it is not for them', async () => {
    await operator.page.reload();
    await operator.page.getByRole('link', { name: 'Operator’s console' }).click();
    await operator.heading('Accounts');
    expect(new URL(operator.page.url()).pathname).toBe('/operator/');
    await operator.page.getByRole('link', { name: 'Dashboard' }).click();
    await operator.visit('Account');
    expect(await operator.page.getByRole('link', { name: 'Operator’s console' }).count()).toBe(2);

    expect(await customer.page.getByRole('link', { name: 'Operator’s console' }).count()).toBe(0);
    const asked: string[] = [];
    customer.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await customer.go('/organizations', 'operator');
    await customer.heading('Not for this account');
    await customer.sees(customer.email);
    expect(asked.filter((path) => path.startsWith('/v1/operator'))).toEqual([]);
    await customer.page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await customer.heading('Overview');
  });

  it('lets people sign in first, and comes back to where they wanted to go', async () => {
    const elsewhere = await world.visitor();
    await elsewhere.go('/health', 'operator');
    await elsewhere.heading('Sign in');
    await signIn(elsewhere, customer.email);
    await elsewhere.heading('Not for this account');
    await elsewhere.click('Use another account');
    await elsewhere.heading('Sign in');
    await signIn(elsewhere, operator.email);
    await elsewhere.heading('Health');
    expect(elsewhere.page.url()).toMatch(/\/operator\/#\/health$/);
    await elsewhere.go('/sign-in', 'operator');
    await elsewhere.heading('Accounts');
    await elsewhere.go('/accounts/999999', 'operator');
    await elsewhere.heading('There is no such account');
    await elsewhere.page.getByRole('link', { name: 'All accounts' }).click();
    await elsewhere.heading('Accounts');
    await elsewhere.go('/nowhere', 'operator');
    await elsewhere.heading('There is no such page');

    // Whoever is no operator any more is told so at the next thing he does.
    await setOperator(world, operator.email, false);
    await elsewhere.page.getByRole('link', { name: 'Organizations', exact: true }).click();
    await elsewhere.heading('Not for this account');
  });

  it('finds an account, switches it off and on again, and makes a link for a forgotten password', async () => {
    await operator.go('/', 'operator');
    await operator.heading('Accounts');
    await search(operator, 'Address, name or number', 'nobody of this name');
    await operator.sees('No account is like that.');
    await search(operator, 'Address, name or number', customer.email.toUpperCase());
    await operator.sees('1 account.');
    expect(operator.page.url()).toContain('search=');
    await operator.page.getByRole('link', { name: 'Carla Customer' }).click();
    await operator.heading('Carla Customer');
    await operator.sees('It is on.');

    await operator.click('Switch off');
    await operator.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await operator.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await operator.focused()).toBe('Switch off');
    await operator.page.keyboard.press('Enter');
    await operator.page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await operator.sees('Carla Customer is switched off.');
    await operator.sees(/It has been off since/);
    expect(await operator.focused()).toBe('Switch on again');
    await customer.page.getByRole('link', { name: 'Lists' }).click();
    await customer.sees('Your session has ended');
    await operator.page.keyboard.press('Enter');
    await operator.page.getByRole('dialog').getByRole('button', { name: 'Switch on again' }).click();
    await operator.sees('Carla Customer is on again.');

    await operator.click('Make a link');
    await operator.page.getByRole('dialog').getByRole('button', { name: 'Make a link' }).click();
    const link = await operator.page.getByLabel('The link for a new password').innerText();
    expect(link.startsWith(`${world.service.url}/dashboard/#/reset/`)).toBe(true);
    await operator.page.reload();
    await operator.sees('It is on.');
    expect(await operator.page.getByLabel('The link for a new password').count()).toBe(0);
    await customer.page.goto(link);
    await customer.page.reload();
    await customer.heading('Choose a new password');
    await customer.page.getByLabel('New password').fill('quiet lantern meadow');
    await customer.click('Change the password');
    await customer.sees('Your password is changed.');

    await visit(operator, 'Log');
    await operator.sees('Otto Operator (operator) made a link for a new password');
    await operator.sees('Otto Operator (operator) switched an account on again');
    await operator.sees('Otto Operator (operator) switched an account off');
    await operator.sees('The command line changed who operates the service');

    // Accounts of operators are left to the command line.
    await visit(operator, 'Accounts');
    await search(operator, 'Address, name or number', operator.email);
    await operator.page.getByRole('link', { name: 'Otto Operator' }).click();
    await operator.sees(/“account operator off \d+” on the command line/);
    expect(await operator.page.getByRole('button', { name: 'Switch off' }).count()).toBe(0);
  });

  it('gives credits and an allowance, whose organization sees them', async () => {
    await customer.visit('Team');
    await customer.page.getByLabel('Name of the organization').fill('Carla & Co');
    await customer.click('Rename');
    await customer.sees('Saved.');
    await operator.go('/organizations', 'operator');
    await search(operator, 'Name or number', 'carla & co');
    await operator.page.getByRole('link', { name: 'Carla & Co' }).first().click();
    await operator.heading('Carla & Co');
    await operator.page.getByLabel('How many').fill('1.5');
    await operator.click('Give');
    await operator.sees('Enter a whole number from 1 to 1,000,000,000, in digits alone.');
    expect(await operator.page.getByRole('dialog').count()).toBe(0);
    await operator.page.getByLabel('How many').fill('1 000');
    await operator.page.getByLabel('Reason (optional)').fill('Invoice 7');
    await operator.page.keyboard.press('Enter');
    const dialog = operator.page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Give 1,000 credits?' }).waitFor();
    await dialog.getByRole('button', { name: 'Give' }).click();
    await operator.sees('1,000 credits given. The balance is 1,100.');
    await operator.page.locator('.facts dd', { hasText: '1,100' }).waitFor();
    expect(await operator.page.getByLabel('How many').inputValue()).toBe('');

    await operator.page.getByLabel('Credits a month').fill('500');
    await operator.click('Set the allowance');
    await dialog.getByRole('button', { name: 'Set the allowance' }).click();
    await operator.sees('500 credits a month from now on.');
    await operator.sees('0 of 500 used');
    await customer.visit('Overview');
    await customer.sees('Added by the operator');
    await customer.sees('1,600');
    await operator.page.getByLabel('Credits a month').fill('0');
    await operator.click('Set the allowance');
    await dialog.getByRole('button', { name: 'End the allowance' }).click();
    await operator.sees('There is no monthly allowance any more.');

    await operator.page.getByRole('link', { name: 'Carla Customer' }).click();
    await operator.heading('Carla Customer');
    await operator.page.getByRole('link', { name: 'Carla & Co' }).click();
    await operator.heading('Carla & Co');
    await visit(operator, 'Log');
    await operator.sees('Otto Operator (operator) granted credits');
    await operator.sees(/1,000 credits · Invoice 7 · Organization \d+/);
    await customer.visit('Team');
    await customer.sees('The operator of the service granted credits');
    expect(await customer.page.getByText('Otto').count()).toBe(0);
  });

  it('shows who tells an organization what became of its mails, and switches one off, which it sees', async () => {
    await customer.visit('Feedback');
    const id = customer.organizationId();
    await operator.go(`/organizations/${id}`, 'operator');
    await operator.sees('None is connected.');
    const { path } = await connectSource(world, id, 'generic', 'Newsletter');
    await tellEvents(world, path, KNOWN);
    await world.service.request(path, { method: 'POST', body: 'nothing like it' });
    await operator.page.reload();
    await operator.sees('Other (our own format) · Last event just now');
    await operator.sees(/^Last error, just now: A request was not in the form of this provider/);
    expect(await operator.page.locator('.source-counts dd').allInnerTexts()).toEqual(['7', '0', '0', '1']);
    expect(await operator.page.content()).not.toContain('@shop.test');
    await operator.click('Switch off Newsletter');
    const dialog = operator.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await operator.sees('Newsletter is switched off.');
    await operator.page.getByRole('button', { name: 'Switch on Newsletter' }).waitFor();
    expect((await world.service.request(path, { method: 'POST', body: '{"events":[]}' })).status).toBe(410);
    await customer.page.reload();
    await customer.page.getByRole('button', { name: 'Switch on Newsletter' }).waitFor();
    await customer.visit('Team');
    await customer.sees('The operator of the service switched off a source of feedback');
  });

  it('opens and closes sign-up and says what new accounts get, at the press of a button alone', async () => {
    const changes: string[] = [];
    operator.page.on('request', (request) => {
      if (request.method() === 'PATCH') changes.push(request.postData() ?? '');
    });
    await operator.go('/settings', 'operator');
    await operator.sees('Now: Open, as SIGN_UP in the environment says.');
    const group = operator.page.getByRole('group', { name: 'Who may create an account' });
    await group.getByRole('radio', { checked: true }).focus();
    await operator.page.keyboard.press('ArrowUp');
    await operator.page.keyboard.press('ArrowUp');
    expect(await group.getByRole('radio', { name: /^By invitation/ }).isChecked()).toBe(true);
    expect(changes).toEqual([]);
    await operator.page.keyboard.press('ArrowDown');
    await operator.click('Save sign-up');
    await operator.sees('Saved. Sign-up is now: Off.');
    await operator.sees('Now: Off, set by an operator. SIGN_UP in the environment says: Open.');
    const stranger = await world.visitor();
    await stranger.go('/sign-up');
    await stranger.page.getByLabel('E-mail address').fill(stranger.email);
    await stranger.page.getByLabel('Password').fill(PASSWORD);
    await stranger.click('Create the account');
    await stranger.sees('New accounts are only made by the operator of this service.');
    await group.getByRole('radio', { name: 'As the environment says (Open)' }).check();
    await operator.click('Save sign-up');
    await operator.sees('Now: Open, as SIGN_UP in the environment says.');

    await operator.page.getByRole('radio', { name: 'This many' }).check();
    await operator.page.getByLabel('Credits', { exact: true }).fill('many');
    await operator.click('Save free credits');
    await operator.sees('Enter a whole number from 0 to 1,000,000,000, in digits alone.');
    await operator.page.getByLabel('Credits', { exact: true }).fill('7');
    await operator.click('Save free credits');
    await operator.sees('Now: 7, set by an operator. FREE_CREDITS in the environment says: 100.');
    await stranger.signUp();
    expect(await stranger.page.locator('.switch-credits').first().innerText()).toBe('7 credits');
    await operator.page.getByRole('radio', { name: 'As the environment says (100)' }).check();
    await operator.click('Save free credits');
    await operator.sees('Saved. New accounts get 100 credits.');
    expect(changes).toEqual(['{"sign_up":"off"}', '{"sign_up":null}', '{"free_credits":7}', '{"free_credits":null}']);
    await visit(operator, 'Log');
    await operator.sees('sign-up: Off');
    await operator.sees('sign-up: as the environment says');
    await operator.sees('free credits: 7');
  });

  it('shows how the service is and what is at work, and cancels a list', async () => {
    await customer.visit('Lists');
    const slow = world.address('a greylist that never ends');
    await customer.chooseFile('slow.csv', `email\n${world.address('a mailbox that exists')}\n${slow}\n`);
    await customer.click('Start checking');
    await customer.sees('1 of 2 rows checked');

    await operator.go('/health', 'operator');
    await operator.sees('All parts work');
    await operator.page.locator('.facts div', { hasText: 'Database' }).getByText('Works').waitFor();
    await operator.page.locator('.facts div', { hasText: 'Mail servers' }).getByText('No fault is known').waitFor();
    await operator.page.locator('.tile', { hasText: 'Lists at work' }).getByText('1', { exact: true }).waitFor();
    await operator.page
      .locator('.tile', { hasText: 'Rows without an answer' })
      .getByText('1', { exact: true })
      .waitFor();

    await visit(operator, 'Lists', 'Lists at work');
    const row = operator.page.getByRole('listitem').filter({ hasText: 'slow' });
    await row.getByText('1 of 2 rows checked').waitFor();
    await row.getByRole('link', { name: 'Carla Customer' }).waitFor();
    expect(await operator.page.locator('main').innerText()).not.toContain(slow);
    await operator.click('Cancel slow');
    await operator.click('Go on checking');
    expect(await operator.focused()).toBe('Cancel');
    await operator.page.keyboard.press('Enter');
    await operator.click('Cancel the list');
    await operator.sees(/^“slow” of .* is cancelled\.$/);
    await operator.sees('No list is at work.');
    await operator.hasFocus(/^Lists at work$/);
    await customer.sees('Cancelled');
    await customer.visit('Team');
    await customer.sees('The operator of the service cancelled a list');
    await visit(operator, 'Log');
    await operator.sees('Otto Operator (operator) cancelled a list');
  });

  it('tells of a bad day; nothing stale stands under what failed', async () => {
    await operator.go('/health', 'operator');
    await operator.sees('All parts work');
    expect(await operator.page.getByText('Needs you').count()).toBe(0);
    await operator.page.route('**/v1/operator/health', (route) =>
      route.fulfill({ contentType: 'application/json', body: JSON.stringify(BAD_DAY) }),
    );
    for (const words of [
      'Something does not work',
      'It does not answer (ECONNREFUSED).',
      'Needs you',
      'The clock of this machine is 40 seconds off.',
      'Gives no answers: lists pause until it does.',
      /port 25 is blocked/,
      'Google',
      /^It said: 4\.7\.28 /,
      'Slows us down',
      'Refuses us',
      '1,234,567,890',
      'It has not run yet.',
    ]) {
      await operator.sees(words);
    }
    await operator.page.unroute('**/v1/operator/health');
    await operator.page.route('**/v1/operator/health', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"Away for a while."}' }),
    );
    await operator.sees('Away for a while.');
    expect(await operator.page.getByText('All parts work').count()).toBe(0);
    await operator.page.unroute('**/v1/operator/health');
    await operator.click('Try again');
    await operator.sees('All parts work');
    operator.faults.length = 0;
  });
});

/** Set-ups make no difference to what is seen: the embedded one stands for both. */
describeInChromium("everybody can use the operator's console", () => {
  let world: PageWorld;
  let email: string;
  let accountId: number;
  let organizationId: number;

  beforeAll(async () => {
    world = await PageWorld.start({}, 'the list of all accounts');
    const operator = await world.visitor();
    // As long as names may be, in one word.
    await operator.signUp('W'.repeat(255));
    ({ email } = operator);
    accountId = await setOperator(world, email);
    organizationId = Number(/#\/o\/(\d+)\//.exec((await goToTeam(operator)).page.url())![1]);
    await operator.page.getByLabel('Name of the organization').fill('M'.repeat(255));
    await operator.click('Rename');
    await operator.sees('Saved.');
    await operator.visit('Lists');
    await operator.chooseFile(`${'n'.repeat(240)}.csv`, `email\n${world.address('a greylist that never ends')}\n`);
    await operator.click('Start checking');
    await operator.sees('0 of 1 row checked');
    await world.service.setBalance(organizationId, 1_234_567_890);
    const { path } = await connectSource(world, organizationId, 'generic', 'S'.repeat(255));
    await tellEvents(world, path, KNOWN);
    await world.service.request(path, { method: 'POST', body: 'nothing like it' });
    for (let number = 0; number < 21; number += 1) {
      await world.service.database.execute('INSERT INTO accounts (email, name, created_at) VALUES (?, ?, ?)', [
        `person.${number}@people.test`,
        number % 2 === 0 ? null : `Person ${number}`,
        1_764_291_600_000,
      ]);
    }
    await world.service.database.execute('UPDATE accounts SET disabled_at = 1 WHERE email = ?', [
      'person.20@people.test',
    ]);
    await world.leave();
  });

  async function goToTeam(visitor: Visitor): Promise<Visitor> {
    await visitor.visit('Team');
    return visitor;
  }

  /** The page's policy keeps foreign scripts out, axe among them: it is lifted here, and held in the other suites. */
  async function check(visitor: Visitor, state: string): Promise<string[]> {
    await takePicture(visitor.page, `operator, ${state}`);
    await visitor.page.evaluate(axe);
    const violations = await visitor.page.evaluate<string[]>(
      "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))",
    );
    const [scroll, width] = await visitor.page.evaluate<[number, number]>(
      `[document.documentElement, ...document.querySelectorAll('dialog[open]')]
        .map(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
        .sort(([scroll, width], [otherScroll, otherWidth]) => otherScroll - otherWidth - (scroll - width))[0]`,
    );
    return scroll > width ? [...violations, `${scroll} pixels wide in ${width}`] : violations;
  }

  const looks: { name: string; options: BrowserContextOptions }[] = [
    { name: 'light', options: { colorScheme: 'light' } },
    { name: 'dark', options: { colorScheme: 'dark' } },
    { name: 'forced colours', options: { forcedColors: 'active' } },
    { name: '375 pixels', options: { viewport: { width: 375, height: 760 }, colorScheme: 'dark' } },
    { name: '200 %', options: { viewport: { width: 600, height: 410 }, deviceScaleFactor: 2 } },
    { name: 'German, 375 pixels', options: { locale: 'de-DE', viewport: { width: 375, height: 760 } } },
  ];

  it.each(looks)('has no fault for axe, and no side scroll: $name', async ({ name, options }) => {
    const visitor = await world.visitor({ ...options, bypassCSP: true });
    const { page } = visitor;
    const isGerman = options.locale !== undefined;
    const seen: Record<string, string[]> = {};
    await visitor.go('/accounts', 'operator');
    await page.locator('input[type=email]').fill(email);
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.locator('button[type=submit]').click();
    for (const place of [
      'accounts',
      `accounts/${accountId}`,
      `accounts/${accountId + 21}`,
      'organizations',
      `organizations/${organizationId}`,
      'batches',
      'health',
      'settings',
      'audit',
      'nowhere',
    ]) {
      await visitor.go(`/${place}`, 'operator');
      await page.locator('#main h1').waitFor();
      await page.locator('.skeleton').waitFor({ state: 'detached' });
      seen[place] = await check(visitor, `${place.replace('/', ' ')}, ${name}`);
    }
    await page.route('**/v1/operator/health', (route) =>
      route.fulfill({ contentType: 'application/json', body: JSON.stringify(BAD_DAY) }),
    );
    await visitor.go('/health', 'operator');
    await visitor.sees(/^1[.,]234$/);
    seen['a bad day'] = await check(visitor, `a bad day, ${name}`);
    await visitor.go(`/organizations/${organizationId}`, 'operator');
    await page.getByLabel(isGerman ? 'Wie viele' : 'How many').fill('1000000000');
    await page.getByLabel(isGerman ? 'Wie viele' : 'How many').press('Enter');
    await page.getByRole('dialog').waitFor();
    seen['question'] = await check(visitor, `question, ${name}`);
    await page.keyboard.press('Escape');
    await visitor.go('/batches', 'operator');
    await page.getByRole('listitem').getByRole('button').first().click();
    await page.getByRole('dialog').waitFor();
    seen['question of a list'] = await check(visitor, `question of a list, ${name}`);
    await page.keyboard.press('Escape');
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((name) => [name, []])));
    await world.leave();
  });

  it('has no fault in the state for everybody else', async () => {
    const visitor = await world.visitor({ bypassCSP: true, viewport: { width: 375, height: 760 } });
    await visitor.signUp();
    await visitor.go('/', 'operator');
    await visitor.heading('Not for this account');
    expect(await check(visitor, 'for everybody else, 375 pixels')).toEqual([]);
    await world.leave();
  });

  it('loads more, and loads as many anew', async () => {
    const visitor = await world.visitor();
    await visitor.go('/', 'operator');
    await signIn(visitor, email);
    await visitor.sees('The newest 20 accounts.');
    await visitor.click('Load more');
    await visitor.page.getByText(/^2\d accounts\.$/).waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    await world.leave();
  });

  it('is used by keyboard alone: sign in, search, open, give credits', async () => {
    const visitor = await world.visitor();
    const { page } = visitor;
    const named = () =>
      page.evaluate<string>(
        '(({ labels, innerText, tagName }) => labels?.[0]?.innerText || innerText || tagName)(document.activeElement)',
      );
    const tabTo = async (name: string): Promise<void> => {
      for (let step = 0; step < 60 && (await named()) !== name; step += 1) await page.keyboard.press('Tab');
      expect(await named()).toBe(name);
      expect(await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    };
    await visitor.go('/', 'operator');
    await visitor.heading('Sign in');
    await tabTo('E-mail address');
    await page.keyboard.type(email);
    await tabTo('Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await visitor.heading('Accounts');
    expect(await visitor.focused()).toBe('Accounts');
    await tabTo('Address, name or number');
    await page.keyboard.type('person.20@');
    await page.keyboard.press('Enter');
    await visitor.sees('1 account.');
    await tabTo('person.20@people.test');
    await page.keyboard.press('Enter');
    await visitor.heading('person.20@people.test');
    await tabTo('Switch on again');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo('Switch on again');
    await page.keyboard.press('Enter');
    await visitor.sees('person.20@people.test is on again.');
    expect(await visitor.focused()).toBe('Switch off');
    await page.keyboard.press('Shift+Tab');
    while ((await named()) !== 'Organizations') await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await visitor.heading('Organizations');
    await tabTo('M'.repeat(255));
    await page.keyboard.press('Enter');
    await visitor.heading('M'.repeat(255));
    await tabTo('How many');
    await page.keyboard.type('5');
    await tabTo('Give');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo('Give');
    await page.keyboard.press('Enter');
    await visitor.sees(/^5 credits given/);
    expect(await visitor.focused()).toBe('Give');
    await world.leave();
  });
});
