import type { FileChooser } from 'playwright-core';
import { describeInChromium } from '../support/chromium';
import { eventually } from '../support/eventually';
import { PageWorld } from './page-world';
import { typist } from './typist';
import { PASSWORD } from './visitor';

describeInChromium('the page by keyboard alone', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.start();
  });

  afterEach(async () => {
    await world.leave();
  });

  it.each([1200, 375])(
    'sign in, check a list, download it, share it, make a token, invite: the focus is seen and never lost, %i pixels wide',
    async (width) => {
      const founder = await world.visitor();
      await founder.signUpByForm('Kim Keys');
      const visitor = await world.visitor({ viewport: { width, height: 740 } });
      const { page } = visitor;
      const { press, reach, open, isAt, unseen, type } = typist(visitor);
      // Noted from the beginning: a dialog of the browser's own would stand in the way of all that follows.
      const choosers: FileChooser[] = [];
      page.on('filechooser', (chooser) => choosers.push(chooser));
      const gone = (words: string) => page.getByText(words, { exact: true }).waitFor({ state: 'detached' });

      await visitor.go('/sign-in');
      await isAt('Sign in');
      await reach('E-mail address');
      await type(founder.email);
      await reach('Password');
      await type(PASSWORD);
      await press('Enter');
      await isAt('Overview');
      await visitor.sees('First steps');
      await reach('Hide');
      await press('Enter');
      await gone('First steps');
      await isAt('Overview');

      await open('Lists');
      await isAt('Lists');
      await reach('Choose files');
      await press('Enter');
      await eventually('the browser asks for files', () => choosers.length === 1);
      const valid = world.address('a mailbox that exists');
      const content = `work,private\n${valid},not an address\n`;
      await choosers[0]!.setFiles({ name: 'By keys.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
      await visitor.sees('Up to 1 of your 100 credits.');
      await reach('The first row names the columns');
      await press('Space');
      await visitor.sees('2 rows, 1 different address. 1 row holds nothing like an address.');
      await press('Space');
      await reach('work');
      await press('ArrowRight');
      await visitor.sees('No cell of this column looks like an address. Is it the right one?');
      await press('ArrowLeft');
      await visitor.sees('Up to 1 of your 100 credits.');
      await reach('Start checking');
      await press('Enter');
      await isAt('By keys');
      await visitor.sees('Completed');
      await visitor.sees('1 row shown');

      await reach('Valid only · 1');
      const download = page.waitForEvent('download');
      await press('Enter');
      expect((await download).suggestedFilename()).toBe('By keys_valid.csv');
      await reach('Choose what is in the file');
      await press('Enter');
      await reach('Risky');
      await press('Space');
      await reach('Which columns');
      await press('ArrowDown');
      await reach('Download these rows');
      const other = page.waitForEvent('download');
      await press('Enter');
      expect((await other).suggestedFilename()).toBe('By keys_valid_risky.csv');
      await reach('Make a link');
      await press('Enter');
      await page.getByLabel('The link to the summary').waitFor();
      await isAt('Make a link');
      await reach(/^Withdraw the link made/);
      await press('Enter');
      await isAt('Share the summary');
      await reach('Delete', 'Shift+Tab');
      await press('Enter');
      await page.getByRole('dialog').waitFor();
      await press('Escape');
      await isAt('Delete');

      await open('API');
      await isAt('Tokens');
      await reach('Create a token');
      await press('Enter');
      await isAt('Name');
      await type('Shop');
      await reach('Create the token');
      await press('Enter');
      await isAt('Copy the token “Shop” now');
      await reach('Done');
      await press('Enter');
      await isAt('Create a token');
      await reach('Revoke Shop');
      await press('Enter');
      await page.getByRole('dialog').waitFor();
      await press('Escape');
      await isAt('Revoke Shop');
      // The browser has closed it and given the focus back before the page knows.
      await page.locator('dialog').waitFor({ state: 'detached' });
      await press('Enter');
      await page.getByRole('dialog').waitFor();
      await reach('Revoke the token');
      await press('Enter');
      await visitor.sees('No token yet');
      await isAt('In use');

      await open('Team');
      await isAt('Team');
      await reach('Their e-mail address');
      await type('noor@people.test');
      await reach('Role');
      await press('ArrowDown');
      await reach('Invite');
      await press('Enter');
      await visitor.sees('invited as viewer');
      await reach('Withdraw the invitation of noor@people.test');
      await press('Enter');
      await gone('noor@people.test');
      await isAt('Invite somebody');

      await open('Account');
      await isAt('Account');
      await reach('Set it up');
      await press('Enter');
      await isAt('Your password');
      await type(PASSWORD);
      await press('Enter');
      await isAt('Code of your app');
      await reach('Cancel');
      await press('Enter');
      await isAt('Second factor');
      await open('Sign out');
      await isAt('Sign in');
      expect(unseen).toEqual([]);
    },
  );

  it('skip what stands before the page', async () => {
    const visitor = await world.visitor();
    await visitor.signUp('Kim Keys');
    const { press, reach, isAt, unseen } = typist(visitor);
    await isAt('Overview');
    await reach('Skip to the page', 'Shift+Tab');
    await press('Enter');
    await isAt('Overview');
    await reach('Check a list');
    expect(unseen).toEqual([]);
  });
});
