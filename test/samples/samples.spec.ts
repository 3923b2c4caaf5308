import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import {
  SAMPLE_NAMES,
  samplesOf,
  type SampleKind,
  type SampleName,
} from '../../dashboard/src/pages/developers/integrate/samples';
import { OPERATOR } from '../../src/audit/actor';
import { PERMISSIONS } from '../../src/auth/permissions';
import { TokensService } from '../../src/auth/tokens.service';
import { WebhookDeliveries } from '../../src/webhooks/webhook-deliveries.service';
import { WebhookEndpoints } from '../../src/webhooks/webhook-endpoints.service';
import { eventually } from '../support/eventually';
import { describeWith } from '../support/programs';
import { TestService, type TestAccount } from '../support/service';
import { makeSetUp, oneSetUp, type SetUp } from '../support/set-ups';
import { Receiver, type ReceivedWebhook } from '../webhooks/receiver';
import { ALLOWED } from '../webhooks/webhook-service';
import { SampleRun, WAYS } from './sample-runs';

const folder = join(__dirname, '../../dashboard/src/pages/developers/integrate/samples');
const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const SIX_MINUTES_MS = 360_000;

type Signed = Pick<ReceivedWebhook, 'body'> & { headers: Record<(typeof HEADERS)[number], string> };

describe.each([oneSetUp])('the samples that people copy, %s', (setUpName) => {
  let setUp: SetUp;
  let service: TestService;
  let account: TestAccount;
  /** A test token: answered without DNS and mail hosts, which are not here. */
  let token: string;
  let receiver: Receiver;
  let runs: SampleRun[];

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await TestService.start(setUp, {
      ...ALLOWED,
      SMTP_PROBE: 'off',
      DNS_SERVERS: '127.0.0.1:1',
      SMTP_RETRY_DELAYS: '0',
    });
    account = await service.account();
    const wish = { accountId: account.accountId, name: 'samples', permissions: [...PERMISSIONS], lifetimeMs: null };
    ({ token } = await service.app.get(TokensService).create({ ...wish, isTest: true }));
    receiver = await Receiver.start();
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
    await setUp.remove();
  });

  beforeEach(() => {
    runs = [];
  });

  afterEach(() => {
    for (const run of runs) run.remove();
  });

  async function prepare(name: SampleName, kind: SampleKind, change = (sample: string) => sample): Promise<SampleRun> {
    const file = readFileSync(join(folder, `${name}.txt`), 'utf8');
    const { organizationId: organization } = account;
    const samples = samplesOf(file, { origin: service.url, organization, token });
    const run = await SampleRun.prepare(name, change(samples[kind]), samples.install);
    runs.push(run);
    return run;
  }

  /** An event as the service signs it, before and after a rotation, and the secret until then. */
  async function signedByTheService(): Promise<{ secret: string; first: Signed; rotated: Signed }> {
    const { organizationId } = account;
    const [endpoints, deliveries] = [service.app.get(WebhookEndpoints), service.app.get(WebhookDeliveries)];
    const wish = { organizationId, url: `${receiver.origin}/`, eventTypes: null };
    const { endpoint, secret } = await endpoints.create(wish, OPERATOR);
    const received = async (): Promise<Signed> => {
      const eventId = await deliveries.test(organizationId, endpoint.id);
      const find = () => receiver.received.find(({ headers }) => headers['webhook-id'] === eventId);
      await eventually('the event arrives', () => find() !== undefined);
      const { body, headers } = find()!;
      const [id, timestamp, signature] = HEADERS.map((name) => String(headers[name]));
      return {
        body,
        headers: { 'webhook-id': id!, 'webhook-timestamp': timestamp!, 'webhook-signature': signature! },
      };
    };
    const first = await received();
    await endpoints.rotate(organizationId, endpoint.id, OPERATOR);
    return { secret, first, rotated: await received() };
  }

  /** Signed by a secret, at some time. */
  function signed({ body, headers }: Signed, secret: string, at: number): Signed {
    const id = headers['webhook-id'];
    const signature = new Webhook(secret).sign(id, new Date(at), body);
    const timestamp = String(Math.floor(at / 1000));
    return { body, headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } };
  }

  describe.each(SAMPLE_NAMES)('in %s', (name) => {
    describeWith(...WAYS[name].programs)('run', () => {
      it('checks an address', async () => {
        const { code, out } = await (await prepare(name, 'single')).run();
        expect([code, out]).toEqual([0, expect.stringMatching(/(^|"status": ?")valid\b/)]);
      });

      it('says why an address is invalid', async () => {
        const change = (sample: string): string => sample.replace('valid@', 'mailbox_not_found@');
        const { code, out } = await (await prepare(name, 'single', change)).run();
        const wanted = name === 'curl' ? /"sub_status": ?"mailbox_not_found"/ : /^invalid mailbox_not_found \d+\n$/;
        expect([code, out]).toEqual([0, expect.stringMatching(wanted)]);
      });

      it('checks a list', async () => {
        const run = await prepare(name, 'list');
        const { code, out } = await run.run();
        expect([code, out]).toEqual([0, expect.stringContaining('sandbox.test')]);
        const [header, ...rows] = run.read('results.csv').trimEnd().split(/\r?\n/);
        expect(header).toMatch(/^email,status,sub_status/);
        expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual([
          ['valid@sandbox.test', 'valid', ''],
          ['mailbox_not_found@sandbox.test', 'invalid', 'mailbox_not_found'],
        ]);
      });

      it('tells what the service signed from all else, with either of two secrets', async () => {
        const run = await prepare(name, 'signature');
        const { secret, first, rotated } = await signedByTheService();
        expect(rotated.headers['webhook-signature'].split(' ')).toHaveLength(2);
        const now = Date.now();
        const cases: [string, boolean, Signed][] = [
          ['as it came', true, first],
          ['after a rotation', true, rotated],
          ['by the library', true, signed(first, secret, now)],
          ['another body', false, { ...first, body: first.body.replace('test', 'tess') }],
          ['another secret', false, signed(first, OTHER_SECRET, now)],
          ['an old one', false, signed(first, secret, now - SIX_MINUTES_MS)],
          ['one of the future', false, signed(first, secret, now + SIX_MINUTES_MS)],
          [
            'another time',
            false,
            { ...first, headers: { ...first.headers, 'webhook-timestamp': String(Math.floor(now / 1000) + 9) } },
          ],
          ['no signature', false, { ...first, headers: { ...first.headers, 'webhook-signature': '' } }],
          ['no time', false, { ...first, headers: { ...first.headers, 'webhook-timestamp': '' } }],
        ];
        const found = name === 'curl' ? await checked(run, secret, cases) : await received(run, secret, cases);
        expect(found).toEqual(cases.map(([name, isGenuine]) => [name, isGenuine]));
      });
    });
  });

  /** By a program that is given one event. */
  async function checked(run: SampleRun, secret: string, cases: [string, boolean, Signed][]): Promise<unknown[]> {
    const found = [];
    for (const [name, , { headers, body }] of cases) {
      const args = HEADERS.map((header) => headers[header]);
      const { code } = await run.run({ args, input: body, env: { WEBHOOK_SECRET: secret } });
      found.push([name, code === 0]);
    }
    return found;
  }

  /** By a program that listens. */
  async function received(run: SampleRun, secret: string, cases: [string, boolean, Signed][]): Promise<unknown[]> {
    const { url, stop } = await run.listen({ WEBHOOK_SECRET: secret });
    try {
      const found = [];
      for (const [name, , { headers, body }] of cases) {
        const { status } = await fetch(url, { method: 'POST', headers, body });
        expect([204, 401]).toContain(status);
        found.push([name, status === 204]);
      }
      return found;
    } finally {
      await stop();
    }
  }
});

describe.each(SAMPLE_NAMES.filter((name) => !name.endsWith('-client')))('the sample of a list in %s', (name) => {
  describeWith(...WAYS[name].programs)('run', () => {
    it('ends when somebody has cancelled the list', async () => {
      // As the service says it; there the work of a test token is done before anybody could cancel it.
      const server = createServer((request, response) => {
        const status = request.method === 'POST' ? 'pending' : 'cancelled';
        request.resume().on('end', () => {
          response.writeHead(request.method === 'POST' ? 201 : 200, { 'Content-Type': 'application/json' });
          response.end(JSON.stringify({ id: 7, name: 'list', status }));
        });
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const file = readFileSync(join(folder, `${name}.txt`), 'utf8');
      const run = await SampleRun.prepare(name, samplesOf(file, { origin, organization: 1, token: 'token' }).list);
      try {
        expect(await run.run()).toEqual({ code: 1, out: expect.stringContaining('The list was cancelled.') });
      } finally {
        run.remove();
        server.closeAllConnections();
        server.close();
      }
    });
  });
});

describe('the sample of a list in curl', () => {
  describeWith(...WAYS.curl.programs)('run', () => {
    it('ends, and the shell into which it is pasted goes on', async () => {
      const file = readFileSync(join(folder, 'curl.txt'), 'utf8');
      // Nobody is there.
      const { list } = samplesOf(file, { origin: 'http://127.0.0.1:1', organization: 1, token: 'token' });
      const run = await SampleRun.prepare('curl', `${list}\necho "It goes on after $?."\n`);
      try {
        expect((await run.run()).out).toMatch(/\nIt goes on after 1\.\n$/);
      } finally {
        run.remove();
      }
    });
  });
});

describe('the receiver of webhooks with the Python client', () => {
  describeWith(...WAYS['python-client'].programs)('run', () => {
    it('answers 500 where the fault is its own, so that the service tries again', async () => {
      const file = readFileSync(join(folder, 'python-client.txt'), 'utf8');
      const { signature, install } = samplesOf(file, { origin: 'http://127.0.0.1:1', organization: 1, token: 'token' });
      const run = await SampleRun.prepare('python-client', signature, install);
      try {
        const { url, stop } = await run.listen({ WEBHOOK_SECRET: 'whsec_%' });
        try {
          expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(500);
        } finally {
          await stop();
        }
      } finally {
        run.remove();
      }
    });
  });
});
