import { execFile, spawnSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually';
import { TestService, type TestAccount } from '../support/service';
import { makeSetUp, oneSetUp, type SetUp } from '../support/set-ups';

const KB = 1024;
const hasPython = spawnSync('python3', ['--version']).status === 0;
const describeWithPython = hasPython || process.env['REQUIRE_SERVERS'] === '1' ? describe : describe.skip;
const CREATE = '/v1/validate/batch';

/** Python's own client sends all of a body before it reads an answer. */
const URLLIB = `
import json, sys, urllib.request, urllib.error
url, size, count, token = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
seen = {}
for _ in range(count):
    body = b'--x\\r\\nContent-Disposition: form-data; name="file"; filename="a.csv"\\r\\n\\r\\n' + b'a' * size
    request = urllib.request.Request(url, data=body, method='POST', headers={
        'Content-Type': 'multipart/form-data; boundary=x', 'Authorization': 'Bearer ' + token})
    try:
        answer = urllib.request.urlopen(request, timeout=60).status
    except urllib.error.HTTPError as error:
        json.loads(error.read())['message' if error.code != 400 else 'error']
        answer = error.code
    except Exception as error:
        answer = repr(error)
    seen[str(answer)] = seen.get(str(answer), 0) + 1
print(json.dumps(seen))
`;

function form(size: number): FormData {
  const data = new FormData();
  data.set('name', 'list');
  data.set('file', new Blob([`phone\n${'a'.repeat(size)}\n`]), 'list.csv');
  return data;
}

describe.each([oneSetUp])('a refused upload is answered, %s', (setUpName) => {
  let setUp: SetUp;
  let service: TestService;
  let account: TestAccount;
  /** What each refusal needs of a request. */
  let refusals: Record<string, { status: number; path?: string; token?: string; organization?: string }>;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await TestService.start(setUp, { BATCH_MAX_FILE_KB: '8192' });
    account = await service.account();
    const homeless = await service.account();
    await service.database.execute('UPDATE accounts SET default_organization_id = NULL WHERE id = ?', [
      homeless.accountId,
    ]);
    const { token: powerless } = await service.token(account.accountId, ['credits:read']);
    const { token } = account;
    refusals = {
      'no token': { status: 401 },
      'a wrong token': { status: 401, token: 'x' },
      'no permission': { status: 403, token: powerless },
      'a foreign organization': { status: 403, token, organization: '999' },
      'no organization': { status: 400, token: homeless.token },
      'no such route': { status: 404, token, path: '/v1/nothing' },
      'no session': { status: 401, path: '/v1/organizations/1/batches' },
      'JSON wanted': { status: 400, token, path: '/v1/validate/single' },
      'no email column': { status: 422, token },
    };
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  async function lost(name: string, size: number, count: number): Promise<unknown[]> {
    const { status, path = CREATE, ...init } = refusals[name]!;
    const wrong: unknown[] = [];
    for (let left = count; left > 0; left -= 1) {
      const answer = await service.request(path, { method: 'POST', ...init, body: form(size) }).then(
        async (response) => {
          await response.json();
          return response.status;
        },
        (error: unknown) => String((error as Error).cause),
      );
      if (answer !== status) wrong.push(answer);
    }
    return wrong;
  }

  it.each([
    'no token',
    'a wrong token',
    'no permission',
    'a foreign organization',
    'no organization',
    'no such route',
    'no session',
    'JSON wanted',
    'no email column',
  ])('to fetch, whatever the size: %s', async (name) => {
    expect(await lost(name, 1 * KB, 20)).toEqual([]);
    expect(await lost(name, 100 * KB, 10)).toEqual([]);
    expect(await lost(name, 5120 * KB, 3)).toEqual([]);
  });

  it('to fetch, when the rate is exceeded', async () => {
    const strict = await TestService.start(setUp, { RATE_LIMIT_PER_MINUTE: '1' });
    try {
      const { token } = await service.token(account.accountId);
      const seen: number[] = [];
      for (const size of [1, 1, 100, 5120]) {
        const response = await strict.request(CREATE, { method: 'POST', token, body: form(size * KB) });
        await response.json();
        seen.push(response.status);
      }
      // The last is one more than needed: a minute may end in between.
      expect(seen.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
      expect(seen.filter((status) => status !== 429 && status !== 422)).toEqual([]);
    } finally {
      await strict.stop();
    }
  });

  it('to fetch, when the file is larger than is taken', async () => {
    const response = await service.request(CREATE, { method: 'POST', token: account.token, body: form(9000 * KB) });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: { file: [expect.stringContaining('8192 kilobytes')] } });
  });

  describeWithPython("to Python's urllib", () => {
    it.each([
      [1 * KB, 20],
      [5120 * KB, 5],
      [10_000 * KB, 3],
    ])('with %i bytes', async (size, count) => {
      const ask = async (path: string, token: string): Promise<unknown> => {
        const { stdout } = await promisify(execFile)('python3', [
          '-c',
          URLLIB,
          `${service.url}${path}`,
          String(size),
          String(count),
          token,
        ]);
        return JSON.parse(stdout);
      };
      expect(await ask(CREATE, 'x')).toEqual({ 401: count });
      expect(await ask('/v1/nothing', 'x')).toEqual({ 404: count });
    });
  });
});

