import { TestService, type TestAccount } from '../support/service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { MailWorld } from '../world/mail-world';
import { SCENARIOS } from '../world/scenarios';
import { askInOrder, type Scenario } from '../world/scenario';
import { askAbout, verdictOf, type AskedAddress } from './asked-address';
import { inParallel } from './in-parallel';

const BUDGET_MS = 15_000;
const AT_A_TIME = 24;
/** What a probe may say to a mail host. */
const ALLOWED_VERBS = ['EHLO', 'HELO', 'STARTTLS', 'MAIL', 'RCPT', 'RSET', 'QUIT'];

/** Where MySQL and Redis are at hand as well, every fourth scenario is asked there too, and the closed port. */
const CLOSED = 'a mail host that is off';
const scenariosFor = (setUp: string): readonly Scenario[] =>
  setUp === 'embedded' ? SCENARIOS : SCENARIOS.filter(({ name }, index) => index % 4 === 0 || name === CLOSED);

describe.each(setUps)('the mail world over HTTP, %s', (setUpName) => {
  const scenarios = scenariosFor(setUpName);
  const names = scenarios.map(({ name }) => name);
  let setUp: SetUp;
  let world: MailWorld;
  let service: TestService;
  let account: TestAccount;
  const asked = new Map<string, AskedAddress>();

  const answerTo = (name: string): AskedAddress => {
    const answer = asked.get(name);
    if (answer === undefined) throw new Error(`Nobody asked about "${name}".`);
    return answer;
  };

  /** What was said to mail hosts, but for the farewells of sessions that fell idle. */
  const askedOfHosts = (): number =>
    world.allServers.flatMap((server) => server.verbs()).filter((verb) => verb !== 'QUIT').length;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    world = await MailWorld.start();
    const env = { ...world.env(), VALIDATION_TIMEOUT_MS: String(BUDGET_MS), SMTP_MAX_SESSIONS: '100' };
    service = await TestService.start(setUp, env);
    account = await service.account();
    await service.setBalance(account.organizationId, 1000);
    // Lists are read at the first question.
    await askAbout(service, await service.account(), 'joe@nowhere.test');
    const answers = await inParallel(scenarios, AT_A_TIME, (scenario) =>
      askInOrder(scenario, (address) => askAbout(service, account, address)),
    );
    for (const [index, answer] of answers.entries()) asked.set(names[index] ?? '', answer);
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await world.stop();
    await setUp.remove();
  });

  it.each(names)('%s', (name) => {
    const { expected, also } = world.scenario(name);
    const answer = answerTo(name);
    expect({ httpStatus: answer.httpStatus, ...verdictOf(answer) }).toEqual({ httpStatus: 200, ...expected });
    expect(answer.body).toMatchObject(also ?? {});
  });

  it('never calls an address invalid that may take mail', () => {
    const wrong = scenarios.filter(
      ({ name, expected }) => expected.status !== 'invalid' && verdictOf(answerTo(name)).status === 'invalid',
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('answers within the time that the operator gave', () => {
    // Above it by what a busy machine may take to answer; the host that greets after 25 s is waited for no longer.
    const late = names.filter((name) => answerTo(name).durationMs > BUDGET_MS + 5_000);
    expect(late).toEqual([]);
  });

  it('says nothing to mail hosts but what a probe needs, and breaks no rule of the protocol', () => {
    const said = world.allServers.flatMap((server) => server.verbs());
    expect(said.filter((verb) => !ALLOWED_VERBS.includes(verb))).toEqual([]);
    expect(said).toContain('RCPT');
    expect(world.allServers.flatMap((server) => server.violations)).toEqual([]);
  });

  it('connects nowhere but where it may', () => {
    expect(world.forbiddenKnocks).toBe(0);
  });

  it('shows no address of a machine, and no more of a mail host than its name', () => {
    const shown = names.filter((name) => {
      const { result } = answerTo(name).body;
      return /127\.\d|::ffff|probe\.test/.test(JSON.stringify(result));
    });
    expect(shown).toEqual([]);
  });

  it('tells refused and forbidden connections of mail hosts apart by DNS alone', () => {
    const closed = answerTo(CLOSED).body.result;
    expect(closed).toMatchObject({ layer: 'smtp', mx_host: null, reply_code: null, text: null });
  });

  it('charges one credit for each answer that is its own, and nothing for a fault', async () => {
    const free = (name: string): boolean => world.scenario(name).expected.sub_status === 'exception_occurred';
    const wrong = names.filter((name) => answerTo(name).body.credits_used !== (free(name) ? 0 : 1));
    expect(wrong).toEqual([]);
    const before = scenarios.flatMap(({ askedBefore = [] }) => askedBefore).length;
    const charged = names.filter((name) => !free(name)).length + before;
    expect(await service.balance(account.organizationId)).toBe(1000 - charged);
  });

  it('gives the same answer from the cache, for nothing', async () => {
    const cached = names.filter((name) => verdictOf(answerTo(name)).sub_status !== 'exception_occurred');
    const before = await service.balance(account.organizationId);
    const questions = askedOfHosts();
    for (const name of cached) {
      const { body } = await askAbout(service, account, world.scenario(name).address);
      expect({ name, body }).toEqual({ name, body: { ...answerTo(name).body, from_cache: true, credits_used: 0 } });
    }
    expect(await service.balance(account.organizationId)).toBe(before);
    expect(askedOfHosts()).toBe(questions);
  }, 120_000);

  it.each([
    'joe@valid.test\r\nRCPT TO:<other@valid.test>',
    'joe@valid.test\nDATA',
    'joe\r\nQUIT@valid.test',
    'joe\0@valid.test',
    'joe@valid.test>\r\nMAIL FROM:<x@y.test',
    '"joe\r\nDATA"@valid.test',
    'joe@valid.test> SIZE=1',
    'joe@@valid.test',
    'a@b@valid.test',
    'Joe <joe@valid.test>',
    'joe@valid.test.',
    'joe@valid',
    'jo\u200be@valid.test',
    'joe@va\u00adlid.test',
    '\u202ejoe@valid.test',
    'joe..blow@valid.test',
    'joe.@valid.test',
    `${'x'.repeat(65)}@valid.test`,
    `joe@${'v'.repeat(64)}.test`,
  ])('refuses %j, and no mail host hears of it', async (email) => {
    const before = askedOfHosts();
    const answer = await askAbout(service, account, email);
    expect(answer.httpStatus).toBe(422);
    expect(answer.body).toEqual({
      message: expect.any(String) as string,
      errors: { email: [expect.any(String) as string] },
    });
    expect(askedOfHosts()).toBe(before);
  });
});
