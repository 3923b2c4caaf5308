import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  LANGUAGES,
  SAMPLE_KINDS,
  samplesOf,
  type SampleName,
} from '../../dashboard/src/pages/developers/integrate/samples';
import { SAMPLE_LANGUAGES } from '../../dashboard/src/texts/sample-languages';
import { SampleRun } from '../samples/sample-runs';
import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import { typist } from './typist';
import type { Visitor } from './visitor';

const folder = join(__dirname, '../../dashboard/src/pages/developers/integrate/samples');
const TITLES = {
  install: 'Install the client',
  single: 'Check one address',
  list: 'Check a list',
  signature: 'Check the signature of a webhook',
};
const PLACEHOLDER = 'YOUR_TEST_TOKEN';

describeInChromium('the pages for developers', () => {
  describe('in a browser', () => {
    let world: PageWorld;
    let visitor: Visitor;
    let id: number;

    beforeAll(async () => {
      world = await PageWorld.start({ RATE_LIMIT_PER_MINUTE: '77' });
    });

    beforeEach(async () => {
      visitor = await world.visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
      await visitor.signUp('Ida Integrates');
      await visitor.visit('Tokens');
      id = visitor.organizationId();
    });

    afterEach(async () => {
      await world.leave();
    });

    const part = async (name: string): Promise<void> => {
      const parts = visitor.page.getByRole('navigation', { name: 'Parts of API' });
      await parts.getByRole('link', { name, exact: true }).click();
      await visitor.heading(name);
    };
    const sample = (title: string) => visitor.page.getByRole('region', { name: title, exact: true });
    const copied = () => visitor.page.evaluate<string>('navigator.clipboard.readText()');

    async function expectSamplesOf(name: SampleName): Promise<void> {
      const values = { origin: world.service.url, organization: id, token: PLACEHOLDER };
      const wanted = samplesOf(readFileSync(join(folder, `${name}.txt`), 'utf8'), values);
      for (const kind of SAMPLE_KINDS) {
        const shown = sample(TITLES[kind]);
        expect((await shown.count()) === 0 ? '' : await shown.textContent()).toBe(wanted[kind]);
        expect(wanted[kind]).not.toContain('{{');
      }
    }

    it('show each sample in each language, as it is run, with what is this organization’s', async () => {
      await part('Integrate');
      for (const language of LANGUAGES) {
        await visitor.page.getByRole('button', { name: SAMPLE_LANGUAGES[language], exact: true }).click();
        await expectSamplesOf(language);
      }
      await visitor.page.reload();
      await visitor.page.getByRole('button', { name: 'Go', exact: true, pressed: true }).waitFor();
    });

    it('show the samples with the client where there is one, and remember that somebody wants it', async () => {
      await part('Integrate');
      const choose = (name: string) => visitor.page.getByRole('button', { name, exact: true }).click();
      expect(await visitor.page.getByRole('button', { name: 'With the client' }).count()).toBe(0);
      await choose('TypeScript');
      await choose('With the client');
      await expectSamplesOf('typescript-client');
      await choose('Go');
      await expectSamplesOf('go');
      await choose('Python');
      await expectSamplesOf('python-client');
      await visitor.page.reload();
      await visitor.page.getByRole('button', { name: 'With the client', pressed: true }).waitFor();
      await choose('Without a package');
      await expectSamplesOf('python');
    });

    it('make a test token for the samples, shown once, and run as they are copied', async () => {
      await part('Integrate');
      await visitor.click('Make a test token');
      const token = await visitor.page.getByLabel('The token', { exact: true }).innerText();
      await visitor.hasFocus(/^The samples below hold your test token\./);
      expect(await sample(TITLES.list).textContent()).toContain(token);
      await visitor.page.getByRole('link', { name: 'Overview', exact: true }).click();
      await visitor.sees('Did you copy the token?');
      await visitor.click('Stay here');
      await visitor.page.getByRole('button', { name: `Copy the sample: ${TITLES.single}` }).click();
      await visitor.sees('Copied');
      const run = await SampleRun.prepare('curl', await copied());
      try {
        expect(await run.run()).toMatchObject({ code: 0, out: expect.stringMatching(/"status": ?"valid"/) as string });
      } finally {
        run.remove();
      }
      // A test token, of this organization, that ends.
      await part('Tokens');
      await visitor.sees(/^TEST · Samples, /);
      const tokens = await world.service.database.query<{ test: number; limited: number; expires: number | null }>(
        `SELECT t.is_test AS test, t.is_limited AS limited, t.expires_at AS expires FROM tokens t
          INNER JOIN accounts a ON a.id = t.account_id WHERE a.email = ?`,
        [visitor.email],
      );
      expect(tokens).toMatchObject([{ test: 1, limited: 1 }]);
      expect(tokens[0]?.expires).not.toBeNull();
      expect(await visitor.page.content()).not.toContain(token);
      await part('Integrate');
      expect(await sample(TITLES.single).textContent()).toContain(PLACEHOLDER);
    });

    it('show the limits as they are, and what was used', async () => {
      const { token } = await world.service.token(await accountId(), ['credits:read']);
      for (let use = 0; use < 4; use += 1) await world.service.request('/v1/credits/balance', { token });
      await part('Limits');
      const row = visitor.page.getByRole('row', { name: /^test/ });
      await row.waitFor();
      expect(await row.getByRole('cell').allInnerTexts()).toMatchObject(['77', '73', expect.stringMatching(/^\d+ s$/)]);
      await visitor.page
        .getByRole('row', { name: /^All tokens of the organization/ })
        .getByText('770')
        .waitFor();
      // They follow by themselves.
      await world.service.request('/v1/credits/balance', { token });
      await row.getByText('72', { exact: true }).waitFor();
      for (const said of ['104.9 MB', 'As many as the file holds', '1,000', '0 of 10,000']) await visitor.sees(said);
      await visitor.sees('100');
    });

    it('are shown to nobody else', async () => {
      const stranger = await world.visitor();
      await stranger.signUp('Sam Stranger');
      for (const page of ['integrate', 'limits']) {
        await stranger.go(`/o/${id}/${page}`);
        await stranger.heading('Not one of your organizations');
        expect(await stranger.page.locator('.sample, table').count()).toBe(0);
      }
      await stranger.go('/limits/12');
      await stranger.heading('There is no such page');
    });

    it.each([1200, 375])('are used by keyboard alone, %i pixels wide', async (width) => {
      await visitor.page.setViewportSize({ width, height: 740 });
      await visitor.visit('Overview');
      const { press, reach, open, isAt, unseen } = typist(visitor);
      await open('API');
      await isAt('Tokens');
      await reach('Integrate');
      await press('Enter');
      await isAt('Integrate');
      await reach('Make a test token');
      await press('Enter');
      await visitor.hasFocus(/^The samples below/);
      await reach('Copy the token');
      await press('Enter');
      await reach('Python');
      await press('Enter');
      await reach(`Copy the sample: ${TITLES.single}`);
      await press('Enter');
      await visitor.sees('Copied');
      expect(await copied()).toContain('urlopen');
      await reach('Limits', 'Shift+Tab');
      await press('Enter');
      await isAt('Limits');
      await visitor.sees('All tokens of the organization');
      expect(unseen).toEqual([]);
    });

    async function accountId(): Promise<number> {
      const [row] = await world.service.database.query<{ id: number }>('SELECT id FROM accounts WHERE email = ?', [
        visitor.email,
      ]);
      return row?.id ?? 0;
    }
  });
});
