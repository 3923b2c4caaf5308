import type { Browser, BrowserContextOptions } from 'playwright-core';
import { sharedChromium } from '../support/chromium';
import { oneSetUp } from '../support/set-ups';
import { shared } from '../support/shared';
import { TestService } from '../support/service';
import { MailWorld } from '../world/mail-world';
import { SCENARIOS } from '../world/scenarios';
import { Visitor } from './visitor';

/** What lists are made of, and a greylist that keeps a batch at work. */
const SHOWN = [
  'the address of the documentation’s examples',
  'a mailbox that exists',
  'a mailbox that does not exist',
  'a domain that takes everything',
  'a full mailbox',
  'a slip of the keys in a domain that nobody has',
  'a greylist that never ends',
  'rcpt: the host sends a line without an end',
  'RCPT: 550 5.7.1 Service unavailable; client host blocked using zen.spamhaus.org',
];

/**
 * The whole service over a small internet of its own, and a browser in front of it. Suites with the same settings share all
 * three: see `shared`.
 */
export class PageWorld {
  private readonly visitors: Visitor[] = [];

  private constructor(
    private readonly mail: MailWorld,
    readonly service: TestService,
    private readonly browser: Browser,
  ) {}

  /**
   * @param env further settings of the service
   * @param keeper a suite that shares it with no other, since it counts all that the service has
   */
  static async start(env: Record<string, string> = {}, keeper = ''): Promise<PageWorld> {
    const mail = await shared('mail world', () =>
      MailWorld.start(SCENARIOS.filter(({ name }) => SHOWN.includes(name))),
    );
    // A greylisted row waits for an hour: such a batch is at work until it is cancelled.
    const service = TestService.shared(oneSetUp, { ...mail.env(), SMTP_RETRY_DELAYS: '3600', ...env }, keeper);
    return new PageWorld(mail, await service, (await sharedChromium()).browser);
  }

  async visitor(options: BrowserContextOptions = {}): Promise<Visitor> {
    const visitor = await Visitor.open(this.browser, this.service.url, options);
    this.visitors.push(visitor);
    return visitor;
  }

  address(scenario: string): string {
    return this.mail.scenario(scenario).address;
  }

  /**
   * Closes every visitor's browser.
   * @throws when something went wrong in one: see `Visitor.faults`
   */
  async leave(): Promise<void> {
    const leaving = this.visitors.splice(0);
    await Promise.all(leaving.map((visitor) => visitor.close()));
    const faults = leaving.flatMap((visitor) => visitor.faults);
    if (faults.length > 0) throw new Error(`The page was not without faults:\n${faults.join('\n')}`);
  }
}
