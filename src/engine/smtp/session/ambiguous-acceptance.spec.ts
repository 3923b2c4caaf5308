import { ScriptedSmtpServer } from '../../../../test/world/smtp/scripted-smtp-server';
import { FastForwardClock } from '../../../../test/support/fast-forward-clock';
import type { SmtpScript } from '../../../../test/world/smtp/smtp-script';
import type { Clock } from '../../ports';
import { DEFAULT_SMTP_OPTIONS } from '../smtp-options';
import { systemClock } from '../../system-ports';
import { NetDialler } from '../wire/net-dialler';
import { openSession } from './open-session';
import { OutOfSyncFailure } from './out-of-sync.failure';
import type { SmtpSession } from './smtp-session';

const [LIKE_MAIL, LIKE_RSET] = ['250 2.1.0 Ok', '250 2.0.0 Ok'];
let server: ScriptedSmtpServer;

/** A host that takes people in the words of another command, as qmail does. */
async function serve(accepts: string, script: Partial<SmtpScript>): Promise<void> {
  const mailboxes = { 'anna@example.test': accepts, 'bert@example.test': accepts };
  server = await ScriptedSmtpServer.start({ mailboxes, ...script });
}

const open = (isLockStep = false, clock: Clock = systemClock): Promise<SmtpSession> =>
  openSession(
    { host: 'mx.example.test', address: '127.0.0.1', mode: 'single', isLockStep },
    {
      dialler: new NetDialler(),
      clock,
      options: { ...DEFAULT_SMTP_OPTIONS, heloName: 'probe.us.test', commandTimeoutMs: 2_000, port: server.port },
    },
    new AbortController().signal,
  );

const outcome = async (session: SmtpSession, name: string): Promise<string> =>
  (await session.ask({ address: `${name}@example.test`, needsSmtputf8: false })).classified.outcome;

afterEach(() => server.stop());

describe.each([true, false])('a host that accepts people in the words for others (pipelining: %s)', (pipelining) => {
  it.each([
    ['MAIL', LIKE_MAIL],
    ['RSET', LIKE_RSET],
  ])('%s is believed once EHLO has its own reply after it', async (_which, accepts) => {
    await serve(accepts, { pipelining });
    const session = await open();
    const together = ['anna', 'nobody', 'bert'].map((name) => () => outcome(session, name));
    const outcomes = pipelining ? await Promise.all(together.map((ask) => ask())) : [];
    for (const ask of pipelining ? [] : together) outcomes.push(await ask());
    outcomes.push(await outcome(session, 'nobody'), await outcome(session, 'anna'));
    await session.quit();
    expect(outcomes).toEqual(['accepted', 'mailbox_not_found', 'accepted', 'mailbox_not_found', 'accepted']);
    expect(server.verbs().slice(-7)).toEqual(['MAIL', 'RCPT', 'EHLO', 'MAIL', 'RCPT', 'EHLO', 'QUIT']);
  });

  it('and sends a reply too many, for a command that it does not read, accepts nobody', async () => {
    await serve(LIKE_MAIL, { pipelining, answersTwice: ['mail'], secondAnswerMs: 1, readsOneCommand: true });
    const session = await open(false, new FastForwardClock());
    const said = await outcome(session, 'nobody').catch(() => 'failed');
    expect(said).not.toBe('accepted');
  });
});

it('a host that greets in them as well is out of sync: nothing tells its replies apart', async () => {
  await serve(LIKE_MAIL, { pipelining: false, replies: { ehlo: LIKE_MAIL } });
  const session = await open();
  await expect(outcome(session, 'anna')).rejects.toThrow(OutOfSyncFailure);
});

it('and is then judged by QUIT, one question a session', async () => {
  await serve(LIKE_MAIL, { answersTwice: ['ehlo', 'mail'], replies: { ehlo: LIKE_MAIL } });
  const outcomes: string[] = [];
  for (const name of ['anna', 'nobody']) outcomes.push(await outcome(await open(true), name));
  expect(outcomes).toEqual(['accepted', 'mailbox_not_found']);
});
