import { parse } from 'papaparse';
import type { BatchResponse } from '../../src/batches/api/batch.response';
import { TestService, type TestAccount } from '../support/service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { MailWorld } from '../world/mail-world';
import type { ExpectedVerdict, Scenario } from '../world/scenario';
import { SCENARIOS } from '../world/scenarios';
import { askAbout } from './asked-address';
import { workThroughBatch } from './batch-over-http';

const REPEATED = ['a mailbox that exists', 'a mailbox that does not exist'];

/**
 * Nobody waits for a row of a batch, so that it has 45 s for a greeting, and half a minute until an answer that made no
 * sense is asked for again: too long for a test.
 */
const isSlow = ({ hosts, expected }: Scenario): boolean =>
  expected.sub_status === 'exception_occurred' ||
  Object.values(hosts).some(
    ({ faults, greetingDelayMs = 0 }) =>
      greetingDelayMs > 5_000 || ['silence', 'trickle', 'tls', 'endless_text'].includes(faults?.greeting ?? ''),
  );
/** On the distributed set-up every fourth, and those that the list repeats. */
const scenariosFor = (setUp: string): readonly Scenario[] =>
  SCENARIOS.filter(
    (scenario, index) =>
      !isSlow(scenario) && (setUp === 'embedded' || index % 4 === 0 || REPEATED.includes(scenario.name)),
  );

const MALFORMED = ['nobody', 'a@b@c.test', 'joe@valid.test.', '=cmd()@', ''];
const MANY = Array.from({ length: 25 }, (_, index) => `person${index}@catch-all.test`);
/** The first address again, in capitals where that makes no other mailbox. */
const REPEATS = ['JOE@valid.test', 'joe@Valid.Test', 'nobody@missing.test'];
/** Of ASCII alone: the Kelvin sign is no K. */
const inSmallLetters = (address: string): string => address.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
/** As the caller wrote it. */
const EMAIL = ' Email ';
const OUR_COLUMNS = [
  'status',
  'sub_status',
  'confidence',
  'mx_found',
  'smtp_valid',
  'is_disposable',
  'is_catch_all',
  'is_role_account',
  'did_you_mean',
  'credits_used',
];

