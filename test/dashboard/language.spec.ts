import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import { PASSWORD } from './visitor';

describeInChromium('the language of the page, in browsers', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.start();
  });

  afterEach(async () => {
    await world.leave();
  });

  it('is German where the browser is, with German dates and numbers, and changes in Account', async () => {
    const visitor = await world.visitor({ locale: 'de-DE' });
    const { page } = visitor;
    await visitor.go('/sign-up');
    await visitor.heading('Konto anlegen');
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe('de');
    await page.getByLabel('E-Mail-Adresse').fill(visitor.email);
    await page.getByLabel('Passwort').fill('kurz');
    await visitor.click('Konto anlegen');
    await visitor.sees('Mindestens 10 Zeichen, bitte.');
    await page.getByLabel('Passwort').fill(PASSWORD);
    await visitor.click('Konto anlegen');
    await visitor.heading('Übersicht');
    await visitor.sees(/^\d{1,2}\. \p{L}+\.? \d{4}, \d{2}:\d{2}$/u);
    await page.getByRole('link', { name: 'Prüfen', exact: true }).click();
    await page.getByLabel('E-Mail-Adresse').fill('a b@example.org');
    await visitor.click('Prüfen');
    await visitor.sees('Vor dem @-Zeichen steht ein Zeichen, das dort nicht erlaubt ist: Leerzeichen');
    await page.getByLabel('E-Mail-Adresse').fill(world.address('a domain that takes everything'));
    await visitor.click('Prüfen');
    await visitor.sees('Kommt vielleicht an, kommt vielleicht zurück');

    await page.getByRole('link', { name: 'Konto', exact: true }).click();
    await visitor.heading('Konto');
    await visitor.click('English');
    await visitor.heading('Account');
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe('en');
    expect(await page.title()).toBe('Account · Email Validation Service');
    await page.reload();
    await visitor.heading('Account');
  });

  it('is English elsewhere, with 24 hours where they are usual', async () => {
    const visitor = await world.visitor({ locale: 'en-GB' });
    await visitor.signUpByForm();
    await visitor.sees(/^\d{1,2} \p{L}+ \d{4}, \d{2}:\d{2}$/u);
    const american = await world.visitor({ locale: 'en-US' });
    await american.signUpByForm();
    const moment = /^\p{L}+ \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M$/u;
    await american.sees(moment);
    expect(await american.page.getByText(moment).count()).toBe(1);
  });

  it('loads only the language that it speaks', async () => {
    const visitor = await world.visitor({ locale: 'en-US' });
    const loaded: string[] = [];
    visitor.page.on('request', (request) => loaded.push(request.url()));
    await visitor.go('/sign-in');
    await visitor.heading('Sign in');
    expect(loaded.filter((url) => /\/de-[\w-]+\.js$/.test(url))).toEqual([]);
  });
});
