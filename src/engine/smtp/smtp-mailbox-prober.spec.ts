import { ScriptedSmtpServer } from '../../../test/world/smtp/scripted-smtp-server';
import { eventually } from '../../../test/support/eventually';
import { FastForwardClock } from '../../../test/support/fast-forward-clock';
import type { SmtpScript, Step } from '../../../test/world/smtp/smtp-script';
import type { Clock, Dialler } from '../ports';
import { parseAddress } from '../syntax/parse-address';
import { systemClock, systemRandom } from '../system-ports';
import { createMailboxProber, type ObservableMailboxProber, type ProberOptions } from './create-mailbox-prober';
import { DialError } from './wire/dial-error';
import type { MailHost, ProbeRequest, ProbeResult } from './mailbox-prober';
import { NetDialler } from './wire/net-dialler';

const servers: ScriptedSmtpServer[] = [];
let clock: FastForwardClock;
/** What the engine and the servers measure time by. */
let time: Clock;
let prober: ObservableMailboxProber;
/** Connections to 127.0.9.x never come about, nor are they refused. */
const dialler: Dialler = {
  dial: (address, port, signal) =>
    address.startsWith('127.0.9.')
      ? new Promise((_resolve, reject) => {
          const fail = (): void => {
            reject(new DialError('timeout', 'smtp'));
          };
          signal.addEventListener('abort', fail, { once: true });
        })
      : new NetDialler().dial(address, port, signal),
};

beforeEach(() => {
  time = clock = new FastForwardClock();
});

afterEach(async () => {
  await prober.close();
  const faults = servers.flatMap((server) => [
    ...server.violations,
    ...server.verbs().filter((verb) => ['DATA', 'VRFY', 'EXPN', 'BDAT'].includes(verb)),
  ]);
  await Promise.all(servers.map((server) => server.stop()));
  servers.length = 0;
  if (faults.length > 0) throw new Error(faults.join('; '));
});

/** One server per script, on 127.0.0.1, 127.0.0.2 …, and a prober that asks them on their common port. */
async function world(
  scripts: Partial<SmtpScript>[],
  options: Partial<ProberOptions> = {},
): Promise<ScriptedSmtpServer[]> {
  for (const [index, script] of scripts.entries()) {
    const place = { host: `127.0.0.${index + 1}`, port: servers[0]?.port ?? 0 };
    servers.push(
      await ScriptedSmtpServer.start({ mailboxes: { 'joe@example.test': 'ok' }, clock: time, ...script, ...place }),
    );
  }
  prober = createMailboxProber(
    {
      heloName: 'probe.us.test',
      port: servers[0]?.port ?? 0,
      commandTimeoutMs: 1_000,
      connectTimeoutMs: 1_000,
      idleMs: 300,
      ...options,
    },
    { dialler, clock: time, random: systemRandom },
  );
  return servers;
}

const mx = (number: number, addresses = [`127.0.0.${number}`]): MailHost => ({
  name: `mx${number}.example.test`,
  preference: number,
  addresses,
});

function probe(address: string, hosts: MailHost[] = [mx(1)], more: Partial<ProbeRequest> = {}): Promise<ProbeResult> {
  const parsed = parseAddress(address);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return prober.probe({
    address: parsed.address,
    hosts,
    hostNames: hosts.map(({ name }) => name),
    mode: 'single',
    tenant: 'us',
    job: '',
    until: null,
    signal: new AbortController().signal,
    ...more,
  });
}

/** Aborted when so much time has passed. */
function after(ms: number): AbortSignal {
  const leaving = new AbortController();
  void clock.sleep(ms).then(() => {
    leaving.abort();
  });
  return leaving.signal;
}

const addressesAsked = (server: ScriptedSmtpServer | undefined): string[] =>
  (server?.commands ?? []).flatMap(({ line }) => /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? []);

