import { createServer, type AddressInfo } from 'node:net';
import { TestService } from '../support/service';
import { makeSetUp } from '../support/set-ups';
import { MailWorld } from '../world/mail-world';
import { atOneHost, knows, VALID } from '../world/scenario';
import { askAbout, verdictOf } from './asked-address';

describe('a proxy that is off', () => {
  it('says nothing about the address, and the answer says that it was the proxy', async () => {
    const setUp = await makeSetUp('embedded');
    const world = await MailWorld.start([
      { name: 'somebody', kind: 'ordinary', ...atOneHost('proxied.test', knows('joe@proxied.test')), expected: VALID },
    ]);
    const proxyPort = await closedPort();
    const service = await TestService.start(setUp, {
      ...world.env(),
      SMTP_SOCKS_PROXY: `socks5://127.0.0.1:${proxyPort}`,
    });
    try {
      const account = await service.account();
      const before = await service.balance(account.organizationId);
      await askAbout(service, account, 'joe@proxied.test');
      const answer = await askAbout(service, account, 'joe@proxied.test');
      expect(verdictOf(answer)).toEqual({
        status: 'unknown',
        sub_status: 'failed_smtp_connection',
        smtp_valid: null,
        is_catch_all: null,
        mx_found: true,
      });
      expect(answer.body.result).toMatchObject({ layer: 'proxy', mx_host: null });
      // A fault of ours costs nothing, and is not kept as if it were a fact about the address.
      expect(answer.body).toMatchObject({ credits_used: 0, from_cache: false });
      expect(await service.balance(account.organizationId)).toBe(before);
      expect(world.server('mx.proxied.test').knocks).toBe(0);
    } finally {
      await service.stop();
      await world.stop();
      await setUp.remove();
    }
  }, 120_000);
});

/** A port where nobody listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
