import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { BatchesRepository } from '../../src/batches/batches.repository';
import { eventually } from '../support/eventually';
import { setUps } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';

const LIMITS = {
  UPLOADS_PER_ORGANIZATION: '1',
  STORAGE_MAX_MB_PER_ORGANIZATION: '1',
  BATCHES_PER_ORGANIZATION: '30',
  RATE_LIMIT_PER_MINUTE: '10000',
};
const BOUNDARY = 'a-boundary';

describe.each(setUps)('what an organization may upload and keep, %s', (name) => {
  let service: BatchService;

  beforeAll(async () => {
    service = await BatchService.shared(name, { ...LIMITS });
  });

  async function upload(customer: Customer, csv: string): Promise<[status: number, body: Record<string, unknown>]> {
    const response = await service.upload(customer, csv);
    return [response.status, (await response.json()) as Record<string, unknown>];
  }

  /** Rows of noise, which hardly compress. */
  function noise(kilobytes: number): string {
    return `email,x\n${Array.from({ length: kilobytes }, (_, at) => `valid.${at}@x.test,${randomBytes(700).toString('base64')}\n`).join('')}`;
  }

  async function open(customer: Customer): Promise<Socket> {
    const socket = connect(service.port, '127.0.0.1');
    await once(socket, 'connect');
    const head = [
      'POST /v1/validate/batch HTTP/1.1',
      'Host: 127.0.0.1',
      `Authorization: Bearer ${customer.token}`,
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length: 1000000',
    ];
    const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\nemail\n`;
    socket.write(`${head.join('\r\n')}\r\n\r\n${part}${'valid.1@open.test\n'.repeat(20_000)}`);
    await eventually('the upload has begun', async () => {
      return (await service.database.query("SELECT 1 FROM batches WHERE status = 'uploading'")).length === 1;
    });
    return socket;
  }

  it('refuses lists beyond the bytes that an organization may keep, and stores nothing of them', async () => {
    const customer = await service.customer(10_000);
    const sentence = expect.stringMatching(/^Your organization may keep 1 MiB of lists, .* Delete lists/) as string;
    expect(await upload(customer, noise(1_700))).toEqual([422, { error: 'Storage full', message: sentence }]);
    const [status, { id }] = await upload(customer, noise(800));
    expect(status).toBe(201);
    expect((await upload(customer, noise(800)))[0]).toBe(422);
    expect((await upload(await service.customer(10_000), noise(800)))[0]).toBe(201);
    const chunks =
      'SELECT DISTINCT batch_id AS id FROM batch_chunks WHERE batch_id IN (SELECT id FROM batches WHERE organization_id = ?)';
    await eventually('nothing is left of the refused ones', async () => {
      const kept = await service.database.query<{ id: number }>(chunks, [customer.organizationId]);
      return kept.length === 1 && kept[0]?.id === id;
    });

    await service.completed(customer, Number(id));
    await service.app.get(BatchesRepository, { strict: false }).purge(Number(id));
    expect((await upload(customer, noise(800)))[0]).toBe(201);
  });

  it('refuses lists beyond their number', async () => {
    const customer = await service.customer(1000);
    for (let times = 0; times < 30; times += 1) {
      expect((await upload(customer, 'email\nvalid.1@x.test\n'))[0]).toBe(201);
    }
    expect(await upload(customer, 'email\nvalid.1@x.test\n')).toEqual([
      422,
      { error: 'Storage full', message: expect.stringContaining('may keep 30 lists') as string },
    ]);
  });

  it('lets some uploads of an organization wait for the one under way, and refuses others', async () => {
    const customer = await service.customer(1000);
    const socket = await open(customer);
    const waiting = Array.from({ length: 20 }, () => upload(customer, 'email\nvalid.2@x.test\n'));
    await eventually('the line is full', async () => {
      const response = await service.upload(customer, 'email\nvalid.3@x.test\n');
      if (response.status !== 429) return false;
      expect(response.headers.get('retry-after')).toBe('10');
      expect(await response.json()).toEqual({ message: expect.stringContaining('has 1 uploads under way') as string });
      return true;
    });
    expect((await upload(await service.customer(10), 'email\nvalid.4@x.test\n'))[0]).toBe(201);
    socket.destroy();
    expect((await Promise.all(waiting)).map(([status]) => status)).toEqual(new Array(20).fill(201));
  });

  it('takes a large list of malformed rows for a mistake, and a small one as it is', async () => {
    const customer = await service.customer(1_000_000);
    const bad = `${'x'.repeat(99)}\n`;
    const [status, body] = await upload(customer, `email\n${bad.repeat(110_000)}`);
    expect([status, body]).toEqual([
      422,
      {
        error: 'Invalid request',
        message: expect.stringMatching(/^110000 of the 110000 rows hold no well-formed/) as string,
      },
    ]);
    expect((await upload(customer, `email\n${bad.repeat(20_000)}`))[0]).toBe(201);
    const good = `valid.1@x.test${' '.repeat(85)}\n`;
    expect((await upload(customer, `email\n${(bad + good).repeat(55_000)}`))[0]).toBe(201);
  });
});
