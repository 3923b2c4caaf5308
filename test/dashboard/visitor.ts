import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export const PASSWORD = 'violet kettle harbour';
/** Everything of the page is on this machine: what takes longer than this is broken. */
const PATIENCE_MS = 20_000;

/** Somebody with a browser of his own, who notes all that goes wrong in it. */
export class Visitor {
  /** Errors on the console (broken security policies are among them), scripts that fail, requests to other origins. */
  readonly faults: string[] = [];
  readonly email = `visitor-${Math.random().toString(36).slice(2)}@people.test`;

  private hasBeenOffline = false;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly origin: string,
  ) {}

  static async open(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({ viewport: { width: 1200, height: 820 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const visitor = new Visitor(context, page, origin);
    visitor.listen();
    return visitor;
  }

  /** Opens a page by what stands behind the `#`. @param place the other page that is served */
  async go(hash: string, place: 'dashboard' | 'operator' = 'dashboard'): Promise<void> {
    await this.page.goto(`${this.origin}/${place}/#${hash}`);
  }

  /** Makes an account by the interface, whose cookie the browser keeps, and opens its overview. */
  async signUp(name = '', email = this.email): Promise<void> {
    const response = await this.context.request.post(`${this.origin}/v1/account`, {
      data: { email, password: PASSWORD, name: name === '' ? undefined : name },
      headers: { 'X-CSRF': '1' },
    });
    if (response.status() !== 201) throw new Error(`${response.status()} ${await response.text()}`);
    const isOpen = this.page.url().startsWith(this.origin);
    await this.go('/');
    // A page that is open already takes the new place for another of its own.
    if (isOpen) await this.page.reload();
    await this.heading('Overview');
  }

  /** Makes an account by the form, as people do, and stays on its overview. */
  async signUpByForm(name = '', email = this.email): Promise<void> {
    await this.go('/sign-up');
    await this.page.getByLabel('Your name').fill(name);
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByLabel('Password').fill(PASSWORD);
    await this.page.getByRole('button', { name: 'Create the account' }).click();
    await this.heading('Overview');
  }

  /** Goes by the pages' names, as people do. */
  async visit(name: 'Overview' | 'Check' | 'Lists' | 'Feedback' | 'Tokens' | 'Team' | 'Account'): Promise<void> {
    // Tokens are the first of several pages that share a place.
    const place = name === 'Tokens' ? 'API' : name;
    await this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: place, exact: true }).click();
    await this.heading(name === 'Check' ? 'Check an address' : name);
  }

  /** Of the organization in the address. */
  organizationId(): number {
    return Number(/#\/o\/(\d+)\//.exec(this.page.url())?.[1]);
  }

  heading(name: string | RegExp): Promise<void> {
    return this.page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  click(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  }

  /** Waits until the words stand on the page. */
  sees(words: string | RegExp): Promise<void> {
    return this.page.getByText(words).filter({ visible: true }).first().waitFor();
  }

  async chooseFile(name: string, content: string | Buffer): Promise<void> {
    await this.chooseFiles({ [name]: content });
  }

  async chooseFiles(files: Record<string, string | Buffer>): Promise<void> {
    const chosen = Object.entries(files).map(([name, content]) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(content as string),
    }));
    await this.page.locator('input[type=file]').setInputFiles(chosen);
  }

  /** The text of the file that a click downloads, and its name. */
  async download(link: string | RegExp): Promise<{ name: string; text: string }> {
    const waiting = this.page.waitForEvent('download');
    await this.page.getByRole('link', { name: link, exact: typeof link === 'string' }).click();
    const download = await waiting;
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString() };
  }

  /** Takes the network away from the page, or gives it back; what fails by that is no fault. */
  async setOffline(isOffline: boolean): Promise<void> {
    this.hasBeenOffline = true;
    await this.context.setOffline(isOffline);
  }

  /** Waits until what bears the words has the focus. A script given as text may not be evaluated twice under the page's own policy. */
  hasFocus(words: string | RegExp): Promise<void> {
    return this.page.locator(':focus', { hasText: words }).waitFor();
  }

  /** What has the focus: its words, or the name of its element. */
  focused(): Promise<string> {
    return this.page.evaluate<string>('document.activeElement.innerText || document.activeElement.tagName');
  }

  close(): Promise<void> {
    return this.context.close();
  }

  private listen(): void {
    this.page.on('pageerror', (error) => this.faults.push(`script: ${error.message}`));
    this.page.on('dialog', (dialog) => {
      this.faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    this.page.on('console', (message) => {
      // Chromium logs each refusal of the service; the page answers those in sentences.
      const isRefusal = /status of 4\d\d/.test(message.text()) && message.location().url.includes('/v1/');
      const isOutage = this.hasBeenOffline && message.text().includes('net::ERR_');
      if (message.type() === 'error' && !isRefusal && !isOutage) this.faults.push(`console: ${message.text()}`);
    });
    this.context.on('request', (request) => {
      if (!request.url().startsWith(`${this.origin}/`)) this.faults.push(`request: ${request.url()}`);
    });
  }
}
