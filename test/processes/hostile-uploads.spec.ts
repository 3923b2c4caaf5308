import { makeSetUp, type SetUp } from '../support/set-ups';
import { build, ServiceProcess } from './service-process';

const UPLOADS = 50;
const MEGABYTES = 3;
const COMMAS = ','.repeat(999);
const MEGABYTE = 1_000_000;

/** What makes the most of a byte: padding, long records, signs that are written twice or as six, text of two bytes a character. */
const KINDS = [
  `email${','.repeat(MEGABYTE)}\n${'a@b.example\n'.repeat(250)}`,
  `email${COMMAS}\n${'a@b.example\n'.repeat(MEGABYTE / 12)}`,
  `email${COMMAS}\n${`a@b.example${','.repeat(180)}\n`.repeat(MEGABYTE / 192)}`,
  `email,x\n${`a@b.example,"${'""'.repeat(MEGABYTE / 2)}"\n`.repeat(MEGABYTES)}`,
  `email,x\n${`a@b.example,${'x"'.repeat(MEGABYTE / 2)}\n`.repeat(MEGABYTES)}`,
  `email,x\n${`a@b.example,${'\u0001'.repeat(MEGABYTE)}\n`.repeat(MEGABYTES)}`,
  `email,x\n${`a@b.example,${'日＝;'.repeat(MEGABYTE / 7)}\n`.repeat(MEGABYTES)}`,
  `email,x\n${'\n'.repeat(MEGABYTES * MEGABYTE)}a@b.example,1\n`,
  `email,x\n${'a,\n'.repeat(MEGABYTES * 300_000)}`,
  `email,x\na@b.example,"${'"a" '.repeat(MEGABYTE / 8)}${' '.repeat(MEGABYTE / 2)},`,
];

describe('fifty hostile uploads at once, in a heap of 512 MiB', () => {
  let setUp: SetUp;
  let service: ServiceProcess;

  beforeAll(async () => {
    await build();
    setUp = await makeSetUp('embedded');
    service = await ServiceProcess.start({
      ...setUp.env,
      NODE_OPTIONS: '--max-old-space-size=512',
      RATE_LIMIT_PER_MINUTE: '1000',
      // As many tenants as it takes, for all places to be taken.
      UPLOADS_PER_ORGANIZATION: '1000',
      UPLOADS_PER_ACCOUNT: '1000',
    });
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  it('are answered, and so is everybody else, by a process that lives on', async () => {
    const token = /^ey\S+$/m.exec(service.stdout)?.[0] ?? '';
    const answers = await Promise.all(
      Array.from({ length: UPLOADS }, async (_, index) => {
        const response = await service.upload(token, KINDS[index % KINDS.length] ?? '');
        const { message } = (await response.json()) as { message?: string };
        return [response.status, message];
      }),
    );
    for (const [status, message] of answers) {
      expect([201, 422, 503]).toContain(status);
      expect(message).toMatch(/^[A-Z]/);
    }
    expect((await service.request('/health/live')).status).toBe(200);
    expect((await service.request('/v1/credits/balance', token)).status).toBe(200);
    const again = await service.upload(token, 'email\na@b.example\n');
    expect(again.status).toBe(201);
  });
});
