import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import type { Visitor } from './visitor';

/** Nothing acts at a key press but what was pressed; what changes is said and keeps the focus near. */
describeInChromium('the page by keyboard and by ear', () => {
  let world: PageWorld;
  let visitor: Visitor;

  beforeAll(async () => {
    world = await PageWorld.start();
  });

  beforeEach(async () => {
    visitor = await world.visitor();
    await visitor.signUp('Kim Keys');
  });

  afterEach(async () => {
    await world.leave();
  });

  it('changes no role before the button that names the deed', async () => {
    await visitor.visit('Team');
    const id = Number(/#\/o\/(\d+)\//.exec(visitor.page.url())![1]);
    const guest = await world.visitor();
    await guest.signUp('Gus Guest');
    const [row] = await world.service.database.query<{ id: number }>('SELECT id FROM accounts WHERE email = ?', [
      guest.email,
    ]);
    await world.service.database.execute(
      "INSERT INTO memberships (account_id, organization_id, role, created_at) VALUES (?, ?, 'member', 1)",
      [row!.id, id],
    );
    const changes: string[] = [];
    visitor.page.on('request', (request) => {
      if (request.method() === 'PATCH') changes.push(request.postData() ?? '');
    });
    await visitor.page.reload();
    await visitor.click('Change role of Gus Guest');
    const dialog = visitor.page.getByRole('dialog', { name: 'What may Gus Guest do?' });
    await dialog.getByRole('radio', { checked: true }).focus();
    await visitor.page.keyboard.press('ArrowUp');
    await visitor.page.keyboard.press('ArrowUp');
    await dialog.getByText(/deleting the organization/).waitFor();
    await visitor.page.keyboard.press('Escape');
    // The browser has closed it and given the focus back before the page knows.
    await visitor.page.locator('dialog').waitFor({ state: 'detached' });
    expect(changes).toEqual([]);
    expect(await visitor.focused()).toBe('Change role');
    await visitor.page.keyboard.press('Enter');
    await dialog.getByRole('radio', { name: /^admin/ }).check();
    await dialog.getByRole('button', { name: 'Make admin' }).click();
    await visitor.sees('Gus Guest is admin now.');
    expect(changes).toEqual(['{"role":"admin"}']);
  });

  it('lets keyboards choose the third organization', async () => {
    await visitor.visit('Team');
    for (const name of ['Second', 'Third']) {
      await visitor.page.getByLabel('Name of the new organization').fill(name);
      await visitor.click('Create');
      await visitor.sees(`${name}: you are its owner.`);
    }
    await visitor.page.getByRole('button', { name: /^Organization: Third/ }).focus();
    const before = visitor.page.url();
    const list = visitor.page.getByRole('list', { name: 'Organization' });
    await visitor.page.keyboard.press('ArrowDown');
    await list.waitFor();
    await visitor.page.keyboard.press('ArrowDown');
    await visitor.page.keyboard.press('ArrowDown');
    expect(await visitor.focused()).toMatch(/^Second/);
    expect(visitor.page.url()).toBe(before);
    await visitor.page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    expect(visitor.page.url()).toBe(before);
    await visitor.page.keyboard.press('ArrowDown');
    await visitor.page.keyboard.press('ArrowDown');
    await visitor.page.keyboard.press('ArrowDown');
    await visitor.page.keyboard.press('Enter');
    await visitor.sees('Second: you are its owner.');
  });

  it('announces a verdict in a region that was there before, and keeps the focus', async () => {
    await visitor.visit('Check');
    const region = visitor.page.locator('main [role=status]').first();
    await region.waitFor({ state: 'attached' });
    await visitor.page.evaluate(
      `window.said = []; new MutationObserver(() => window.said.push(document.querySelector('main [role=status]').textContent))
        .observe(document.querySelector('main [role=status]'), { childList: true, characterData: true, subtree: true })`,
    );
    const typo = world.address('a slip of the keys in a domain that nobody has');
    await visitor.page.getByLabel('E-mail address').fill(typo);
    await visitor.page.keyboard.press('Enter');
    await visitor.sees('Do not send');
    expect((await visitor.page.evaluate<string[]>('window.said')).at(-1)).toBe(`${typo}: Invalid. Do not send.`);
    await visitor.page.getByLabel('E-mail address').fill(world.address('a mailbox that exists'));
    await visitor.page.keyboard.press('Enter');
    await visitor.sees('Safe to send');

    await visitor.page.getByRole('button', { name: typo }).focus();
    await visitor.page.keyboard.press('Enter');
    await visitor.sees('Do not send');
    await visitor.hasFocus(/^Do not send$/);
    expect(await visitor.page.evaluate('window.scrollY')).toBe(0);
    expect(await visitor.page.getByLabel('E-mail address').inputValue()).toBe(typo);

    await visitor.page.getByRole('button', { name: 'Check that one' }).focus();
    await visitor.page.keyboard.press('Enter');
    await visitor.page.locator('input:focus').waitFor();
  });

  it('gives the focus back where a form or a box has closed', async () => {
    await visitor.visit('Tokens');
    await visitor.click('Create a token');
    await visitor.click('Cancel');
    await visitor.hasFocus(/^Create a token$/);
    await visitor.click('Create a token');
    await visitor.page.getByLabel('Name').fill('Shop');
    await visitor.click('Create the token');
    await visitor.hasFocus(/^Copy the token/);
    await visitor.click('Done');
    await visitor.hasFocus(/^Create a token$/);
    expect(await visitor.focused()).toBe('Create a token');
  });
});