describe('the prober', () => {
  it('asks the real address first, and a random one only after it was accepted, in the same session', async () => {
    const [server] = await world([{}]);
    const result = await probe('joe@example.test');
    expect(result).toMatchObject({
      classified: { outcome: 'accepted', code: 250 },
      stage: 'rcpt',
      mxHost: 'mx1.example.test',
      catchAll: false,
      everyHostSaid: false,
      layer: 'smtp',
    });
    const [first, second, ...rest] = addressesAsked(server);
    expect(first).toBe('joe@example.test');
    expect(second).toMatch(/^[a-z]{12,18}\d{1,3}@example\.test$/);
    expect(rest).toEqual([]);
    expect(server?.knocks).toBe(1);
  });

  it('does not ask a random address where the real one was refused', async () => {
    const [server] = await world([{}]);
    expect(await probe('nobody@example.test')).toMatchObject({
      classified: { outcome: 'mailbox_not_found' },
      catchAll: null,
    });
    expect(server?.rcpts).toBe(1);
  });

  it('recognises a domain that accepts everybody', async () => {
    await world([{ catchAll: true }]);
    expect((await probe('anybody@example.test')).catchAll).toBe(true);
  });

  it.each([true, false])(
    'asks N addresses of one domain with N + 1 RCPT commands (pipelining: %s)',
    async (pipelining) => {
      const people = Array.from({ length: 30 }, (_, index) => `p${index}@example.test`);
      const [server] = await world([
        { pipelining, mailboxes: Object.fromEntries(people.map((person) => [person, 'ok'])) },
      ]);
      const results = await Promise.all(people.map((person) => probe(person, [mx(1)], { mode: 'batch' })));
      expect(results.map(({ classified }) => classified.outcome)).toEqual(people.map(() => 'accepted'));
      expect(results.every(({ catchAll }) => catchAll === false)).toBe(true);
      expect(server?.rcpts).toBe(31);
      expect(server?.peakSessions).toBeLessThanOrEqual(2);
      expect(prober.stats().catchAllCacheHits).toBe(29);
    },
  );

  it.each(['452 4.5.3 Recipients belong to multiple regions', '550 5.7.1 policy', '252 maybe', '452 4.2.2 full'])(
    'leaves catch-all open where the random address got "%s"',
    async (reply) => {
      await world([{ otherwise: reply }]);
      expect(await probe('joe@example.test')).toMatchObject({ classified: { outcome: 'accepted' }, catchAll: null });
    },
  );

  it('remembers for a day whether a domain accepts everybody, and for minutes that it was put off', async () => {
    const [server] = await world([
      { otherwise: ({ attempt }) => (attempt === 1 ? '450 4.2.0 Greylisted' : '550 5.1.1 User unknown') },
    ]);
    expect(await probe('joe@example.test')).toMatchObject({ catchAll: null, catchAllPending: true });
    expect(await probe('joe@example.test')).toMatchObject({ catchAll: null, catchAllPending: true });
    expect(server?.rcpts).toBe(3);
    clock.forward(6 * 60_000);
    expect((await probe('joe@example.test')).catchAll).toBe(false);
    const random = addressesAsked(server).filter((address) => !address.startsWith('joe@'));
    expect(random[0]).toBe(random[1]);
    clock.forward(23 * 3_600_000);
    expect((await probe('joe@example.test')).catchAll).toBe(false);
    expect(addressesAsked(server).filter((address) => !address.startsWith('joe@'))).toHaveLength(2);
  });

  it('asks no random address of a provider that tells the truth, nor of one that accepts all', async () => {
    const [server] = await world([{ mailboxes: {}, catchAll: true }]);
    const google = { ...mx(1), name: 'gmail-smtp-in.l.google.com' };
    const yahoo = { ...mx(1), name: 'mta5.am0.yahoodns.net' };
    expect(await probe('someone@gmail.com', [google])).toMatchObject({
      provider: 'google',
      truthfulness: 'truthful',
      catchAll: null,
    });
    expect(await probe('someone@yahoo.com', [yahoo])).toMatchObject({
      provider: 'yahoo',
      truthfulness: 'accepts_all',
      catchAll: null,
    });
    expect(await probe('someone@hosted.test', [google])).toMatchObject({
      truthfulness: 'decides_by_probe',
      catchAll: true,
    });
    expect(server?.rcpts).toBe(4);
  });

  describe('other hosts', () => {
    it.each<[string, Partial<SmtpScript>]>([
      ['421 at the greeting', { greeting: '421 busy' }],
      ['a block at the greeting', { greeting: '554 5.7.1 listed at zen.spamhaus.org' }],
      ['a greeting that never comes', { faults: { greeting: 'silence' } }],
      ['a drop', { faults: { ehlo: 'close' } }],
      ['a 4xx about the server', { otherwise: '451 4.3.0 Temporary lookup failure', mailboxes: {} }],
      ['a 5xx that says nothing', { otherwise: '550 Rejected', mailboxes: {} }],
    ])('are asked after %s', async (_name, script) => {
      await world([script, {}], { commandTimeoutMs: 1_000 });
      expect(await probe('joe@example.test', [mx(1), mx(2)])).toMatchObject({
        classified: { outcome: 'accepted' },
        mxHost: 'mx2.example.test',
      });
    });

    it('are asked after a refused connection, address after address', async () => {
      const [, second] = await world([{}, {}]);
      const dead = { ...mx(9), addresses: ['127.0.0.8', '127.0.0.9', '127.0.0.2'] };
      expect(await probe('joe@example.test', [dead])).toMatchObject({ classified: { outcome: 'accepted' } });
      expect(second?.knocks).toBe(1);
    });

    it.each([
      '550 5.1.1 User unknown',
      '552 5.2.2 over quota',
      '550 5.7.1 blocked using Spamhaus',
      '450 4.2.0 Greylisted',
    ])('are left alone after "%s" at RCPT', async (reply) => {
      const [, second] = await world([{ mailboxes: {}, otherwise: reply }, {}]);
      await probe('joe@example.test', [mx(1), mx(2)]);
      expect(second?.knocks).toBe(0);
    });

    it('are at most three, with at most three addresses each', async () => {
      await world([{ greeting: '421 busy' }]);
      const many = Array.from({ length: 5 }, (_, index) => ({
        name: `mx${index}.example.test`,
        preference: index,
        addresses: [`127.0.1.${index}`, `127.0.2.${index}`, `127.0.3.${index}`, '127.0.0.1'],
      }));
      expect((await probe('joe@example.test', many)).classified.outcome).toBe('connect_refused');
      expect(servers[0]?.knocks).toBe(0);
    });

    it('decide together about the domain', async () => {
      const relay = { mailboxes: {}, otherwise: '550 5.7.1 Relaying denied' };
      await world([relay, relay, { mailboxes: {}, otherwise: '450 4.3.0 later' }]);
      expect(await probe('joe@example.test', [mx(1), mx(2)])).toMatchObject({
        classified: { outcome: 'relay_denied' },
        everyHostSaid: true,
      });
      expect(await probe('joe@example.test', [mx(1), mx(3)])).toMatchObject({ everyHostSaid: false });
      expect(
        await probe('joe@example.test', [mx(1)], { hostNames: ['mx1.example.test', 'mx7.example.test'] }),
      ).toMatchObject({
        everyHostSaid: false,
      });
    });

    it('decide together about SMTPUTF8', async () => {
      const mailboxes = { 'jörg@example.test': 'ok' };
      await world([{ smtputf8: false }, { smtputf8: true, mailboxes }]);
      expect((await probe('jörg@example.test', [mx(1), mx(2)])).classified.outcome).toBe('accepted');
      expect(await probe('jörg@example.test', [mx(1)])).toMatchObject({
        classified: { outcome: 'smtputf8_required' },
        everyHostSaid: true,
      });
    });
  });

  it('asks once more in a new session where one recipient per transaction is demanded', async () => {
    const [server] = await world([
      {
        mailboxes: {
          'joe@example.test': ({ session }) => (session === 1 ? '452 4.5.3 separate transaction please' : 'ok'),
        },
      },
    ]);
    expect((await probe('joe@example.test')).classified.outcome).toBe('accepted');
    expect(server?.knocks).toBe(2);
  });

  it('reconnects once after a drop, and no more', async () => {
    const [server] = await world([{ faults: { rcpt: 'close' } }]);
    expect((await probe('joe@example.test')).classified.outcome).toBe('dropped');
    expect(server?.knocks).toBe(2);
  });

  it('keeps a refusal whose connection was dropped right after it', async () => {
    const [server] = await world([{ faults: { rcpt: 'reply_then_close' } }]);
    expect((await probe('nobody@example.test')).classified.outcome).toBe('mailbox_not_found');
    expect(server?.knocks).toBe(1);
  });

  it('greylisting: the same sender, later, is accepted', async () => {
    await world([{ greylist: { delayMs: 300_000, now: () => clock.now() } }]);
    expect((await probe('joe@example.test')).classified.outcome).toBe('greylisted');
    clock.forward(320_000);
    expect((await probe('joe@example.test')).classified.outcome).toBe('accepted');
  });

  it('waits for a late greeting when nobody waits', async () => {
    await world([{ greetingDelayMs: 2_000 }], { commandTimeoutMs: 700, patientGreetingTimeoutMs: 30_000 });
    expect((await probe('joe@example.test')).classified.outcome).toBe('banner_timeout');
    expect((await probe('joe@example.test', [mx(1)], { mode: 'batch' })).classified.outcome).toBe('accepted');
  });

  it.each<[string, Partial<SmtpScript>]>([
    ['one byte a second at the greeting', { faults: { greeting: 'trickle' } }],
    ['one byte a second at RCPT', { faults: { rcpt: 'trickle' } }],
    ['silence', { faults: { mail: 'silence' } }],
    ['endless lines', { faults: { ehlo: 'endless_lines' } }],
    ['endless text', { faults: { greeting: 'endless_text' } }],
    ['late greetings', { greetingDelayMs: 60_000 }],
  ])('ends with the deadline in spite of %s, and closes its sockets', async (_name, script) => {
    const [server] = await world([script], { commandTimeoutMs: 60_000 });
    const started = clock.now();
    const { classified } = await probe('joe@example.test', [mx(1)], { signal: after(5_500) });
    expect(['aborted', 'protocol_error']).toContain(classified.outcome);
    // Of the 60 s that each command may take, or the 60 s until a late greeting.
    expect(clock.now() - started).toBeLessThanOrEqual(5_500);
    // They close a moment later.
    await eventually(
      'the sockets are closed',
      () => server?.openSessions === 0 && prober.stats().smtpSessionsOpen === 0,
    );
  });

  it('keeps the acceptance when time runs out during the random address', async () => {
    await world([{ otherwise: Buffer.from('') }]);
    const result = await probe('joe@example.test', [mx(1)], { signal: after(300) });
    expect(result).toMatchObject({ classified: { outcome: 'accepted' }, catchAll: null });
  });

  describe('where somebody waits', () => {
    /** As by default: no step may end before all of the time is over. */
    const PATIENT = { commandTimeoutMs: 20_000, connectTimeoutMs: 10_000 };
    const within = (ms: number): Partial<ProbeRequest> => ({ until: clock.now() + ms });

    it.each<[string, Partial<SmtpScript>]>([
      ['says nothing', { faults: { greeting: 'silence' } }],
      ['is slower than anybody can wait', { faults: { greeting: 'trickle' } }],
      ['is silent after MAIL', { faults: { mail: 'silence' } }],
      ['is silent after RCPT', { faults: { rcpt: 'silence' } }],
    ])('leaves a host that %s in time for the next one', async (_name, script) => {
      await world([script, {}], PATIENT);
      expect(await probe('joe@example.test', [mx(1), mx(2)], within(4_000))).toMatchObject({
        classified: { outcome: 'accepted' },
        mxHost: 'mx2.example.test',
        catchAll: false,
      });
    });

    it('leaves two addresses that cannot be reached in time for the next host', async () => {
      await world([{}], PATIENT);
      const dead = mx(9, ['127.0.9.1', '127.0.9.2']);
      expect(await probe('joe@example.test', [dead, { ...mx(1), preference: 20 }], within(4_000))).toMatchObject({
        classified: { outcome: 'accepted' },
        mxHost: 'mx1.example.test',
      });
    });

    it.each<[string, Partial<SmtpScript>, string, string]>([
      ['at the greeting', { faults: { greeting: 'silence' } }, 'banner_timeout', 'banner'],
      ['in the greeting, byte by byte', { faults: { greeting: 'trickle' } }, 'banner_timeout', 'banner'],
      ['at EHLO', { faults: { ehlo: 'silence' } }, 'reply_timeout', 'ehlo'],
      ['at MAIL', { faults: { mail: 'silence' } }, 'reply_timeout', 'mail'],
      ['at MAIL, one by one', { faults: { mail: 'silence' }, pipelining: false }, 'reply_timeout', 'mail'],
      ['at RCPT', { faults: { rcpt: 'silence' } }, 'reply_timeout', 'rcpt'],
      ['at RCPT, byte by byte', { faults: { rcpt: 'trickle' } }, 'reply_timeout', 'rcpt'],
      [
        'after the first line of an answer',
        { mailboxes: {}, otherwise: Buffer.from('550-no such user\r\n') },
        'reply_timeout',
        'rcpt',
      ],
    ])('calls a host silent that is so %s, before the time is over', async (_name, script, outcome, stage) => {
      const [server] = await world([script], PATIENT);
      const signal = new AbortController();
      const result = await probe('joe@example.test', [mx(1)], { ...within(1_500), signal: signal.signal });
      expect(result).toMatchObject({ classified: { outcome }, stage, isLocalError: false });
      await eventually('the connection is closed', () => server?.openSessions === 0);
    });

    it('goes on one by one with a host that loses what is sent together, and the next check knows', async () => {
      const [server] = await world([{ readsOneCommand: true }], PATIENT);
      expect((await probe('joe@example.test', [mx(1)], within(3_000))).classified.outcome).toBe('accepted');
      expect(server?.knocks).toBe(2);
      expect((await probe('joe@example.test', [mx(1)], within(3_000))).classified.outcome).toBe('accepted');
      // Nothing was sent together again: no session was lost.
      expect(server?.knocks).toBe(2);
    });

    it('keeps the acceptance where the host is silent about a random address, and does not ask that again', async () => {
      const isKnown = (address: string): boolean => address.startsWith('joe@');
      const [server] = await world(
        [{ mailboxes: {}, otherwise: ({ address }) => (isKnown(address) ? 'ok' : Buffer.from('')) }],
        PATIENT,
      );
      const answer = { classified: { outcome: 'accepted' }, catchAll: null, catchAllPending: true };
      expect(await probe('joe@example.test', [mx(1)], within(1_500))).toMatchObject(answer);
      const random = (): number => addressesAsked(server).filter((address) => !isKnown(address)).length;
      expect(random()).toBe(1);
      expect(await probe('joe@example.test', [mx(1)], within(1_500))).toMatchObject(answer);
      expect(random()).toBe(1);
    });

    it('remembers a silent host for others who wait, and not for those who do not', async () => {
      const [server] = await world([{ greetingDelayMs: 1_500 }], { ...PATIENT, connectTimeoutMs: 500 });
      const first = await probe('joe@example.test', [mx(1)], within(1_000));
      const second = await probe('jane@example.test', [mx(1)], within(60_000));
      expect([first, second].map(({ classified }) => classified.outcome)).toEqual(['banner_timeout', 'banner_timeout']);
      expect(server?.knocks).toBe(1);
      const patient = await probe('joe@example.test', [mx(1)], { mode: 'batch' });
      expect(patient.classified.outcome).toBe('accepted');
    });

    it('says that nobody was asked where the time was over in our own line', async () => {
      await world([{ thoughtMs: { rcpt: 400 }, pipelining: false }], { ...PATIENT, sessionsPerHost: 1 });
      const others = Array.from({ length: 8 }, (_, index) => probe(`p${index}@example.test`, [mx(1)], within(60_000)));
      const late = await probe('joe@example.test', [mx(1)], within(300));
      expect(late).toMatchObject({ classified: { outcome: 'aborted' }, isLocalError: true });
      await Promise.all(others);
    });
  });

  describe('a host that answers a command twice', () => {
    const known = { mailboxes: { 'joe@example.test': 'ok', 'jane@example.test': 'ok' }, thoughtMs: { rcpt: 50 } };

    beforeEach(() => {
      // A reply too many meets what the client does at that very moment.
      time = systemClock;
    });

    it.each([true, false])('has each address judged by its own reply: MAIL (pipelining: %s)', async (pipelining) => {
      await world([{ ...known, pipelining, answersTwice: ['mail'] }]);
      const judged: unknown[] = [];
      for (const name of ['nobody', 'joe', 'nobody2']) {
        const { classified, catchAll } = await probe(`${name}@example.test`);
        judged.push([name, classified.outcome, catchAll]);
      }
      expect(judged).toEqual([
        ['nobody', 'mailbox_not_found', null],
        ['joe', 'accepted', false],
        ['nobody2', 'mailbox_not_found', null],
      ]);
    });

    it.each([true, false])('has them so in a list: RSET (pipelining: %s)', async (pipelining) => {
      await world([{ ...known, pipelining, answersTwice: ['rset'] }], { sessionsPerHost: 1 });
      const names = ['nobody', 'joe', 'nobody2', 'jane', 'nobody3', 'nobody4'];
      const results = await Promise.all(names.map((name) => probe(`${name}@example.test`, [mx(1)], { mode: 'batch' })));
      expect(results.map(({ classified, catchAll }) => [classified.outcome, catchAll])).toEqual(
        names.map((name) => (name.startsWith('nobody') ? ['mailbox_not_found', null] : ['accepted', false])),
      );
    });

    it.each<Step>(['greeting', 'ehlo', 'rcpt'])('has them so: %s', async (step) => {
      await world([{ ...known, answersTwice: [step] }]);
      expect((await probe('nobody@example.test')).classified.outcome).toBe('mailbox_not_found');
      expect(await probe('joe@example.test')).toMatchObject({ classified: { outcome: 'accepted' }, catchAll: false });
    });

    it.each<[Step, number, number]>([
      ['rset', 4, 8],
      ['rcpt', 9, 5],
      ['rcpt', 25, 2],
      ['mail', 4, 5],
    ])(
      'gives nobody the answer of another: %s again %i ms later, %i ms away',
      async (step, secondAnswerMs, roundTripMs) => {
        await world([{ ...known, thoughtMs: {}, answersTwice: [step], secondAnswerMs, roundTripMs }]);
        for (const name of ['nobody', 'joe', 'nobody2', 'jane', 'nobody3', 'joe']) {
          const { classified, catchAll } = await probe(`${name}@example.test`);
          expect([name, classified.outcome]).not.toEqual([
            name,
            name.startsWith('nobody') ? 'accepted' : 'mailbox_not_found',
          ]);
          expect(catchAll).not.toBe(true);
        }
      },
    );

    it('accepts nobody, however late it is', async () => {
      await world([{ ...known, answersTwice: ['mail'], secondAnswerMs: 10 }]);
      const { classified, catchAll } = await probe('nobody@example.test');
      expect(['protocol_error', 'mailbox_not_found']).toContain(classified.outcome);
      expect(catchAll).toBeNull();
    });
  });

  it('says nothing after close', async () => {
    const [server] = await world([{}]);
    await prober.close();
    expect((await probe('joe@example.test')).classified.outcome).toBe('aborted');
    expect(server?.knocks).toBe(0);
  });
});
