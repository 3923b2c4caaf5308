import { de } from '../../dashboard/src/texts/de';
import { en, type Texts } from '../../dashboard/src/texts/en';
import { LOOKS, lookAt } from './look-at';
import type { PageWorld } from './page-world';
import { PASSWORD, type Visitor } from './visitor';

/** For `describe.each`: the languages of the page, and how closely each is looked at. */
export const TOURS = [
  { locale: 'en-GB', words: en, looks: LOOKS.all },
  { locale: 'de-DE', words: de, looks: LOOKS.words },
];
type TourOf = (typeof TOURS)[number];

/** Somebody who goes from state to state of the page in one language, and looks at each. */
export class Tour {
  /** What was wrong, and where. */
  readonly faults: string[] = [];

  private constructor(
    readonly visitor: Visitor,
    readonly words: Texts,
    private readonly looks: TourOf['looks'],
  ) {}

  static async start(world: PageWorld, { locale, words, looks }: TourOf): Promise<Tour> {
    const visitor = await world.visitor({
      locale,
      bypassCSP: true,
      reducedMotion: 'reduce',
      permissions: ['clipboard-write'],
    });
    return new Tour(visitor, words, looks);
  }

  /**
   * @param state names it in what is found
   * @param leaveOut parts of the page that are not ours, as a selector
   */
  async look(state: string, leaveOut?: string): Promise<void> {
    await this.visitor.page.locator('.skeleton:not(.still)').first().waitFor({ state: 'detached' });
    const faults = await lookAt(this.visitor.page, this.looks, state, leaveOut);
    this.faults.push(...faults.map((fault) => `${state}, ${fault}`));
  }

  /** Opens a page by what stands behind the `#`, and waits for its heading. */
  async open(hash: string, heading: string | RegExp): Promise<void> {
    await this.visitor.go(hash);
    await this.visitor.heading(heading);
  }

  async signIn(email: string): Promise<void> {
    const { signIn, common, overview } = this.words;
    await this.open('/sign-in', signIn.title);
    await this.fill(common.emailAddress, email);
    await this.fill(common.password, PASSWORD);
    await this.visitor.click(signIn.signIn);
    await this.visitor.heading(overview.title);
  }

  /** @returns the id of the organization that comes with the account */
  async signUp(): Promise<number> {
    const { signIn, common, overview } = this.words;
    await this.open('/sign-up', signIn.titleNew);
    await this.fill(common.emailAddress, this.visitor.email);
    await this.fill(common.password, PASSWORD);
    await this.visitor.click(signIn.signUp);
    await this.visitor.heading(overview.title);
    return this.organizationId();
  }

  /** Of the organization that is shown. */
  async organizationId(): Promise<number> {
    const link = this.visitor.page.getByRole('link', { name: this.words.shell.lists, exact: true });
    return Number(/#\/o\/(\d+)\//.exec((await link.getAttribute('href')) ?? '')?.[1]);
  }

  async fill(label: string, text: string): Promise<void> {
    await this.visitor.page.getByLabel(label, { exact: true }).fill(text);
  }

  /** Opens a dialog by its button, looks at it and leaves it. */
  async lookAtDialog(state: string, button: string): Promise<void> {
    await this.visitor.click(button);
    const dialog = this.visitor.page.getByRole('dialog');
    await dialog.waitFor();
    await this.look(state);
    await this.visitor.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
}
