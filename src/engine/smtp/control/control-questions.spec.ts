import { ScriptedSmtpServer } from '../../../../test/world/smtp/scripted-smtp-server';
import type { MailboxScript, RcptContext, SmtpScript } from '../../../../test/world/smtp/smtp-script';
import { FastForwardClock } from '../../../../test/support/fast-forward-clock';
import type { SharedFacts } from '../../ports';
import { parseAddress } from '../../syntax/parse-address';
import { systemRandom } from '../../system-ports';
import { createMailboxProber, type ObservableMailboxProber } from '../create-mailbox-prober';
import type { ProbeRequest, ProbeResult } from '../mailbox-prober';
import { NetDialler } from '../wire/net-dialler';

const UNREAD = '550 zorp blivet';
const HOST = 'mx.example.test';

let clock: FastForwardClock;
let server: ScriptedSmtpServer;
let prober: ObservableMailboxProber;

beforeEach(() => {
  clock = new FastForwardClock();
});

afterEach(async () => {
  await prober.close();
  const { violations } = server;
  await server.stop();
  if (violations.length > 0) throw new Error(violations.join('; '));
});

async function start(otherwise: MailboxScript, script: Partial<SmtpScript> = {}, facts?: SharedFacts): Promise<void> {
  const mailboxes = { 'anna@example.test': 'ok', 'bert@example.test': 'ok', ...script.mailboxes };
  server = await ScriptedSmtpServer.start({ otherwise, ...script, mailboxes });
  prober = makeProber(facts);
}

function makeProber(facts?: SharedFacts): ObservableMailboxProber {
  return createMailboxProber(
    { heloName: 'probe.us.test', port: server.port, commandTimeoutMs: 500, connectTimeoutMs: 1_000, idleMs: 200 },
    { dialler: new NetDialler(), clock, random: systemRandom, ...(facts === undefined ? {} : { facts }) },
  );
}

function probe(address: string, more: Partial<ProbeRequest> = {}): Promise<ProbeResult> {
  const parsed = parseAddress(address);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return prober.probe({
    address: parsed.address,
    hosts: [{ name: HOST, preference: 1, addresses: ['127.0.0.1'] }],
    hostNames: [HOST],
    mode: 'single',
    tenant: 'us',
    job: '',
    until: null,
    signal: new AbortController().signal,
    ...more,
  });
}

const asked = (): string[] => server.commands.flatMap(({ line }) => /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? []);

