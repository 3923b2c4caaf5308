import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';

describeInChromium('who did what, on the page', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.start();
  });

  afterAll(async () => {
    await world.leave();
  });

  it('is shown by kind and by member, at the press of a button alone, and is a file', async () => {
    const owner = await world.visitor();
    await owner.signUp('Olive Owner');
    await owner.visit('Team');
    await owner.page.getByLabel('Name of the organization').fill('Garden Tools');
    await owner.click('Rename');
    await owner.sees('Saved.');
    await owner.page.getByLabel('Their e-mail address').fill('noor@people.test');
    await owner.click('Invite');
    await owner.page.getByLabel('The invitation link').waitFor();
    await owner.page.reload();
    const card = owner.page.locator('.card', { hasText: 'Who did what' });
    await card.getByText('Olive Owner invited somebody').waitFor();
    await card.getByText('Olive Owner renamed the organization').waitFor();
    const asked: string[] = [];
    owner.page.on('request', (request) => {
      if (request.url().includes('/audit')) asked.push(new URL(request.url()).search);
    });
    await card.getByLabel('What').focus();
    await owner.page.keyboard.press('ArrowDown');
    await owner.page.keyboard.press('ArrowDown');
    expect(await card.getByLabel('What').inputValue()).toBe('members');
    expect(asked).toEqual([]);
    await card.getByLabel('Who', { exact: true }).selectOption({ label: 'Olive Owner' });
    await card.getByRole('button', { name: 'Show' }).click();
    await card.getByText('renamed the organization').waitFor({ state: 'detached' });
    await card.getByText('Olive Owner invited somebody').waitFor();
    expect(asked).toEqual([expect.stringMatching(/^\?kind=members&account_id=\d+&limit=10$/)]);
    const { name, text } = await owner.download('CSV');
    expect(name).toBe('audit.csv');
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(2);
    expect(text).toContain(',invitation,session,');
    await card.getByLabel('What').selectOption('tokens');
    await card.getByRole('button', { name: 'Show' }).click();
    await card.getByText('Nothing like that.').waitFor();
  });
});
