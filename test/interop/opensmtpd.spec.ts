import { eventually } from '../support/eventually';
import { freePort } from '../support/free-port';
import { EngineUnderTest } from './support/engine-under-test';
import { cleanUpsAfterAll } from './support/clean-ups';
import { describeInterop } from './support/describe-interop';
import { packages, type MailServer } from './support/mail-server';
import { OPENSMTPD, startOpenSmtpd } from './support/opensmtpd';
import { UNREAD_DOMAINS } from './support/unread-words';
import { mixedList, NOT_FOUND, RIGHT, VALID, verdictOf, verdicts, type Verdict } from './support/verdicts';

const DOMAIN = 'opensmtpd.test';

describeInterop('OpenSMTPD', () => {
  const cleanUps = cleanUpsAfterAll();
  let server: MailServer;

  beforeAll(async () => {
    server = await startOpenSmtpd(packages!, await freePort());
    cleanUps.push(() => server.root.remove());
  }, 120_000);

  /**
   * One text for a virtual user that it doesn't know and for one whose aliases are broken, empty or go round in a circle
   * (`524 5.2.4 Mailing list expansion problem`): no "no". To a random address it is one, so that the others can be valid.
   */
  const NO_EXPANSION: Verdict = ['unknown', 'mail_server_temporary_error', null, null];
  /** A domain that isn't hosted gets the words of an unknown user of the system, so that nobody can tell them apart. */
  const right: Record<string, Verdict> = { ...RIGHT, 'nobody@people': NO_EXPANSION, 'somebody@elsewhere': NOT_FOUND };

  it('hangs up on pipelining, and is asked step by step', async () => {
    expect(await verdicts(OPENSMTPD.plain, server.port, DOMAIN)).toEqual(right);
  });

  it('tells users of the system apart as well', async () => {
    const mailboxes = ['vmail@system', 'nobody@system'];

    expect(await verdicts(OPENSMTPD.plain, server.port, DOMAIN, mailboxes)).toEqual({
      'vmail@system': VALID,
      'nobody@system': NOT_FOUND,
    });
  });

  it('is asked in clear where its STARTTLS fails', async () => {
    expect(await verdicts(OPENSMTPD.brokenTls, server.port, DOMAIN)).toEqual(right);
  });

  it('says nothing of anybody where it demands the STARTTLS that fails', async () => {
    const found = Object.values(await verdicts(OPENSMTPD.brokenTlsRequired, server.port, DOMAIN));

    expect(new Set(found.map(([status]) => status))).toEqual(new Set(['unknown']));
  });

  it('answers about many addresses in few sessions', async () => {
    const { addresses, right: each } = mixedList(DOMAIN, 90, NO_EXPANSION);
    const before = server.sessions();
    const engine = await EngineUnderTest.start(OPENSMTPD.plain, server.port);

    expect((await engine.askAll(addresses)).map(verdictOf)).toEqual(each);
    expect(engine.stats().rcptCommands).toBe(addresses.length + 1);
    await engine.stop();
    expect(server.sessions() - before).toBeLessThanOrEqual(9);
  });

  describe.each(UNREAD_DOMAINS)('in words that nobody reads: %s', (domain) => {
    const { addresses, right: each } = mixedList(`${domain}.${DOMAIN}`, 30);

    it('tells people from others', async () => {
      const engine = await EngineUnderTest.start(OPENSMTPD.unread, server.port);
      expect((await engine.askAsBatch(addresses)).map(verdictOf)).toEqual(each);
      await engine.stop();
    });

    it('refuses everybody so: unknown', async () => {
      const engine = await EngineUnderTest.start(OPENSMTPD.blocking, server.port);
      const found = await engine.askAsBatch(addresses);
      await engine.stop();
      expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['unknown']));
    });
  });

  it('is killed in mid-session: what it said stands, and the rest is unknown', async () => {
    const { addresses, right: each } = mixedList(DOMAIN, 90, NO_EXPANSION);
    const engine = await EngineUnderTest.start(OPENSMTPD.plain, server.port);
    const answers = engine.askAll([...addresses, ...addresses.map((address) => address.replace('@', 'x@'))]);
    await eventually('a few addresses were asked', () => engine.stats().rcptCommands > 5);

    await server.root.kill();
    const found = (await answers).map(verdictOf);
    const cutOff = found.filter(([status, subStatus]) => status === 'unknown' && subStatus !== NO_EXPANSION[1]);

    await engine.stop();
    expect(cutOff.length).toBeGreaterThan(0);
    expect(cutOff.length).toBeLessThan(found.length);
    expect(found.filter(([status], n) => status !== 'unknown' && status !== (each[n] ?? NOT_FOUND)[0])).toEqual([]);
  });
});