describe.each([true, false])('a refusal in words that nobody has read (pipelining: %s)', (pipelining) => {
  it('is "no such mailbox" where a random address is told the same, and somebody is taken after it', async () => {
    await start(UNREAD, { pipelining });
    await probe('anna@example.test');

    const result = await probe('nobody@example.test');
    expect(result).toMatchObject({
      classified: { outcome: 'mailbox_not_found', certainty: 'medium', code: 550 },
      by: 'control',
      mxHost: HOST,
    });
    expect(result.classified.isUnread).toBeUndefined();
    const [first, random, ...rest] = asked();
    // The random address was refused after an acceptance, so that it is known already.
    const [anna, nobody] = ['anna@example.test', 'nobody@example.test'];
    expect([first, ...rest]).toEqual([anna, anna, nobody, anna, nobody]);
    expect(random).toMatch(/^[a-z]{12,18}\d{1,3}@example\.test$/);
  });

  it('asks about the random address once for a domain, and about somebody who is taken, and the address again, after every refusal', async () => {
    await start(UNREAD, { pipelining });
    await probe('anna@example.test');
    await probe('nobody@example.test');
    const before = server.rcpts;

    expect(await probe('noone@example.test')).toMatchObject({
      classified: { outcome: 'mailbox_not_found' },
      by: 'control',
    });
    expect(server.rcpts - before).toBe(3);
  });

  it('says nothing where nobody is known to be taken; a list may bring somebody', async () => {
    await start(UNREAD, { pipelining });

    expect(await probe('nobody@example.test')).toMatchObject({
      classified: { outcome: 'unclassified' },
      by: null,
      controlPending: true,
    });
    await probe('anna@example.test');
    expect(await probe('nobody@example.test')).toMatchObject({
      classified: { outcome: 'mailbox_not_found' },
      controlPending: false,
    });
  });

  it('says nothing where the host begins to refuse everybody in the same words', async () => {
    let isBlocking = false;
    const person = (): string => (isBlocking ? UNREAD : '250 2.1.5 Ok');
    await start(UNREAD, { pipelining, mailboxes: { 'anna@example.test': person, 'bert@example.test': person } });
    await probe('anna@example.test');
    await probe('nobody@example.test');
    isBlocking = true;

    expect(await probe('bert@example.test')).toMatchObject({ classified: { outcome: 'unclassified' }, by: null });
    // What a host says that has contradicted itself explains nothing for a day.
    isBlocking = false;
    expect(await probe('nobody@example.test')).toMatchObject({ by: null, controlPending: false });
  });

  it('is about the mailbox where a random address is told something else', async () => {
    await start('550 5.1.1 User unknown', { pipelining, mailboxes: { 'carl@example.test': UNREAD } });
    expect(await probe('carl@example.test')).toMatchObject({
      classified: { outcome: 'recipient_restricted' },
      by: 'control',
    });
  });

  it('is about the mailbox where a random address is taken', async () => {
    await start('250 Ok', { pipelining, mailboxes: { 'carl@example.test': UNREAD } });
    expect(await probe('carl@example.test')).toMatchObject({
      classified: { outcome: 'recipient_restricted' },
      by: 'control',
    });
  });

  it.each([
    ['a reason in digits', 'E1002', () => 'E1001'],
    ['a page of its own', 'http://x.test/v2/disabled', () => 'http://x.test/v2/missing'],
    ['another number of words with digits', 'E1 E2', () => 'E1'],
  ])('says nothing where the recipient has %s', async (_, own, others) => {
    const said = `550 zorp ${own}`;
    await start(() => `550 zorp ${others()}`, { pipelining, mailboxes: { 'carl@example.test': said } });
    await probe('anna@example.test');
    expect((await probe('carl@example.test')).classified.outcome).not.toBe('mailbox_not_found');
  });

  it.each([
    ['an id that is new each time', (context: RcptContext) => `${context.session}-${context.rcptInSession}`],
    ['an id of the session', (context: RcptContext) => `s${context.session}`],
  ])('is "no such mailbox" where replies have %s', async (_, id) => {
    await start((context) => `550 zorp blivet (${id(context)})`, { pipelining });
    await probe('anna@example.test');
    expect(await probe('nobody@example.test')).toMatchObject({
      classified: { outcome: 'mailbox_not_found' },
      by: 'control',
    });
  });

  it('gives what it has where the host falls silent about others', async () => {
    await start(UNREAD, {
      pipelining,
      otherwise: ({ address, attempt }) => (address.startsWith('nobody') && attempt === 1 ? UNREAD : Buffer.alloc(0)),
    });
    await probe('anna@example.test');
    expect(await probe('nobody@example.test', { until: clock.now() + 400 })).toMatchObject({
      classified: { outcome: 'unclassified' },
      by: null,
    });
  });

  it('never asks for another tenant about somebody whom only this one has named', async () => {
    await start(UNREAD, { pipelining });
    await probe('anna@example.test');
    const before = asked().length;
    await probe('nobody@example.test', { tenant: 'others' });
    expect(asked().slice(before)).toEqual(['nobody@example.test']);
  });

  it('of a random address: the domain takes not everybody, if it takes again whom it took before', async () => {
    await start(UNREAD, { pipelining });
    expect(await probe('anna@example.test')).toMatchObject({ classified: { outcome: 'accepted' }, catchAll: false });
  });

  it('of a random address says nothing where the host begins to refuse everybody', async () => {
    await start(UNREAD, {
      pipelining,
      mailboxes: { 'anna@example.test': ({ attempt }) => (attempt === 1 ? 'ok' : UNREAD) },
    });
    expect(await probe('anna@example.test')).toMatchObject({
      classified: { outcome: 'accepted' },
      catchAll: null,
      catchAllPending: true,
    });
  });

  it.each([3, 5])('is explained in another session where the host ends this one at RCPT %i', async (last) => {
    const anna: MailboxScript = ({ rcptInSession }) => (rcptInSession === last ? '421 4.4.2 Bye' : 'ok');
    await start(UNREAD, { pipelining, mailboxes: { 'anna@example.test': anna } });

    expect(await probe('anna@example.test')).toMatchObject({ catchAll: false });
    expect(await probe('nobody@example.test')).toMatchObject({
      classified: { outcome: 'mailbox_not_found' },
      by: 'control',
    });
    expect(server.knocks).toBeLessThanOrEqual(3);
  });

  it('asks no third time where the host hangs up on each control question', async () => {
    await start(UNREAD, { pipelining });
    await probe('anna@example.test');
    server.script = { ...server.script, mailboxes: { 'anna@example.test': '421 4.4.2 Bye' } };

    expect(await probe('nobody@example.test')).toMatchObject({ by: null, controlPending: true });
    expect(asked().filter((address) => address === 'nobody@example.test')).toHaveLength(2);
  });

  it('does not take postmaster for somebody', async () => {
    await start(UNREAD, { pipelining, mailboxes: { 'postmaster@example.test': 'ok' } });
    await probe('postmaster@example.test');
    expect(await probe('nobody@example.test')).toMatchObject({ by: null, controlPending: true });
  });

  it.each(['550 zorp blivet, your IP is bad', '550 5.7.1 zorp', '450 zorp blivet'])(
    'is not asked about where it speaks of us, or of the moment: %s',
    async (reply) => {
      await start(reply, { pipelining });
      await probe('anna@example.test');
      const before = server.rcpts;
      expect((await probe('nobody@example.test')).by).toBeNull();
      expect(server.rcpts - before).toBe(1);
    },
  );
});