describe.each(setUps)('a list of the mail world, %s', (setUpName) => {
  const scenarios = scenariosFor(setUpName);
  const before = scenarios.flatMap(({ askedBefore = [] }) => askedBefore);
  const addresses = [...scenarios.map(({ address }) => address), ...before, ...MALFORMED, ...MANY, ...REPEATS];
  let setUp: SetUp;
  let world: MailWorld;
  let service: TestService;
  let account: TestAccount;
  let batch: BatchResponse;
  let header: string[];
  let rows: Record<string, string>[];

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    world = await MailWorld.start();
    // Two repetitions: the random address of a domain that greylists is new to it at the first.
    const env = { ...world.env(), SMTP_MAX_SESSIONS: '100', SMTP_RETRY_DELAYS: '1,1' };
    service = await TestService.start(setUp, env);
    account = await service.account();
    await service.setBalance(account.organizationId, 1000);
    // Lists are read at the first question.
    await askAbout(service, await service.account(), 'joe@nowhere.test');
    const quoted = addresses.map((address, index) => `${index};"${address.replaceAll('"', '""')}";"a; note"`);
    const list = `\ufeffnr;${EMAIL};note\r\n${quoted.join('\r\n')}\r\n\r\n`;
    const worked = await workThroughBatch(service, account, list, 80_000);
    batch = worked.batch;
    const parsed = parse<Record<string, string>>(worked.csv, { header: true, skipEmptyLines: true });
    header = parsed.meta.fields ?? [];
    rows = parsed.data;
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await world.stop();
    await setUp.remove();
  });

  const verdictOf = (row: Record<string, string> | undefined): ExpectedVerdict => ({
    status: row?.['status'] as ExpectedVerdict['status'],
    sub_status: row?.['sub_status'] === '' ? null : (row?.['sub_status'] ?? null),
    smtp_valid: ternary(row?.['smtp_valid']),
    is_catch_all: ternary(row?.['is_catch_all']),
    mx_found: row?.['mx_found'] === 'true',
  });
  const ternary = (cell: string | undefined): boolean | null => (cell === '' ? null : cell === 'true');

  it.each(scenarios.map(({ name }) => name))('%s', (name) => {
    const { address, expected, inBatch } = world.scenario(name);
    expect(verdictOf(rows[addresses.indexOf(address)])).toEqual(inBatch ?? expected);
  });

  it("keeps the caller's columns and the order of the rows, and adds ours", () => {
    expect(header).toEqual(['nr', EMAIL, 'note', ...OUR_COLUMNS]);
    expect(rows.map((row) => row['nr'])).toEqual(addresses.map((_, index) => String(index)));
    expect(rows.every((row) => row['note'] === 'a; note')).toBe(true);
    const kept = addresses.filter((address) => /^[^=+@-]/.test(address));
    expect(rows.map((row) => row[EMAIL])).toEqual(expect.arrayContaining(kept));
  });

  it('calls malformed rows invalid, for nothing', () => {
    for (const address of MALFORMED) {
      expect(rows[addresses.indexOf(address)]).toMatchObject({
        status: 'invalid',
        sub_status: 'failed_syntax_check',
        credits_used: '0',
      });
    }
  });

  it('asks about a repeated address once', () => {
    const joe = rows[addresses.indexOf('joe@valid.test')];
    for (const row of rows.slice(addresses.length - REPEATS.length, addresses.length - 1)) {
      expect({ ...row, nr: '', [EMAIL]: '', credits_used: '' }).toEqual({
        ...joe,
        nr: '',
        [EMAIL]: '',
        credits_used: '',
      });
      expect(row['credits_used']).toBe('0');
    }
    expect(joe?.['credits_used']).toBe('1');
  });

  it('counts what the rows say', () => {
    const count = (...statuses: string[]): number =>
      rows.filter((row) => statuses.includes(row['status'] ?? '')).length;
    expect(batch).toMatchObject({
      total_count: addresses.length,
      processed_count: addresses.length,
      valid_count: count('valid'),
      invalid_count: count('invalid'),
      risky_count: count('risky', 'catch_all'),
      unknown_count: count('unknown'),
      progress: 100,
    });
  });

  it('charges one credit for each verdict of its own, and nothing for what stayed unknown', async () => {
    const seen = new Set<string>();
    const wrong = rows.filter((row, index) => {
      const address = addresses[index] ?? '';
      const isOwn = !MALFORMED.includes(address) && !seen.has(inSmallLetters(address));
      const isDue = isOwn && row['status'] !== 'unknown';
      seen.add(inSmallLetters(address));
      return row['credits_used'] !== (isDue ? '1' : '0');
    });
    expect(wrong).toEqual([]);
    const charged = rows.filter((row) => row['credits_used'] === '1').length;
    expect(batch.credits_used).toBe(charged);
    expect(await service.balance(account.organizationId)).toBe(1000 - charged);
  });

  it('asks a domain once for its mail hosts, and once about a random address', () => {
    expect(world.dns.count('catch-all.test', 'MX')).toBe(1);
    const people = scenarios.filter(({ address }) => address.endsWith('@catch-all.test')).length + MANY.length;
    expect(world.server('mx.catch-all.test').rcpts).toBe(people + 1);
  });

  it('connects nowhere but where it may, and never sends mail', () => {
    expect(world.forbiddenKnocks).toBe(0);
    expect(world.allServers.flatMap((server) => server.verbs()).filter((verb) => verb === 'DATA')).toEqual([]);
    expect(world.allServers.flatMap((server) => server.violations)).toEqual([]);
  });
});
