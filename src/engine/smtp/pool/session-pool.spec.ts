import { setMaxListeners } from 'node:events';
import { ScriptedSmtpServer } from '../../../../test/world/smtp/scripted-smtp-server';
import type { MailboxScript, RcptContext, SmtpScript } from '../../../../test/world/smtp/smtp-script';
import { eventually } from '../../../../test/support/eventually';
import { FastForwardClock } from '../../../../test/support/fast-forward-clock';
import { request } from '../../../../test/support/slot-request';
import type { Clock } from '../../ports';
import { systemClock } from '../../system-ports';
import { InProcessSessionSlots } from './in-process-session-slots';
import { NetDialler } from '../wire/net-dialler';
import type { PoolAnswer, Question } from './question';
import type { RemoteSlotRequest } from './session-slots';
import { SessionPool, type SessionPoolOptions } from './session-pool';
import { DEFAULT_SMTP_OPTIONS } from '../smtp-options';

let server: ScriptedSmtpServer;
let pool: SessionPool;
let shiftMs = 0;

/** @param clock the pool's, and that of the server's delays; default: real time */
async function world(
  script: Partial<SmtpScript>,
  {
    commandTimeoutMs = 1_000,
    clock = systemClock,
    ...options
  }: Partial<SessionPoolOptions> & { commandTimeoutMs?: number; clock?: Clock } = {},
): Promise<void> {
  server = await ScriptedSmtpServer.start({ otherwise: acceptP, clock, ...script });
  pool = new SessionPool({
    session: {
      dialler: new NetDialler(),
      clock: { now: () => clock.now() + shiftMs, sleep: (ms, signal) => clock.sleep(ms, signal) },
      options: {
        ...DEFAULT_SMTP_OPTIONS,
        heloName: 'probe.us.test',
        port: server.port,
        commandTimeoutMs,
        patientGreetingTimeoutMs: 500,
      },
    },
    slots: new InProcessSessionSlots(20, 2),
    maxSessions: 20,
    sessionsPerHost: 2,
    idleMs: 300,
    ...options,
  });
}

/** For tests that sit out a time-out of the pool's or a delay of the server's. */
const fast = (): { clock: Clock } => ({ clock: new FastForwardClock() });

/** Knows everybody whose name begins with p. */
const acceptP = ({ address }: RcptContext): string => (address.startsWith('p') ? 'ok' : '550 5.1.1 User unknown');

/** Closes the session at its 45th recipient, in place of an answer. */
const acceptOrClose: MailboxScript = (context) => {
  if (context.rcptInSession !== 45) return acceptP(context);
  server.script = { ...server.script, faults: { rcpt: 'close' } };
  setImmediate(() => {
    server.script = { ...server.script, faults: {} };
  });
  return 'ok';
};

function ask(address: string, more: Partial<Question> = {}): Promise<PoolAnswer> {
  return pool.ask({
    host: 'mx.example.test',
    address: '127.0.0.1',
    recipient: { address, needsSmtputf8: false },
    mode: 'batch',
    tenant: 'us',
    job: '',
    isFollowUp: false,
    signal: new AbortController().signal,
    ...more,
  });
}

