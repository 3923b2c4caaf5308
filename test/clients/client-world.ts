import { MailWorld } from '../world/mail-world';
import { makeSetUp, type SetUp, type SetUpName } from '../support/set-ups';
import { TestService, type TestAccount } from '../support/service';

/** The running service in the mail world, and an account that uses it by a client. */
export class ClientWorld {
  private constructor(
    private readonly mail: MailWorld,
    private readonly setUp: SetUp,
    readonly service: TestService,
    readonly account: TestAccount,
  ) {}

  static async start(setUpName: SetUpName, env: Record<string, string> = {}): Promise<ClientWorld> {
    const [mail, setUp] = await Promise.all([MailWorld.start(), makeSetUp(setUpName)]);
    const service = await TestService.start(setUp, { ...mail.env(), ...env });
    return new ClientWorld(mail, setUp, service, await service.account());
  }

  /** What a client is made with. */
  get options(): { url: string; token: string } {
    return { url: this.service.url, token: this.account.token };
  }

  /** The same, as programs find it in their environment. */
  get env(): Record<string, string> {
    return { EVS_URL: this.service.url, EVS_TOKEN: this.account.token };
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.mail.stop();
    await this.setUp.remove();
  }
}
