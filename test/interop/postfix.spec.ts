import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { freePort } from '../support/free-port';
import { EngineUnderTest } from './support/engine-under-test';
import { cleanUpsAfterAll } from './support/clean-ups';
import { describeInterop } from './support/describe-interop';
import { packages, type MailServer } from './support/mail-server';
import { POSTFIX, startPostfix } from './support/postfix';
import { startPostgrey } from './support/postgrey';
import { isCoded, UNREAD_DOMAINS } from './support/unread-words';
import { mixedList, NOT_FOUND, RIGHT, verdictOf, verdicts, type Verdict } from './support/verdicts';

const DOMAIN = 'postfix.test';
/** Postgrey counts whole seconds of real time; with one, a slow machine might ask twice within a check and be taken. */
const GREYLISTED_SECONDS = 2;

describeInterop('Postfix', () => {
  const cleanUps = cleanUpsAfterAll();
  let server: MailServer;

  beforeAll(async () => {
    const policyPort = await freePort();
    const postgrey = await startPostgrey(packages!, policyPort, GREYLISTED_SECONDS);
    cleanUps.push(() => postgrey.stop());
    server = await startPostfix(packages!, await freePort(), policyPort);
    cleanUps.push(() => server.root.remove());
  }, 120_000);

  it.each([
    ['with PIPELINING and a STARTTLS that it offers', 'plain'],
    ['without PIPELINING', 'noPipelining'],
    ['that demands STARTTLS', 'tlsRequired'],
    ['that offers STARTTLS and then refuses it', 'brokenTls'],
    ['with its default limits of errors', 'strict'],
  ] as const)('%s: every mailbox gets its verdict', async (_, listener) => {
    expect(await verdicts(POSTFIX[listener], server.port, DOMAIN)).toEqual(RIGHT);
  });

  it('is spoken to in TLS, whatever its certificate', async () => {
    const before = tlsSessions();
    await verdicts(POSTFIX.plain, server.port, DOMAIN, ['alice@people']);

    expect(tlsSessions()).toBeGreaterThan(before);
  });
  const tlsSessions = (): number => server.log().split('TLS connection established from').length;

  /** After the tenth error every reply of a session takes a second: to be felt by so many sessions, no more. */
  const expectSlowedDown = (before: number, most: number): void => {
    const log = server.log().slice(before);
    const refusals = [...log.matchAll(/: disconnect .* rcpt=0\/(\d+)/g)].map((match) => Number(match[1]));
    expect(refusals.length).toBeGreaterThan(4);
    expect(refusals.filter((count) => count > 9).length).toBeLessThanOrEqual(most);
    expect(log).not.toContain('too many errors');
  };

  it('answers about many addresses in few sessions', async () => {
    const { addresses, right } = mixedList(DOMAIN, 90);
    const before = server.sessions();
    const engine = await EngineUnderTest.start(POSTFIX.plain, server.port);

    expect((await engine.askAll(addresses)).map(verdictOf)).toEqual(right);
    expect(engine.stats().rcptCommands).toBe(addresses.length + 1);
    await engine.stop();
    expect(server.sessions() - before).toBeLessThanOrEqual(9);
  });

  it.each([
    ['is known by its greeting, and never provoked', 'strict', 0],
    ['without its name in the greeting, is found out once', 'anonymous', 1],
  ] as const)(
    'limits errors: of many unknown mailboxes none is lost; %s',
    async (_, listener, mostSlowedDown) => {
      const addresses = Array.from({ length: 80 }, (_, n) => `nobody${n}@people.${DOMAIN}`);
      const engine = await EngineUnderTest.start(POSTFIX[listener], server.port);
      const before = server.log().length;

      expect((await engine.askAll(addresses)).map(verdictOf)).toEqual(addresses.map(() => NOT_FOUND));
      await engine.stop();
      expectSlowedDown(before, mostSlowedDown);
    },
    40_000,
  );

  it('greylists, and the same engine has the verdicts afterwards', async () => {
    const engine = await EngineUnderTest.start(POSTFIX.greylisting, server.port, { catchAllDeferralMs: 1000 });
    const mailboxes = ['bob@people', 'nobody@people', 'somebody@everybody'].map((mailbox) => `${mailbox}.${DOMAIN}`);
    const untilTaken = (): Promise<void> => sleep(GREYLISTED_SECONDS * 1000 + 200);
    try {
      const first = await engine.askAll(mailboxes);
      expect(first.map(verdictOf)).toEqual(mailboxes.map(() => ['unknown', 'greylisted', null, null]));
      expect(first.map(({ retryAfterSeconds }) => retryAfterSeconds)).toEqual([0, 0, 0]);

      await untilTaken();
      // Now the random address is new to postgrey.
      expect((await engine.askAll(mailboxes)).map(verdictOf)).toEqual([
        ['unknown', 'catch_all_undetermined', null, true],
        NOT_FOUND,
        ['unknown', 'catch_all_undetermined', null, true],
      ]);

      await untilTaken();
      expect((await engine.askAll(mailboxes)).map(verdictOf)).toEqual([
        RIGHT['alice@people'],
        NOT_FOUND,
        RIGHT['anybody@everybody'],
      ]);
    } finally {
      await engine.stop();
    }
  }, 120_000);

  it('greylists a whole list and is not provoked', async () => {
    const { addresses } = mixedList(DOMAIN, 60);
    const engine = await EngineUnderTest.start(POSTFIX.greylisting, server.port);
    const before = server.log().length;

    const found = (await engine.askAll(addresses.map((address) => `list.${address}`))).map(verdictOf);
    await engine.stop();
    expect(found).toEqual(addresses.map(() => ['unknown', 'greylisted', null, null]));
    expectSlowedDown(before, 0);
  }, 120_000);

  describe('in words that nobody reads', () => {
    const askAsBatch = async (listener: string, domain: string, length = 30): Promise<Verdict[]> => {
      const engine = await EngineUnderTest.start(listener, server.port);
      const found = (await engine.askAsBatch(mixedList(`${domain}.${DOMAIN}`, length).addresses)).map(verdictOf);
      await engine.stop();
      return found;
    };
    const right = mixedList(DOMAIN, 30).right;

    it.each(UNREAD_DOMAINS.filter(isCoded))('tells people from others: %s', async (domain) => {
      expect(await askAsBatch(POSTFIX.plain, domain)).toEqual(right);
    });

    it.each(UNREAD_DOMAINS.filter((domain) => !isCoded(domain)))(
      'says with a code of policy that it does not know others: unknown: %s',
      async (domain) => {
        const found = await askAsBatch(POSTFIX.plain, domain);
        expect(found.map(([status]) => status)).not.toContain('invalid');
        expect(found[0]).toEqual(['unknown', 'antispam_system', null, null]);
      },
    );

    it.each(['noPipelining', 'strict', 'footnotes'] as const)('does so at the listener "%s"', async (listener) => {
      expect(await askAsBatch(POSTFIX[listener], 'coded')).toEqual(right);
    });

    it('tells them where it has another host asked, with a reason of its own', async () => {
      expect(await askAsBatch(POSTFIX.verifying, 'verified', 3)).toEqual(right.slice(0, 3));
    });

    it('refuses the client so: unknown', async () => {
      const found = await askAsBatch(POSTFIX.blockingClient, 'coded');
      expect(new Set(found.map(([status]) => status))).toEqual(new Set(['unknown']));
    });

    it.each(UNREAD_DOMAINS)('refuses everybody so: unknown: %s', async (domain) => {
      const found = await askAsBatch(POSTFIX.blockingPeople, domain);
      expect(new Set(found.map(([status]) => status))).toEqual(new Set(['unknown']));
    });
  });

  it('is killed in mid-session: unknown', async () => {
    const engine = await EngineUnderTest.start(POSTFIX.slow, server.port);
    const before = server.sessions();
    const answers = engine.askAll(mixedList(DOMAIN, 10).addresses);
    await eventually('it was connected to', () => server.sessions() > before);

    await server.root.kill();
    const found = (await answers).map(verdictOf);

    await engine.stop();
    expect(new Set(found.map(([status]) => status))).toEqual(new Set(['unknown']));
  });
});
