import { eventually } from '../support/eventually';
import { freePort } from '../support/free-port';
import { EngineUnderTest } from './support/engine-under-test';
import { cleanUpsAfterAll } from './support/clean-ups';
import { describeInterop } from './support/describe-interop';
import { EXIM, startExim } from './support/exim';
import { packages, type MailServer } from './support/mail-server';
import { mixedList, RIGHT, verdictOf, verdicts } from './support/verdicts';

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
