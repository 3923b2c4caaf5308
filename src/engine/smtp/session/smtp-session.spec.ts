import { ScriptedSmtpServer } from '../../../../test/world/smtp/scripted-smtp-server';
import { FastForwardClock } from '../../../../test/support/fast-forward-clock';
import type { Fault, SmtpScript, Step } from '../../../../test/world/smtp/smtp-script';
import type { Clock } from '../../ports';
import { systemClock } from '../../system-ports';
import { NetDialler } from '../wire/net-dialler';
import { openSession } from './open-session';
import type { Classified, Stage } from '../replies/outcome';
import { SmtpFailure } from './smtp-failure';
import { DEFAULT_SMTP_OPTIONS, type SmtpOptions } from '../smtp-options';
import type { SmtpSession } from './smtp-session';

const JOE = { address: 'joe@example.test', needsSmtputf8: false };
const NOBODY = { address: 'nobody@example.test', needsSmtputf8: false };
const UMLAUT = { address: 'jörg@example.test', needsSmtputf8: true };

let server: ScriptedSmtpServer;
let clock: Clock;

async function serve(script: Partial<SmtpScript>): Promise<void> {
  server = await ScriptedSmtpServer.start({
    mailboxes: { 'joe@example.test': 'ok', 'jörg@example.test': 'ok' },
    clock,
    ...script,
  });
}

const open = (options: Partial<SmtpOptions> = {}, signal = new AbortController().signal): Promise<SmtpSession> =>
  openSession(
    { host: 'mx.example.test', address: '127.0.0.1', mode: 'single' },
    {
      dialler: new NetDialler(),
      clock,
      options: {
        ...DEFAULT_SMTP_OPTIONS,
        heloName: 'probe.us.test',
        commandTimeoutMs: 2_000,
        port: server.port,
        ...options,
      },
    },
    signal,
  );

/** What several questions that are under way together come to. */
async function askTogether(options: Partial<SmtpOptions> = {}): Promise<string[]> {
  const session = await open(options);
  const answers = await Promise.all([JOE, NOBODY, JOE].map((recipient) => session.ask(recipient)));
  answers.push(await session.ask(JOE));
  await session.quit();
  return answers.map(({ classified }) => classified.outcome);
}

const RIGHT = ['accepted', 'mailbox_not_found', 'accepted', 'accepted'];

/** Opens a session, asks about Joe, and tells how it went: the answer, or the failure. */
async function askAboutJoe(options: Partial<SmtpOptions> = {}): Promise<{ classified: Classified; stage: Stage }> {
  try {
    const session = await open(options);
    try {
      return await session.ask(JOE);
    } finally {
      await session.quit();
    }
  } catch (error) {
    if (error instanceof SmtpFailure) return { classified: error.classified, stage: error.stage };
    throw error;
  }
}

beforeEach(() => {
  clock = systemClock;
});

afterEach(async () => {
  const forbidden = server.verbs().filter((verb) => ['DATA', 'VRFY', 'EXPN', 'BDAT'].includes(verb));
  const { violations } = server;
  await server.stop();
  if (forbidden.length + violations.length > 0) throw new Error([...forbidden, ...violations].join('; '));
});

