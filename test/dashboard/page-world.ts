import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchChromium } from '../support/chromium';
import { TestService } from '../support/service';
import { makeSetUp, type SetUp, type SetUpName } from '../support/set-ups';
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

/** The whole service over a small internet of its own, and a browser in front of it. */
export class PageWorld {
  private readonly visitors: Visitor[] = [];

  private constructor(
    private readonly setUp: SetUp,
    private readonly mail: MailWorld,
    readonly service: TestService,
    private readonly browser: Browser,
  ) {}

  /** @param env further settings of the service */
  static async start(setUpName: SetUpName, env: Record<string, string> = {}): Promise<PageWorld> {
    const [setUp, mail, browser] = await Promise.all([
      makeSetUp(setUpName),
      MailWorld.start(SCENARIOS.filter(({ name }) => SHOWN.includes(name))),
      launchChromium(),
    ]);
    // A greylisted row waits for an hour: such a batch is at work until somebody cancels it.
    const service = await TestService.start(setUp, { ...mail.env(), SMTP_RETRY_DELAYS: '3600', ...env });
    return new PageWorld(setUp, mail, service, browser);
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

  async stop(): Promise<void> {
    await this.browser.close();
    await this.service.stop();
    await this.mail.stop();
    await this.setUp.remove();
  }
}