const people = (count: number, prefix = 'p'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}@example.test`);

/** Every second one is unknown. */
const halfUnknown = (count: number): string[] =>
  people(count).map((address, index) => (index % 2 === 0 ? address : address.replace('p', 'x')));

const outcomes = async (addresses: string[]): Promise<Set<string>> =>
  new Set((await Promise.all(addresses.map((address) => ask(address)))).map(({ classified }) => classified.outcome));

/** RCPT commands in each session, in the order of the sessions. */
const rcptsPerSession = (): number[] =>
  Array.from({ length: server.knocks }, (_, index) => server.verbs(index + 1).filter((verb) => verb === 'RCPT').length);

/** RCPT commands for unknown people in each session. */
const refusalsPerSession = (): number[] =>
  Array.from(
    { length: server.knocks },
    (_, index) =>
      server.commands.filter(({ session, line }) => session === index + 1 && line.startsWith('RCPT TO:<x')).length,
  );

beforeEach(() => {
  shiftMs = 0;
});

afterEach(async () => {
  await pool.close();
  await server.stop();
  if (server.violations.length > 0) throw new Error(server.violations.join('; '));
});

describe('shared sessions', () => {
  it('keep a session for a while, for whoever asks next, and then say QUIT', async () => {
    await world({}, fast());
    await ask('p1@example.test');
    await ask('p2@other.test');
    expect(server.knocks).toBe(1);
    await eventually('the session is over', () => server.openSessions === 0);
    expect(server.verbs().at(-1)).toBe('QUIT');
    await ask('p3@example.test');
    expect(server.knocks).toBe(2);
  });

  it('are at most two with one host, however much is asked', async () => {
    await world({});
    expect(await outcomes(people(60))).toEqual(new Set(['accepted']));
    expect(server.peakSessions).toBe(2);
    expect(server.rcpts).toBe(60);
  });

  it('are one at a time where the host allows no more, and no answer is lost', async () => {
    await world({ maxSessions: 1 });
    expect(await outcomes(people(40))).toEqual(new Set(['accepted']));
    expect(server.rcpts).toBe(40);
  });

  it('begin with twenty questions, and ask more of a host that does not mind', async () => {
    await world({}, { sessionsPerHost: 1 });
    await outcomes(people(100));
    expect(rcptsPerSession()).toEqual([20, 40, 40]);
  });

  it('ask two strangers together at first, more of a host that has spoken of somebody', async () => {
    let sentAtFirst = 0;
    const refuse = (): string => {
      sentAtFirst ||= server.verbs().filter((verb) => verb === 'RCPT').length;
      return '550 5.1.1 User unknown';
    };
    await world({ otherwise: refuse, roundTripMs: 50 }, { sessionsPerHost: 1, ...fast() });
    await outcomes(people(6));
    expect(sentAtFirst).toBe(2);
    await ask('p7@example.test');
    expect(server.rcpts).toBe(7);
  });

  it.each([
    ['550 5.1.1 User unknown', 'mailbox_not_found'],
    ['450 4.2.0 Greylisted', 'greylisted'],
  ])('end after eight or nine refusals, below the limit of common servers (%s)', async (refusal, outcome) => {
    await world({ otherwise: refusal }, { sessionsPerHost: 1 });
    expect(await outcomes(people(30, 'x'))).toEqual(new Set([outcome]));
    expect(rcptsPerSession()).toEqual([9, 9, 9, 3]);
  });

  it('count refusals over the whole session, whoever was accepted between', async () => {
    await world({}, { sessionsPerHost: 1 });
    await outcomes(halfUnknown(40));
    expect(server.knocks).toBe(3);
    expect(Math.max(...refusalsPerSession())).toBeLessThanOrEqual(9);
  });

  it('find out once, where much waits, whether the host minds more refusals', async () => {
    await world({}, { sessionsPerHost: 1 });
    await outcomes(halfUnknown(120));
    expect(server.knocks).toBeLessThanOrEqual(4);
    expect(Math.max(...refusalsPerSession())).toBeGreaterThan(12);
  });

  it('are slowed down by a host that does mind, once', async () => {
    await world({ errorLimits: { slowAfter: 10, slowMs: 700, dropAfter: 20 } }, fast());
    expect(await outcomes(people(150, 'x'))).toEqual(new Set(['mailbox_not_found']));
    expect(refusalsPerSession().filter((refused) => refused > 9)).toEqual([11]);
  });

  it('believe a refusal beyond the usual limits only if somebody is accepted after it', async () => {
    // From the tenth refusal of a session on, it knows nobody any more.
    const refused = new Map<number, number>();
    await world({
      otherwise: ({ address, session }) => {
        const count = refused.get(session) ?? 0;
        if (address.startsWith('p') && count < 10) return 'ok';
        refused.set(session, count + 1);
        return '550 5.1.1 User unknown';
      },
    });
    const asked = halfUnknown(300);
    const answers = await Promise.all(asked.map((address) => ask(address)));
    expect(answers.map(({ classified }) => classified.outcome)).toEqual(
      asked.map((address) => (address.startsWith('p') ? 'accepted' : 'mailbox_not_found')),
    );
    expect(server.rcpts).toBeLessThan(330);
  });

  it('are left when a reply names somebody else whom they asked about', async () => {
    let last = '';
    await world({
      otherwise: ({ address, rcptInSession }) => {
        const named = rcptInSession === 3 ? last : address;
        last = address;
        return `550 5.1.1 <${named}>: User unknown`;
      },
    });
    expect(await outcomes(people(4, 'x'))).toEqual(new Set(['mailbox_not_found']));
    expect(server.knocks).toBeGreaterThan(1);
  });

  it('tell a Kelvin sign from a k in what a reply names', async () => {
    await world({ smtputf8: true, otherwise: '550 5.1.1 <kay@example.test>: User unknown' }, { sessionsPerHost: 1 });
    await ask('kay@example.test');
    await ask('x@example.test', { recipient: { address: '\u212aay@example.test', needsSmtputf8: true } });
    // That was the answer to somebody else: the question was asked again, in another session.
    expect(server.knocks).toBe(2);
  });

  it('ask one by one where what is sent together gets lost', async () => {
    await world({ readsOneCommand: true }, fast());
    expect(await outcomes(people(12))).toEqual(new Set(['accepted']));
    expect(server.rcpts).toBe(12);
  });

  it.each([true, false])('lose no question to a host that knows no RSET (pipelining: %s)', async (pipelining) => {
    await world({ pipelining, replies: { rset: '502 5.5.1 Not implemented' } });
    expect(await outcomes(people(12))).toEqual(new Set(['accepted']));
  });

  it('know Postfix by its greeting, and do not try', async () => {
    await world({ greeting: '220 mx.example.test ESMTP Postfix (Debian)' });
    await outcomes(people(150, 'x'));
    expect(Math.max(...refusalsPerSession())).toBe(9);
  });

  it('know Exim by its greeting, which forgives ten RSET', async () => {
    await world({ greeting: '220 mx.example.test ESMTP Exim 4.96 Sat, 28 Nov 2026' });
    await outcomes(people(60));
    expect(Math.max(...rcptsPerSession())).toBe(10);
  });

  it('stay careful with a provider that forgives few errors', async () => {
    await world({}, { sessionsPerHost: 1 });
    await Promise.all(people(30).map((address) => ask(address, { host: 'mx01.mail.icloud.com' })));
    expect(rcptsPerSession()).toEqual([10, 10, 10]);
    await Promise.all(people(9, 'x').map((address) => ask(address, { host: 'mx01.mail.icloud.com' })));
    expect(rcptsPerSession().slice(3)).toEqual([3, 3, 3]);
  });

  it.each([true, false])('ask again what a host dropped for too many errors (pipelining: %s)', async (pipelining) => {
    await world({ pipelining, errorLimits: { slowAfter: 100, slowMs: 0, dropAfter: 5 } }, { sessionsPerHost: 1 });
    expect(await outcomes(people(60, 'x'))).toEqual(new Set(['mailbox_not_found']));
    // The sixth error ends a session: once felt, it is not provoked again.
    expect(rcptsPerSession().filter((rcpts) => rcpts >= 6).length).toBeLessThanOrEqual(2);
  });

  it.each<[string, Partial<SmtpScript>]>([
    ['drops', { errorLimits: { slowAfter: 1_000, slowMs: 0, dropAfter: 25 } }],
    ['closes without a word', { mailboxes: {}, otherwise: acceptOrClose }],
    ['lets us go on', {}],
  ])('give each address its own answer with several under way, when a host %s', async (_name, script) => {
    await world(script, { sessionsPerHost: 1 });
    const addresses = people(240).map((address, index) => (index % 3 === 0 ? address : address.replace('p', 'x')));
    const answers = await Promise.all(addresses.map((address) => ask(address)));
    expect(answers.map(({ classified }) => classified.outcome)).toEqual(
      addresses.map((address) => (address.startsWith('p') ? 'accepted' : 'mailbox_not_found')),
    );
    // Where sessions end under them, only those under way are asked again.
    expect(server.rcpts).toBeLessThan(240 * 1.1);
  });

  it('learn to stop before a host slows down', async () => {
    await world({ errorLimits: { slowAfter: 8, slowMs: 700, dropAfter: 100 } }, { sessionsPerHost: 1, ...fast() });
    expect(await outcomes(people(60, 'x'))).toEqual(new Set(['mailbox_not_found']));
    // The ninth error was slow: once felt, it is not provoked again.
    expect(rcptsPerSession().filter((rcpts) => rcpts > 8).length).toBeLessThanOrEqual(1);
  });

  it('obey a limit of recipients per session', async () => {
    await world({ rcptPerSession: 4 });
    expect(await outcomes(people(30))).toEqual(new Set(['accepted']));
    expect(server.rcpts).toBeLessThanOrEqual(46);
  });

  it('are given up, when idle, for a host that waits', async () => {
    await world({}, { slots: new InProcessSessionSlots(1, 2), idleMs: 3_600_000 });
    await ask('p1@example.test');
    // An idle session would go by itself after a time that no test may take.
    await ask('p2@example.test', { host: 'mx.elsewhere.test', mode: 'single' });
    expect(server.peakSessions).toBe(1);
  });

  it('are given up, when idle, for a host that waits in another process', async () => {
    const slots = new InProcessSessionSlots(20, 2);
    const elsewhere: RemoteSlotRequest[] = [];
    await world(
      {},
      {
        slots: { acquire: (request, signal) => slots.acquire(request, signal), remoteRequests: () => elsewhere },
        idleMs: 60_000,
      },
    );
    await ask('p1@example.test');
    // No request of this process is waiting any more, nor looked for.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server.openSessions).toBe(1);
    elsewhere.push({ ...request('mx.other.test', { tenant: 'other' }), isHostFull: false, isNetworkFull: false });
    await eventually('the session is over', () => server.openSessions === 0);
    expect(server.verbs().at(-1)).toBe('QUIT');
  });

  it('serve every host in turn when slots are few', async () => {
    await world({}, { slots: new InProcessSessionSlots(2, 2) });
    const hosts = Array.from({ length: 12 }, (_, index) => `mx.host${index}.test`);
    const answers = await Promise.all(hosts.flatMap((host) => people(12).map((address) => ask(address, { host }))));
    expect(answers.every(({ classified }) => classified.outcome === 'accepted')).toBe(true);
    expect(server.peakSessions).toBeLessThanOrEqual(2);
  });

  it('do not wait for each question where a host cannot be reached', async () => {
    await world({ faults: { greeting: 'silence' } }, fast());
    expect(await outcomes(people(50))).toEqual(new Set(['banner_timeout']));
    // Not 50, each of which waits for a greeting.
    expect(server.knocks).toBeLessThan(10);
  });

  it('go on for the others when one tenant leaves', async () => {
    await world({ thoughtMs: { rcpt: 50 } });
    const leaving = new AbortController();
    const left = ask('p0@example.test', { signal: leaving.signal });
    const others = people(5).map((address) => ask(address));
    setTimeout(() => {
      leaving.abort();
    }, 60);
    expect((await left).classified.outcome).toMatch(/aborted|accepted/);
    for (const other of others) expect((await other).classified.outcome).toBe('accepted');
  });

  it('close the socket at once when all who waited for the greeting have left', async () => {
    await world({ faults: { greeting: 'silence' } });
    const leaving = new AbortController();
    const answers = people(3).map((address) => ask(address, { signal: leaving.signal }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.openSessions).toBe(1);
    leaving.abort();
    expect((await Promise.all(answers)).map(({ classified }) => classified.outcome)).toEqual(Array(3).fill('aborted'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.openSessions).toBe(0);
  });

  it('answer everybody when the pool is closed', async () => {
    await world({ thoughtMs: { rcpt: 200 } });
    const answers = people(10).map((address) => ask(address));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await pool.close();
    expect((await Promise.all(answers)).every(({ classified }) => classified.outcome === 'aborted')).toBe(true);
    expect(pool.counters.sessionsOpen).toBe(0);
  });
});

describe('many who ask', () => {
  const asked = (): string[] => server.commands.flatMap(({ line }) => /^RCPT TO:<(.*)@/.exec(line)?.[1] ?? []);
  const untilBusy = (): Promise<void> => eventually('the host is busy', () => server.rcpts > 2);
  /** Questions that may be under way, and so can't be taken back, when somebody comes. */
  const UNDER_WAY = 2 * 8;

  it('wait for one who waits for an answer, whatever stands in line', async () => {
    await world({ thoughtMs: { rcpt: 5 } });
    const others = people(300).map((address) => ask(address));
    await untilBusy();
    const before = server.rcpts;
    const answer = await ask('p@elsewhere.test', { mode: 'single', tenant: 'somebody' });
    expect(answer.classified.outcome).toBe('accepted');
    expect(server.rcpts - before).toBeLessThanOrEqual(UNDER_WAY + 8);
    server.script = { ...server.script, thoughtMs: {} };
    await Promise.all(others);
  });

  it('wait for him too where the only session is with another address', async () => {
    await world({ thoughtMs: { rcpt: 5 } }, { sessionsPerHost: 1 });
    const second = await ScriptedSmtpServer.start({ otherwise: acceptP, host: '127.0.0.2', port: server.port });
    try {
      const others = people(300).map((address) => ask(address));
      await untilBusy();
      const before = server.rcpts;
      const answer = await ask('p@elsewhere.test', { mode: 'single', tenant: 'somebody', address: '127.0.0.2' });
      expect(answer.classified.outcome).toBe('accepted');
      expect(server.rcpts - before).toBeLessThanOrEqual(UNDER_WAY);
      server.script = { ...server.script, thoughtMs: {} };
      await Promise.all(others);
    } finally {
      await second.stop();
    }
  });

  it('take turns: ten questions of one tenant among three hundred of another', async () => {
    // The host sees questions in the order of the turns only while no session ends: the first question of a new session waits
    // for its greeting. So two sessions of larger budgets serve all of them, and the clock stands: no answer seems slow.
    await world({}, { clock: { ...systemClock, now: () => 0 }, commandTimeoutMs: 10_000, idleMs: 1 });
    await outcomes(people(60));
    await eventually('the first sessions are over', () => server.openSessions === 0);
    const { knocks } = server;
    server.script = { ...server.script, thoughtMs: { rcpt: 5 } };
    const others = people(300).map((address) => ask(address));
    await eventually(
      'two sessions are busy',
      () => rcptsPerSession().filter((rcpts, at) => at >= knocks && rcpts > 0).length === 2,
    );
    const before = server.rcpts;
    await Promise.all(people(10, 'pb').map((address) => ask(address, { tenant: 'small' })));
    const since = asked().slice(before);
    const last = since.findLastIndex((name) => name.startsWith('pb'));
    // One of theirs for one of ours, after what was under way.
    expect(last).toBeLessThanOrEqual(UNDER_WAY + 2 * 10);
    server.script = { ...server.script, thoughtMs: {} };
    await Promise.all(others);
  });

  it.each([true, false])(
    'give up a slot for him where all are held (the only other host is silent: %s)',
    async (isSilent) => {
      await world(
        { thoughtMs: { rcpt: 5 } },
        { slots: new InProcessSessionSlots(1, 1), maxSessions: 1, sessionsPerHost: 1 },
      );
      const quiet = await ScriptedSmtpServer.start({
        otherwise: acceptP,
        host: '127.0.0.2',
        port: server.port,
        thoughtMs: { rcpt: 5 },
        ...(isSilent ? { faults: { greeting: 'silence' } } : {}),
      });
      try {
        const leaving = new AbortController();
        setMaxListeners(0, leaving.signal);
        const elsewhere = { host: 'mx.quiet.test', address: '127.0.0.2', signal: leaving.signal };
        const others = people(300).map((address) => ask(address, elsewhere));
        await eventually('the other host is connected to', () => quiet.knocks > 0);
        if (!isSilent) await eventually('it is asked', () => quiet.rcpts > 2);
        const before = quiet.rcpts;
        const answer = ask('p@example.test', { mode: 'single', tenant: 'somebody' });
        shiftMs += 6_000; // It has been silent for so long.
        expect((await answer).classified.outcome).toBe('accepted');
        expect(quiet.rcpts - before).toBeLessThanOrEqual(UNDER_WAY);
        leaving.abort();
        await Promise.all(others);
      } finally {
        await quiet.stop();
      }
    },
  );
});

describe('the silence of a host', () => {
  const single = { mode: 'single', tenant: 'attacker' } as const;
  const victim = { mode: 'single', tenant: 'victim' } as const;

  it('holds up nobody who asks another host of the same hoster', async () => {
    await world({}, { commandTimeoutMs: 60_000 });
    const silent = await ScriptedSmtpServer.start({
      host: '127.0.0.2',
      port: server.port,
      faults: { rcpt: 'silence' },
    });
    try {
      const leaving = new AbortController();
      const vps = { host: 'vps1.hoster.example', address: '127.0.0.2', signal: leaving.signal };
      let answered = 0;
      const others = people(6).map((address) => ask(address, { ...single, ...vps }).finally(() => (answered += 1)));
      await eventually('both sessions are silent', () => silent.rcpts === 2);
      const answer = await ask('p@good.example', { ...victim, host: 'mx.hoster.example' });
      expect(answer.classified.outcome).toBe('accepted');
      expect(answered).toBe(0);
      leaving.abort();
      await Promise.all(others);
    } finally {
      await silent.stop();
    }
  });

  it.each(['mx.example.test', 'mx.other.test'])('gives room to somebody else who asks %s there', async (host) => {
    await world({ faults: { rcpt: 'silence' } }, { commandTimeoutMs: 60_000 });
    const leaving = new AbortController();
    let answered = 0;
    const others = people(2).map((address) =>
      ask(address, { ...single, signal: leaving.signal }).finally(() => (answered += 1)),
    );
    await eventually('both sessions are silent', () => server.rcpts === 2);
    server.script = { ...server.script, faults: {} };
    shiftMs += 6_000;
    expect((await ask('p@good.example', { ...victim, host })).classified.outcome).toBe('accepted');
    expect(answered).toBe(1);
    leaving.abort();
    await Promise.all(others);
  });
});

describe('silence about recipients', () => {
  it.each<[string, Partial<SmtpScript>]>([
    ['nothing at all', { faults: { rcpt: 'silence' } }],
    ['a reply without its last line', { otherwise: Buffer.from('550-no such user\r\n'), pipelining: false }],
  ])('is remembered after two of them, for those who wait and this domain: %s', async (_name, script) => {
    await world(script, fast());
    for (const name of ['a', 'b']) {
      const answer = await ask(`${name}@example.test`, { mode: 'single' });
      expect(answer).toMatchObject({ classified: { outcome: 'reply_timeout' }, stage: 'rcpt' });
    }
    const before = server.rcpts;
    const third = await ask('c@example.test', { mode: 'single' });
    expect(third).toMatchObject({ classified: { outcome: 'reply_timeout' }, stage: 'rcpt' });
    expect(server.rcpts).toBe(before);
    server.script = { ...server.script, faults: {}, otherwise: 'ok' };
    expect((await ask('p@other.test', { mode: 'single' })).classified.outcome).toBe('accepted');
    shiftMs += 61_000;
    expect((await ask('d@example.test', { mode: 'single' })).classified.outcome).toBe('accepted');
  });
});

describe('silence about the domains of one tenant', () => {
  /** A reply without its last line. */
  const silence = Buffer.from('550-no such user\r\n');
  const silentAbout = (prefix: string): Partial<SmtpScript> => ({
    otherwise: (context) => (context.address.includes(`@${prefix}`) ? silence : acceptP(context)),
    pipelining: false,
  });

  it.each(['batch', 'single'] as const)('closes the host for nobody else, whatever he asks (%s)', async (mode) => {
    await world(silentAbout('evil'), fast());
    for (let count = 0; count < 12; count++) {
      const answer = await ask(`p@evil${count % 6}.test`, { mode, tenant: 'attacker' });
      expect(answer.classified.outcome).toBe('reply_timeout');
    }
    expect((await ask('p@good.test', { mode, tenant: 'victim' })).classified.outcome).toBe('accepted');
    // Three of his domains in a row were enough for himself.
    expect(server.rcpts).toBe(4);
    shiftMs += 61_000;
    expect((await ask('p@good.test', { mode, tenant: 'attacker' })).classified.outcome).toBe('accepted');
  });

  it('does not keep others waiting for a domain after three of its people', async () => {
    await world(silentAbout('silent'), fast());
    for (const name of ['a', 'b', 'c']) await ask(`${name}@silent.test`);
    const before = server.rcpts;
    expect((await ask('d@silent.test', { tenant: 'other' })).classified.outcome).toBe('reply_timeout');
    expect(server.rcpts).toBe(before);
    expect((await ask('p@good.test')).classified.outcome).toBe('accepted');
  });
});

describe('a host that refuses us', () => {
  const refusal = '554 5.7.1 Client host blocked using zen.spamhaus.org';

  it('is left in peace after three refusals in a row, with an alarm', async () => {
    await world({ otherwise: refusal });
    expect(await outcomes(people(20))).toEqual(new Set(['sender_blocked']));
    expect(server.rcpts).toBeLessThanOrEqual(4);
    expect(pool.alarms()).toMatchObject([{ key: 'example.test', outcome: 'sender_blocked', reason: 'blocklist' }]);
  });

  it('is tried with one question after a quarter of an hour, then after twice as long', async () => {
    await world({ otherwise: refusal });
    await outcomes(people(3));
    const before = server.rcpts;
    shiftMs += 14 * 60_000;
    await outcomes(people(5));
    expect(server.rcpts).toBe(before);
    shiftMs += 2 * 60_000;
    await outcomes(people(5));
    expect(server.rcpts).toBe(before + 1);
    shiftMs += 29 * 60_000;
    await outcomes(people(5));
    expect(server.rcpts).toBe(before + 1);
    shiftMs += 2 * 60_000;
    server.script = { ...server.script, otherwise: 'ok' };
    await ask('p1@example.test');
    expect(await outcomes(people(5))).toEqual(new Set(['accepted']));
    expect(pool.alarms()).toEqual([]);
  });

  it('keeps no other domain of its provider from being asked', async () => {
    await world({ otherwise: ({ address }) => (address.endsWith('@locked.test') ? refusal : 'ok') });
    const host = 'aspmx.l.google.com';
    for (const name of ['a', 'b', 'c', 'd']) await ask(`${name}@locked.test`, { host });
    expect((await ask('a@open.test', { host })).classified.outcome).toBe('accepted');
  });
});

describe('a list of people who are not there', () => {
  it('is held back at its allowance; another list, a single check and other hosts are not', async () => {
    await world({}, { unknownPerHostHour: 30 });
    const strangers = people(200, 'x');
    const answers = await Promise.all(strangers.map((address) => ask(address, { tenant: 'harvester' })));
    const held = answers.filter(
      ({ classified: { outcome, reason } }) => outcome === 'throttled' && reason === 'harvest',
    );
    const asked = answers.filter(({ classified: { outcome } }) => outcome === 'mailbox_not_found').length;
    expect(asked + held.length).toBe(200);
    expect(held.every(({ wasNotAsked }) => wasNotAsked)).toBe(true);
    // What was under way in two sessions is not called back.
    expect(asked).toBeGreaterThanOrEqual(30);
    expect(asked).toBeLessThan(90);
    expect((await ask('x@example.test', { tenant: 'harvester' })).wasNotAsked).toBe(true);
    const single = await ask('x@example.test', { tenant: 'harvester', mode: 'single' });
    expect(single.classified.outcome).toBe('mailbox_not_found');
    const elsewhere = await ask('x@example.test', { tenant: 'harvester', host: 'mx.elsewhere.test' });
    expect(elsewhere.classified.outcome).toBe('mailbox_not_found');
    expect(await outcomes(people(100))).toEqual(new Set(['accepted']));
  });
});
