import { TestService } from '../support/service';
import { makeSetUp } from '../support/set-ups';
import { MailWorld } from '../world/mail-world';
import { atOneHost, knows, VALID, type Scenario } from '../world/scenario';
import { askAbout, verdictOf } from './asked-address';

const at = (domain: string): Scenario => ({
  name: domain,
  kind: 'ordinary',
  ...atOneHost(domain, knows(`joe@${domain}`)),
  expected: VALID,
});

describe('SMTP_NEVER_ASK', () => {
  it('leaves domains and mail hosts alone, with all below them, and asks the others', async () => {
    const setUp = await makeSetUp('embedded');
    const domains = [
      'alone.test',
      'below.alone.test',
      'by-host.test',
      'xn--bcher-kva.test',
      'asked.test',
      'not-alone.test',
    ];
    const world = await MailWorld.start(domains.map(at));
    const service = await TestService.start(setUp, {
      ...world.env(),
      SMTP_NEVER_ASK: 'Alone.test, mx.by-host.test, bücher.test',
    });
    try {
      const account = await service.account();
      for (const domain of domains.slice(0, 4)) {
        const answer = await askAbout(service, account, `joe@${domain}`);
        expect(verdictOf(answer)).toEqual({
          status: 'unknown',
          sub_status: 'smtp_disabled',
          smtp_valid: null,
          is_catch_all: null,
          mx_found: true,
        });
        expect(world.server(`mx.${domain}`).knocks).toBe(0);
      }
      for (const domain of domains.slice(4)) {
        expect(verdictOf(await askAbout(service, account, `joe@${domain}`))).toEqual(VALID);
      }
    } finally {
      await service.stop();
      await world.stop();
      await setUp.remove();
    }
  }, 120_000);
});