describe('the connection of a refused request', () => {
  let setUp: SetUp;
  let service: TestService;
  let account: TestAccount;

  beforeAll(async () => {
    setUp = await makeSetUp('embedded');
    service = await TestService.start(setUp);
    account = await service.account();
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  /** A connection on which one writes bytes as one likes. */
  function open(): { socket: Socket; read: () => string; isClosed: () => boolean } {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => undefined);
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    let isClosed = false;
    socket.on('close', () => {
      isClosed = true;
    });
    return { socket, read: () => text, isClosed: () => isClosed };
  }

  const head = (request: string, ...headers: string[]): string =>
    [`${request} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n');
  const statuses = (text: string): string[] => text.match(/HTTP\/1\.1 \d+/g) ?? [];

  it('is kept by the 404 of a GET, and the request behind it is answered', async () => {
    const { socket, read } = open();
    socket.write(head('GET /v1/nothing') + head('GET /health/live'));
    await eventually('both are answered', () => read().includes('"live"'));
    expect(read()).toMatch(/^HTTP\/1\.1 404 /);
    expect(read()).not.toMatch(/Connection: close/i);
    socket.destroy();
  });

  it('is kept where the body is short, and the request behind it is answered', async () => {
    for (const path of ['/v1/validate/single', '/v1/nothing', CREATE]) {
      const { socket, read } = open();
      socket.write(`${head(`POST ${path}`, 'Content-Length: 5', 'Content-Type: application/json')}{"a":`);
      socket.write(head('GET /health/live'));
      await eventually('both are answered', () => read().includes('"live"'));
      expect(statuses(read())).toHaveLength(2);
      expect(read()).not.toMatch(/Connection: close/i);
      socket.destroy();
    }
  });

  it('is answered at once where the body is long, and closed when that has come', async () => {
    const { socket, read, isClosed } = open();
    socket.write(head(`POST ${CREATE}`, 'Content-Length: 200000', 'Content-Type: multipart/form-data; boundary=x'));
    await eventually('it is answered', () => read().includes('Unauthenticated.'));
    expect(read()).toMatch(/^HTTP\/1\.1 401 /);
    expect(read()).toMatch(/Connection: close/i);
    expect(read()).toMatch(/Content-Length: \d+/i);
    expect(isClosed()).toBe(false);
    socket.write('a'.repeat(200_000));
    await eventually('it is closed', isClosed);
  });

  it('sees no 100 Continue before the guards have passed, and one after them', async () => {
    const expecting = ['Expect: 100-continue', 'Content-Type: application/json', 'Content-Length: 31'];
    const refused = open();
    refused.socket.write(head('POST /v1/validate/single', ...expecting));
    await eventually('it is refused', () => refused.read().includes('Unauthenticated.'));
    expect(statuses(refused.read())).toEqual(['HTTP/1.1 401']);
    refused.socket.destroy();

    const taken = open();
    taken.socket.write(head('POST /v1/validate/single', ...expecting, `Authorization: Bearer ${account.token}`));
    await eventually('it is asked for its body', () => taken.read().includes('100 Continue'));
    taken.socket.write('{"email":"jane@[127.0.0.1]"   }');
    await eventually('it is answered', () => taken.read().includes('unroutable_ip_address'));
    expect(statuses(taken.read())).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200']);
    taken.socket.destroy();
  });
});
