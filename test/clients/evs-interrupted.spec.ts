import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchService, type Customer } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { Evs } from './evs';
import { buildClients } from './package';

/** Between a client and the service: takes the answer to the first request for itself. */
class LostAnswer {
  readonly answered: Promise<void>;

  private constructor(
    private readonly server: Server,
    port: number,
  ) {
    this.answered = new Promise((resolve) => {
      server.on('connection', (client) => {
        const service = connect(port, '127.0.0.1');
        client.on('error', () => service.destroy()).pipe(service);
        service
          .on('error', () => client.destroy())
          .once('data', () => {
            resolve();
          });
        client.once('close', () => service.destroy());
      });
    });
  }

  static async start(port: number): Promise<LostAnswer> {
    const server = createServer();
    const lost = new LostAnswer(server, port);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return lost;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }
}

describe.each(setUps)('evs, interrupted, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let customer: Customer;
  let folder: string;
  let goOn: () => void;
  let env: Record<string, string>;

  beforeAll(async () => {
    await buildClients();
    setUp = await makeSetUp(setUpName);
  });

  afterAll(() => setUp.remove());

  beforeEach(async () => {
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    service = await BatchService.start(setUp.env, new ScriptedEngine(() => gate));
    customer = await service.customer();
    env = { EVS_URL: `http://127.0.0.1:${service.port}`, EVS_TOKEN: customer.token };
    folder = mkdtempSync(join(tmpdir(), 'evs_cli_'));
    writeFileSync(join(folder, 'list.csv'), 'email\nvalid.1@a.test\ninvalid.2@a.test\n');
  });

  afterEach(async () => {
    goOn();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (...args: string[]): Evs => Evs.start(args, env, folder).fed('');

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s, says how to go on, and goes on', async (signal, expected) => {
    const first = start('list', 'list.csv', '-o', 'results.csv');
    await first.says(/0 of 2/);
    first.child.kill(signal);
    const { code, stderr, stdout } = await first.exit();
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    const [, resume = ''] = /Wait for it again: evs (list --resume \d+ -o results\.csv)\n/.exec(stderr) ?? [];
    const second = start(...resume.split(' '));
    await second.says(/0 of 2/);
    goOn();
    expect((await second.exit()).code).toBe(0);
    expect(readFileSync(join(folder, 'results.csv'), 'utf8')).toMatch(
      /\r\ninvalid\.2@a\.test,invalid,mailbox_not_found,/,
    );
  });

  it('by Ctrl-C in a terminal, below its bar', async () => {
    const evs = Evs.inTerminal(['list', 'list.csv', '-o', 'results.csv'], env, folder);
    await evs.says(/0 of 2/);
    evs.type('\u0003');
    const { code, stdout } = await evs.exit();
    expect(code).toBe(130);
    expect(stdout).toMatch(/unknown(\^C)?\r\nThe service goes on with list \d+\. Wait for it again: evs list --resume/);
  });

  it('before the list is sent, stores nothing', async () => {
    const evs = Evs.start(['list', '-', '-o', 'results.csv'], env, folder);
    evs.type('email\nvalid.1@a.test\n');
    await evs.hearsSignals();
    evs.child.kill('SIGINT');
    expect(await evs.exit()).toMatchObject({ code: 130, stderr: 'Stopped: the list was not sent.\n' });
    const response = await service.request(customer, '');
    expect(((await response.json()) as { batches: unknown[] }).batches).toEqual([]);
  });

  it.each(['list.csv', '-'])('while its answer is awaited, takes %s once all the same', async (file) => {
    const list = readFileSync(join(folder, 'list.csv'));
    const hidden = await LostAnswer.start(service.port);
    const first = Evs.start(['list', file, '-o', 'results.csv'], { ...env, EVS_URL: hidden.url }, folder).fed(list);
    await hidden.answered;
    first.child.kill('SIGINT');
    const { code, stderr } = await first.exit();
    await hidden.stop();
    const [, key = ''] = /^It is not known whether .* with --key (\S+): it is taken once\.\n$/.exec(stderr) ?? [];
    expect({ code, key }).toEqual({ code: 130, key: expect.stringMatching(/./) });
    goOn();
    const again = await Evs.start(['list', file, '-o', 'results.csv', '--key', key], env, folder).fed(list).exit();
    expect(again.code).toBe(0);
    const response = await service.request(customer, '');
    expect(((await response.json()) as { batches: unknown[] }).batches).toHaveLength(1);
  });

  it('cancels a list by its id', async () => {
    const first = start('list', 'list.csv', '-o', 'results.csv');
    await first.says(/0 of 2/);
    const [, id = ''] = /List (\d+) is sent/.exec(first.stderr) ?? [];
    const cancelled = await start('cancel', id).exit();
    expect(cancelled).toMatchObject({
      code: 0,
      stdout: `List ${id} is cancelled; 0 of 2 are answered: evs list --resume ${id} -o results.csv\n`,
    });
    const said: unknown = expect.stringMatching(
      /was cancelled when 0 of 2 were answered; the others are not checked: .* The results are in \w+\.csv\.\n$/,
    );
    expect(await first.exit()).toMatchObject({ code: 4, stderr: said });
    const again = await start('list', '--resume', id, '-o', 'again.csv').exit();
    expect(again).toMatchObject({ code: 4, stdout: '', stderr: said });
    const counts = await start('list', '--resume', id, '--json').exit();
    expect(counts.code).toBe(4);
    expect(JSON.parse(counts.stdout)).toMatchObject({ status: 'cancelled', processed_count: 0 });
  });
});
