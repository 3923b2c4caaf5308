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
    const statuses = async (listener: string, domain: string, length = 30): Promise<string[]> => {
      const engine = await EngineUnderTest.start(listener, server.port);
      try {
        return (await engine.askAsBatch(mixedList(domain, length).addresses)).map(({ status }) => status);
      } finally {
        await engine.stop();
      }
    };
    /** Those of the list that exist, see `mixedList`. */
    const ofPeople = (found: readonly string[]): string[] => found.filter((_, n) => n % 3 !== 0);

    it.each([...UNREAD_DOMAINS, 'numbered'])('tells people from others: %s', async (domain) => {
      const { addresses, right } = mixedList(`${domain}.${DOMAIN}`, 30);
      const engine = await EngineUnderTest.start(EXIM.plain, server.port);
      expect((await engine.askAsBatch(addresses)).map(verdictOf)).toEqual(right);
      await engine.stop();
    });

    it('tells people from others in single checks, once it has accepted somebody', async () => {
      const engine = await EngineUnderTest.start(EXIM.plain, server.port);
      const found = [];
      for (const name of ['nobody1', 'person1', 'nobody2'])
        found.push(verdictOf(await engine.ask(`${name}@people.zorp.${DOMAIN}`)));
      expect(found).toEqual([['unknown', 'recipient_restricted', null, null], VALID, NOT_FOUND]);
      await engine.stop();
    });

    it.each(['without PIPELINING', 'that hangs up after each refusal'] as const)('does so %s', async (which) => {
      const { addresses, right } = mixedList(`zorp.${DOMAIN}`, 30);
      const listener = which === 'without PIPELINING' ? EXIM.noPipelining : EXIM.dropping;
      const engine = await EngineUnderTest.start(listener, server.port);
      expect((await engine.askAsBatch(addresses)).map(verdictOf)).toEqual(right);
      await engine.stop();
    });

    it.each([...UNREAD_DOMAINS, 'numbered'])('refuses everybody so: unknown: %s', async (domain) => {
      expect(new Set(await statuses(EXIM.blocking, `${domain}.${DOMAIN}`))).toEqual(new Set(['unknown']));
    });

    it('refuses everybody so after a few recipients of a connection: nobody who exists is invalid', async () => {
      const found = await statuses(EXIM.counting, `zorp.${DOMAIN}`, 90);
      expect(ofPeople(found)).not.toContain('invalid');
      expect(found).toContain('valid');
    });

    it('refuses everybody so after a few recipients: nobody who exists is invalid', async () => {
      const found = await statuses(EXIM.limiting, `zorp.${DOMAIN}`, 90);
      expect(ofPeople(found)).not.toContain('invalid');
      expect(found).toContain('valid');
      expect(found).toContain('unknown');
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
