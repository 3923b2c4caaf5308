import { inspect } from 'node:util';
import { EmailValidation, type ListSource } from '../../clients/typescript/src';
import { baseOf } from '../../clients/typescript/src/settings';
import { FlakyService } from './flaky-service';

const TOKEN = 'eyJhbGciOi.secret.of-ours_1';

describe('what the TypeScript client is given', () => {
  let flaky: FlakyService;

  beforeEach(async () => {
    flaky = await FlakyService.start();
  });

  afterEach(() => flaky.stop());

  const make = (token: unknown, url: unknown = flaky.url): EmailValidation =>
    new EmailValidation({ url: url as string, token: token as string });

  /** What is thrown by it, at once or later. */
  async function faultOf(run: () => unknown): Promise<Error> {
    try {
      await run();
    } catch (fault) {
      return fault as Error;
    }
    throw new Error('It was taken.');
  }

  it.each([' \n', '\r\n', '\t', '\u00a0'])('leaves out white space around the token and the url: %j', async (space) => {
    await make(`${space}${TOKEN}${space}`, ` ${flaky.url}/v1/\n`).credits();
    expect(flaky.seen).toMatchObject([{ path: '/v1/credits/balance', headers: { authorization: `Bearer ${TOKEN}` } }]);
  });

  it.each(['\n', '\r\nX-Other: 1\r\n', '\0', 'é', '\u2028', '\x7f'])(
    'refuses a token that no header may hold, without showing it: %j',
    async (inner) => {
      const fault = await faultOf(() => make(`${TOKEN}${inner}${TOKEN}`));
      expect(fault).toBeInstanceOf(TypeError);
      expect(fault.message).toContain('copy it once more');
      expect(inspect(fault)).not.toContain('secret');
    },
  );

  it.each(['check.example.org', '127.0.0.1:3000', '/api', 'ftp://a.test', 'http://', 'https://me:secret@a.test'])(
    'refuses what is no address of a service, without showing it: %s',
    async (url) => {
      const fault = await faultOf(() => make(TOKEN, url));
      expect(fault).toBeInstanceOf(TypeError);
      expect(fault.message).toMatch(/^`url` is no address of a service/);
      expect(inspect(fault)).not.toContain('secret');
    },
  );

  it.each(['http://h.test', 'http://h.test/', 'HTTP://H.test:80/v1', ' http://h.test/v1/ '])(
    'knows one service by all of its addresses: %s',
    (url) => {
      expect(baseOf(url)).toBe('http://h.test');
    },
  );

  it.each(['ü€', 'a\nb', '', 'x', '1.5', NaN])(
    'refuses what is no id of an organization, without sending it: %j',
    async (organization) => {
      const fault = await faultOf(() => new EmailValidation({ url: flaky.url, token: TOKEN, organization }));
      expect(fault).toBeInstanceOf(TypeError);
      expect(fault.message).toMatch(/^`organization` is the id of one/);
    },
  );

  it('sends the id of an organization without the white space around it', async () => {
    for (const organization of [5, ' 5\n']) {
      await new EmailValidation({ url: flaky.url, token: TOKEN, organization }).credits();
    }
    expect(flaky.seen.map(({ headers }) => headers['x-organization-id'])).toEqual(['5', '5']);
  });

  it.each(['a\nb', 'ü€', '', 'a b'])('refuses a key that no header may hold, at once: %j', async (idempotencyKey) => {
    const onRetry = jest.fn();
    const client = new EmailValidation({ url: flaky.url, token: TOKEN, onRetry });
    for (const call of [
      () => client.validate('a@ok.test', { idempotencyKey }),
      () => client.validateBatch(['a@ok.test'], { idempotencyKey }),
      () => client.feedback.tell([], { idempotencyKey }),
    ]) {
      const fault = await faultOf(call);
      expect(fault).toBeInstanceOf(TypeError);
      expect(fault.message).toMatch(/^`idempotencyKey` has/);
    }
    expect([flaky.seen, onRetry.mock.calls]).toEqual([[], []]);
  });

  it('shows its token nowhere', async () => {
    const client = new EmailValidation({ url: flaky.url, token: TOKEN, retries: 0 });
    const upload = client.validateBatch(['a@ok.test']);
    await upload;
    const faults = ['reset' as const, { status: 401 }, { status: 503 }];
    const errors = [];
    for (const fault of faults) {
      flaky.faults = [fault];
      errors.push(await faultOf(() => client.credits()));
    }
    for (const thing of [client, client.feedback, client.batch(7), upload, ...errors]) {
      const shown = [
        inspect(thing, { depth: Infinity, showHidden: true, getters: true }),
        JSON.stringify(thing),
        JSON.stringify(Object.assign({}, thing)),
      ].join();
      expect(shown).not.toContain('secret');
    }
    expect(inspect(client.batch(7))).toBe('Batch { id: 7 }');
  });

  it.each([[undefined], [null], [''], [' \n'], [5]])('says which setting is missing: %j', async (given) => {
    const [url, token] = [await faultOf(() => make(TOKEN, given ?? null)), await faultOf(() => make(given))];
    expect([url, token]).toEqual([expect.any(TypeError), expect.any(TypeError)]);
    expect(url.message).toMatch(/^`url` is missing.*EVS_URL/);
    expect(token.message).toMatch(/^`token` is missing.*EVS_TOKEN/);
  });

  it.each([[5], [null], [undefined], [{}], [Buffer.from('email')], [new ArrayBuffer(2)]])(
    'says what a list is: %p',
    async (source) => {
      const fault = await faultOf(() => make(TOKEN).validateBatch(source as unknown as ListSource));
      expect(fault).toBeInstanceOf(TypeError);
      expect(fault.message).toMatch(/^A list is the path of a file, a Blob/);
      expect(flaky.seen).toEqual([]);
    },
  );

  it('sends no list without addresses', async () => {
    for (const empty of [[], new Set<string>(), [].values()]) {
      expect((await faultOf(() => make(TOKEN).validateBatch(empty))).message).toMatch(/nothing to check/);
    }
    const mixed = ['a@ok.test', 5] as unknown as string[];
    expect((await faultOf(() => make(TOKEN).validateBatch(mixed))).message).toMatch(/strings alone/);
    expect(flaky.seen).toEqual([]);
  });

  it('knows whether its token is a test token', async () => {
    const client = new EmailValidation({ url: flaky.url, token: TOKEN, retries: 0 });
    const seen = [client.isTest];
    await client.credits();
    seen.push(client.isTest);
    flaky.faults = [{ status: 200, headers: { 'X-Test-Mode': 'true' }, body: {} }];
    await client.credits();
    expect([...seen, client.isTest]).toEqual([null, false, true]);
  });
});