describe('SmtpSession', () => {
  it.each([true, false])('asks one question after the other in one session (pipelining: %s)', async (pipelining) => {
    await serve({ pipelining });
    const session = await open();
    expect((await session.ask(JOE)).classified.outcome).toBe('accepted');
    expect((await session.ask(NOBODY)).classified.outcome).toBe('mailbox_not_found');
    expect((await session.ask(JOE)).classified.outcome).toBe('accepted');
    await session.quit();
    expect(server.commands.map(({ line }) => line)).toEqual([
      'EHLO probe.us.test',
      'MAIL FROM:<>',
      'RCPT TO:<joe@example.test>',
      'RSET',
      'MAIL FROM:<>',
      'RCPT TO:<nobody@example.test>',
      'RSET',
      'MAIL FROM:<>',
      'RCPT TO:<joe@example.test>',
      'RSET',
      'QUIT',
    ]);
  });

  it('waits for the whole greeting before it speaks', async () => {
    await serve({ greetingDelayMs: 100, greeting: ['220-mx', '220-no early talk', '220 please'] });
    expect((await askAboutJoe()).classified.outcome).toBe('accepted');
  });

  it('falls back to HELO', async () => {
    await serve({ replies: { ehlo: '502 5.5.2 Error: command not recognized' } });
    expect((await askAboutJoe()).classified.outcome).toBe('accepted');
    expect(server.verbs()).toEqual(['EHLO', 'HELO', 'MAIL', 'RCPT', 'RSET', 'QUIT']);
  });

  it('says HELO at once behind a firewall that blots out the greeting', async () => {
    await serve({ greeting: '220 ****************' });
    expect((await askAboutJoe()).classified.outcome).toBe('accepted');
    expect(server.verbs()[0]).toBe('HELO');
  });

  it('reports a refused name as about us', async () => {
    await serve({ replies: { ehlo: '550 you are not me' } });
    expect(await askAboutJoe()).toMatchObject({
      stage: 'ehlo',
      classified: { outcome: 'sender_blocked', reason: 'helo' },
    });
  });

  describe('STARTTLS', () => {
    it('is used where offered, with a second EHLO', async () => {
      await serve({ startTls: 'offered', requireTls: true });
      expect((await askAboutJoe()).classified.outcome).toBe('accepted');
      expect(server.verbs()).toEqual(['EHLO', 'STARTTLS', 'EHLO', 'MAIL', 'RCPT', 'RSET', 'QUIT']);
    });

    it('goes on in clear when refused', async () => {
      await serve({ startTls: 'refused' });
      expect((await askAboutJoe()).classified.outcome).toBe('accepted');
      expect(server.knocks).toBe(1);
    });

    it('reconnects in clear when the handshake fails', async () => {
      await serve({ startTls: 'broken' });
      expect((await askAboutJoe()).classified.outcome).toBe('accepted');
      expect(server.knocks).toBe(2);
      expect(server.verbs(2)).toEqual(['EHLO', 'MAIL', 'RCPT', 'RSET', 'QUIT']);
    });

    it('is done when demanded though it was not offered', async () => {
      let demanded = false;
      await serve({
        requireTls: true,
        replies: {
          ehlo: () => (demanded ? undefined : '250 mx'),
          starttls: () => {
            demanded = true;
            return '220 go ahead';
          },
        },
      });
      expect((await askAboutJoe()).classified.outcome).toBe('accepted');
    });

    it('is done when the demand comes in mid-session', async () => {
      let mails = 0;
      let isSecured = false;
      await serve({
        replies: {
          ehlo: () => (isSecured ? undefined : ['250-mx', '250 PIPELINING']),
          mail: () => ((mails += 1) > 2 && !isSecured ? '530 5.7.0 Must issue a STARTTLS command first' : undefined),
          starttls: () => {
            isSecured = true;
            return '220 go ahead';
          },
        },
      });
      expect(await askTogether()).toEqual(RIGHT);
    });

    it('is done once for questions that met the demand together', async () => {
      let demanded = false;
      await serve({
        requireTls: true,
        replies: {
          ehlo: () => (demanded ? undefined : ['250-mx', '250 PIPELINING']),
          starttls: () => {
            demanded = true;
            return '220 go ahead';
          },
        },
      });
      expect(await askTogether()).toEqual(RIGHT);
      expect(server.verbs().filter((verb) => verb === 'STARTTLS')).toHaveLength(1);
    });

    it('fails, and says so, where TLS is demanded and broken', async () => {
      await serve({ requireTls: true, startTls: 'broken' });
      expect(await askAboutJoe()).toMatchObject({ classified: { outcome: 'tls_failed' } });
    });
  });

  describe('the sender', () => {
    it('is the operator’s where there is one', async () => {
      await serve({});
      await askAboutJoe({ mailFrom: 'probe@us.test' });
      expect(server.commands.map(({ line }) => line)).toContain('MAIL FROM:<probe@us.test>');
    });

    const refuseNull = (argument: string) => (argument.includes('<>') ? '553 NULL sender is not allowed' : undefined);

    it.each([true, false])(
      'is given once more where the null sender is refused (pipelining: %s)',
      async (pipelining) => {
        await serve({ pipelining, replies: { mail: refuseNull } });
        expect((await askAboutJoe({ mailFromWhenNullRefused: 'probe@us.test' })).classified.outcome).toBe('accepted');
      },
    );

    it('is given to all who were under way when the null sender was refused', async () => {
      await serve({ replies: { mail: refuseNull } });
      expect(await askTogether({ mailFromWhenNullRefused: 'probe@us.test' })).toEqual(RIGHT);
    });

    it.each([
      '554 5.7.1 <>: Sender address rejected: Access denied',
      '550 5.7.1 null sender not allowed for this user',
    ])('is given where the null sender is refused for some only: %s', async (refusal) => {
      const session = async (): Promise<string[]> => askTogether({ mailFromWhenNullRefused: 'probe@us.test' });
      await serve({
        mailboxes: {
          'joe@example.test': ({ sender, rcptInSession }) => (rcptInSession > 1 && sender === '' ? refusal : 'ok'),
        },
      });
      expect(await session()).toEqual(RIGHT);
    });

    it('refused is about us', async () => {
      await serve({ replies: { mail: refuseNull } });
      expect(await askAboutJoe()).toMatchObject({ stage: 'mail', classified: { outcome: 'sender_blocked' } });
    });
  });

  describe('SMTPUTF8', () => {
    it('is declared for a local part that needs it, and for no other', async () => {
      await serve({});
      const session = await open();
      expect((await session.ask(UMLAUT)).classified.outcome).toBe('accepted');
      await session.ask(JOE);
      await session.quit();
      expect(server.commands.map(({ line }) => line).filter((line) => line.startsWith('MAIL'))).toEqual([
        'MAIL FROM:<> SMTPUTF8',
        'MAIL FROM:<>',
      ]);
    });

    it('is not sent where it is not offered: nothing is asked', async () => {
      await serve({ smtputf8: false });
      const session = await open();
      expect((await session.ask(UMLAUT)).classified.outcome).toBe('smtputf8_required');
      await session.quit();
      expect(server.rcpts).toBe(0);
    });
  });

  it.each(['a@example.test\r\nRCPT TO:<b@example.test>', 'a@example.test\nDATA', 'a\0@b', 'a>b@c', 'a@b> <c', '"a@b'])(
    'puts nothing of %j on the wire',
    async (address) => {
      await serve({});
      const session = await open();
      await expect(session.ask({ address, needsSmtputf8: false })).rejects.toThrow('wire');
      expect((await session.ask(JOE)).classified.outcome).toBe('accepted');
      await session.quit();
      expect(server.verbs()).toEqual(['EHLO', 'MAIL', 'RCPT', 'RSET', 'QUIT']);
    },
  );

  describe('a peer that fails', () => {
    const expected: [Step, Fault, string][] = [
      ['greeting', 'close', 'dropped'],
      ['greeting', 'reset', 'dropped|connect_refused'],
      ['greeting', 'half_line', 'dropped'],
      ['greeting', 'silence', 'banner_timeout'],
      ['greeting', 'garbage', 'protocol_error'],
      ['greeting', 'http', 'protocol_error'],
      ['greeting', 'tls', 'protocol_error'],
      ['greeting', 'endless_lines', 'protocol_error'],
      ['greeting', 'endless_text', 'protocol_error'],
      ['greeting', 'trickle', 'banner_timeout'],
      ...(['ehlo', 'mail', 'rcpt'] as const).flatMap((step): [Step, Fault, string][] => [
        [step, 'close', 'dropped'],
        [step, 'reset', 'dropped'],
        [step, 'half_line', 'dropped'],
        [step, 'silence', 'reply_timeout'],
        [step, 'garbage', 'protocol_error'],
        [step, 'endless_lines', 'protocol_error'],
        [step, 'endless_text', 'protocol_error'],
        [step, 'trickle', 'reply_timeout'],
      ]),
      ['rcpt', 'reply_then_close', 'accepted'],
      ['quit', 'close', 'accepted'],
      ['quit', 'reset', 'accepted'],
      ['quit', 'garbage', 'accepted'],
    ];

    it.each(expected)('at %s with %s: %s', async (step, fault, outcome) => {
      if (outcome.endsWith('timeout')) clock = new FastForwardClock();
      await serve({ faults: { [step]: fault }, trickleMs: 100, pipelining: false });
      // A trickle that is not bounded as a whole would end as a reply; what has no bound at all never ends.
      const commandTimeoutMs = outcome.endsWith('timeout') ? 150 : 60_000;
      expect((await askAboutJoe({ commandTimeoutMs })).classified.outcome).toMatch(new RegExp(`^(${outcome})$`));
    });

    it('keeps the verdict where QUIT is never answered, and waits for that no longer than two seconds', async () => {
      clock = new FastForwardClock();
      await serve({ faults: { quit: 'silence' } });
      const started = clock.now();
      expect((await askAboutJoe({ commandTimeoutMs: 60_000 })).classified.outcome).toBe('accepted');
      // As any other command it would have 60 s.
      expect(clock.now() - started).toBeLessThanOrEqual(2_000);
    });
  });

  it('closes the socket at once when aborted', async () => {
    await serve({ faults: { greeting: 'silence' } });
    const abort = new AbortController();
    const opening = open({}, abort.signal);
    setTimeout(() => {
      abort.abort();
    }, 50);
    await expect(opening).rejects.toMatchObject({ classified: { outcome: 'aborted' } });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.openSessions).toBe(0);
  });

  it('reports a refused connection', async () => {
    await serve({});
    const gone = await ScriptedSmtpServer.start();
    const { port } = gone;
    await gone.stop();
    expect(await askAboutJoe({ port })).toMatchObject({ stage: 'connect', classified: { outcome: 'connect_refused' } });
  });
});