it.each([2, 3, 4, 5, 7])(
  'nobody is "not found" at a host that refuses each %ith recipient of a session in those words',
  async (nth) => {
    await start(({ address, rcptInSession }) =>
      address.startsWith('p') && rcptInSession % nth > 0 ? '250 Ok' : UNREAD,
    );
    await probe('p0@example.test', { mode: 'batch' });
    const people = Array.from({ length: 60 }, (_, index) => `p${index}@example.test`);
    const results = await Promise.all(people.map((address) => probe(address, { mode: 'batch' })));

    expect(results.filter(({ classified: { outcome } }) => outcome === 'mailbox_not_found')).toEqual([]);
  },
);

describe('between processes', () => {
  const told = new Map<string, string>();
  const facts: SharedFacts = {
    read: (key) => Promise.resolve(told.get(key) ?? null),
    tell: (key, fact, _, isStronger) => {
      if (isStronger || !told.has(key)) told.set(key, fact);
    },
  };
  let other: ObservableMailboxProber;

  beforeEach(() => {
    told.clear();
  });

  afterEach(async () => {
    await other.close();
  });

  /** Another process, which asks the same server; from now on `probe` asks through it. */
  function restart(): void {
    other = prober;
    prober = makeProber(facts);
  }

  it('what a random address is told is asked for once, where the other is told the same', async () => {
    await start(UNREAD, {}, facts);
    await probe('anna@example.test');
    await probe('nobody@example.test');
    restart();
    await probe('anna@example.test');
    const before = asked().length;

    expect(await probe('noone@example.test')).toMatchObject({
      classified: { outcome: 'mailbox_not_found' },
      by: 'control',
    });
    expect(asked().slice(before)).toEqual(['noone@example.test', 'anna@example.test', 'noone@example.test']);
  });

  it('is asked for again by who is told something else: it may be about him alone', async () => {
    await start(UNREAD, { mailboxes: { 'carl@example.test': '550 blivet zorp' } }, facts);
    await probe('anna@example.test');
    await probe('nobody@example.test');
    restart();
    const before = asked().length;

    await probe('carl@example.test');
    expect(asked().slice(before)).toHaveLength(2);
  });

  it('a host that has contradicted itself to one is believed by none', async () => {
    let isBlocking = false;
    const person = (): string => (isBlocking ? UNREAD : '250 2.1.5 Ok');
    await start(UNREAD, { mailboxes: { 'anna@example.test': person, 'bert@example.test': person } }, facts);
    await probe('anna@example.test');
    await probe('nobody@example.test');
    restart();
    await probe('anna@example.test');
    expect(await probe('noone@example.test')).toMatchObject({ by: 'control' });
    // The first sees it.
    [prober, other] = [other, prober];
    isBlocking = true;
    expect(await probe('bert@example.test')).toMatchObject({ by: null });
    [prober, other] = [other, prober];
    isBlocking = false;

    expect(await probe('nemo@example.test')).toMatchObject({ classified: { outcome: 'unclassified' }, by: null });
  });
});

it('a list of many unknown people of one host, among them some whom it takes', async () => {
  const people = Array.from({ length: 10 }, (_, index) => `p${index}@example.test`);
  await start(UNREAD, { mailboxes: Object.fromEntries(people.map((person) => [person, 'ok'])) });
  await probe('p0@example.test', { mode: 'batch' });
  const unknown = Array.from({ length: 40 }, (_, index) => `nobody${index}@example.test`);
  const results = await Promise.all([...unknown, ...people].map((address) => probe(address, { mode: 'batch' })));

  const outcomes = results.map(({ classified: { outcome } }) => outcome);
  expect(outcomes.slice(0, 40)).toEqual(unknown.map(() => 'mailbox_not_found'));
  expect(outcomes.slice(40)).toEqual(people.map(() => 'accepted'));
});
