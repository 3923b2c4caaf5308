import type { Verification } from '../../src/engine';
import { eventually } from '../support/eventually';
import { freePort } from '../support/free-port';
import { EngineUnderTest } from './support/engine-under-test';
import { cleanUpsAfterAll } from './support/clean-ups';
import { describeInterop } from './support/describe-interop';
import { EXIM, startExim } from './support/exim';
import { packages, type MailServer } from './support/mail-server';
import { UNREAD_DOMAINS } from './support/unread-words';
import { mixedList, NOT_FOUND, RIGHT, VALID, verdictOf, verdicts } from './support/verdicts';

const DOMAIN = 'exim.test';

describeInterop('Exim', () => {
  const cleanUps = cleanUpsAfterAll();
  let server: MailServer;

  beforeAll(async () => {
    server = await startExim(packages!, await freePort());
    cleanUps.push(() => server.root.remove());
  }, 120_000);

  it.each([
    ['with PIPELINING and a STARTTLS that it offers', 'plain'],
    ['without PIPELINING', 'noPipelining'],
    ['that demands STARTTLS', 'tlsRequired'],
    ['that hangs up after each unknown mailbox', 'dropping'],
  ] as const)('%s: every mailbox gets its verdict', async (_, listener) => {
    expect(await verdicts(EXIM[listener], server.port, DOMAIN)).toEqual(RIGHT);
  });

  it('is spoken to in TLS, whatever its certificate', async () => {
    await verdicts(EXIM.plain, server.port, DOMAIN, ['secret@people']);

    expect(server.log()).toMatch(/X=TLS1\.\d:.* rejected RCPT <secret@people\.exim\.test>/);
  });

  // By default Exim hangs up after about ten RSET without a message (`smtp_accept_max_nonmail`).
  it.each([
    ['with PIPELINING', 'plain', 12],
    ['without PIPELINING', 'noPipelining', 12],
    // Here each of the 30 that are unknown ends a session, and often a question that was already on its way with it.
    ['that hangs up after each unknown mailbox', 'dropping', 90],
  ] as const)('%s: answers about many addresses in few sessions', async (_, listener, most) => {
    const { addresses, right } = mixedList(DOMAIN, 90);
    const before = server.sessions();
    const engine = await EngineUnderTest.start(EXIM[listener], server.port);

    expect((await engine.askAll(addresses)).map(verdictOf)).toEqual(right);
    await engine.stop();
    expect(server.sessions() - before).toBeLessThanOrEqual(most);
  });

  describe('in words that nobody reads', () => {
    const askAsBatch = async (listener: string, domain: string, length = 30): Promise<Verification[]> => {
      const engine = await EngineUnderTest.start(listener, server.port);
      try {
        return await engine.askAsBatch(mixedList(`${domain}.${DOMAIN}`, length).addresses);
      } finally {
        await engine.stop();
      }
    };
    const { right } = mixedList(DOMAIN, 30);
    const statuses = (found: readonly Verification[]): string[] => found.map(({ status }) => status);
    /** Those of the list that exist, see `mixedList`. */
    const ofPeople = (found: readonly Verification[]): Verification[] => found.filter((_, n) => n % 3 !== 0);

    it.each([...UNREAD_DOMAINS, 'numbered'])('tells people from others: %s', async (domain) => {
      expect((await askAsBatch(EXIM.plain, domain)).map(verdictOf)).toEqual(right);
    });

    it('tells people from others without PIPELINING', async () => {
      expect((await askAsBatch(EXIM.noPipelining, 'zorp')).map(verdictOf)).toEqual(right);
    });

    it('tells people from others in single checks, once it has accepted somebody', async () => {
      const engine = await EngineUnderTest.start(EXIM.plain, server.port);
      const found = [];
      for (const name of ['nobody1', 'person1', 'nobody2'])
        found.push(verdictOf(await engine.ask(`${name}@people.zorp.${DOMAIN}`)));
      expect(found).toEqual([['unknown', 'recipient_restricted', null, null], VALID, NOT_FOUND]);
      await engine.stop();
    });

    it.each([...UNREAD_DOMAINS, 'numbered'])('refuses everybody so: unknown: %s', async (domain) => {
      expect(new Set(statuses(await askAsBatch(EXIM.blocking, domain)))).toEqual(new Set(['unknown']));
    });

    // Whom it accepts can't be asked about after a refusal, in the same session.
    it('hangs up after each refusal: nobody is invalid', async () => {
      expect(statuses(await askAsBatch(EXIM.dropping, 'zorp'))).not.toContain('invalid');
    });

    it.each([
      ['of a connection', 'counting'],
      ['within an hour', 'limiting'],
    ] as const)('refuses everybody so after a few recipients %s: nobody who exists is invalid', async (_, listener) => {
      const { addresses } = mixedList(`zorp.${DOMAIN}`, 90);
      const engine = await EngineUnderTest.start(EXIM[listener], server.port);
      const first = ofPeople(await engine.askAll(addresses));
      const second = ofPeople(await engine.askAll(addresses));
      await engine.stop();
      expect(statuses([...first, ...second])).not.toContain('invalid');
      // It knew some, before it refused others of them.
      expect(new Set(first.map(({ smtpValid }) => smtpValid))).toEqual(new Set([true, null]));
    });
  });

  it('is killed in mid-session: unknown', async () => {
    const engine = await EngineUnderTest.start(EXIM.slow, server.port);
    const before = server.sessions();
    const answers = engine.askAll(mixedList(DOMAIN, 10).addresses);
    await eventually('a mailbox was asked about', () => engine.stats().rcptCommands > 0 || server.sessions() > before);

    await server.root.kill();
    const found = (await answers).map(verdictOf);

    await engine.stop();
    expect(new Set(found.map(([status]) => status))).toEqual(new Set(['unknown']));
  });
});
