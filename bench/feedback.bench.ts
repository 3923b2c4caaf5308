import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeSetUp, setUps, type SetUpName } from '../test/support/set-ups';
import { BenchService, openAccount, type Caller } from './support/bench-service';
import { Child } from './support/child';
import { feedbackState } from './support/feedback-state';
import { LatencyProbe } from './support/latency-probe';
import { MailWorld, worldAddresses } from './support/mail-world';
import { postAll } from './support/post-all';
import { percent, printFigures, progress, whole, type Figure } from './support/report';
import { median } from './support/statistics';
import { completed, upload } from './support/upload';

const EVENTS = 100_000;
const WITHIN_SECONDS = 300;
/** As SendGrid sends them in a busy hour, and as providers do that tell each event by itself. */
const EVENTS_OF_A_REQUEST = [100, 1];
const INTAKE_GOAL = 0.5;
/** Requests that come before: a process of some hours is measured, and not one that compiles itself. */
const WARM_UP = 200;
const NO_LIMIT = { FEEDBACK_REQUESTS_PER_MINUTE: '1000000000' };
/** Against those of an organization that uses no feedback. */
const LOSS_GOAL = 0.95;
/** Asked for without a network: the domain is known not to exist (RFC 6761 6.4). */
const TOP_LEVEL = 'invalid';

let made = 0;

/** What providers tell: how fast it is taken and read, what single validations feel of it, and what verdicts cost with it. */
export async function feedbackBench(isQuick: boolean): Promise<void> {
  const events = isQuick ? EVENTS / 10 : EVENTS;
  const intake: Figure[] = [];
  const verdicts: Figure[] = [];
  for (const name of setUps) {
    for (const size of EVENTS_OF_A_REQUEST) intake.push(...(await measureIntake(name, events, size)));
    intake.push(...(await measureSingles(name, isQuick)));
    verdicts.push(...(await measureVerdicts(name, isQuick)));
  }
  printFigures(`${whole(events)} events of a provider, against a bare controller that stores the body`, intake);
  printFigures('Uncached verdicts of an organization with a source, against one without feedback', verdicts);
}

async function measureIntake(name: SetUpName, events: number, size: number): Promise<Figure[]> {
  const bodies = bodiesOf(events, size);
  const bare = await throughBare(name, bodies, size);
  const service = await BenchService.start(name, NO_LIMIT);
  try {
    const url = await service.source('sendgrid');
    await postAll(url, {}, bodiesOf(WARM_UP * size, size));
    await isRead(service, WARM_UP * size);
    const cpuBefore = service.process.cpuSeconds();
    const started = performance.now();
    const answered = await postAll(url, {}, bodies);
    await isRead(service, events + WARM_UP * size);
    const read = (performance.now() - started) / 1000;
    const cpu = service.process.cpuSeconds() - cpuBefore;
    progress(
      `feedback, ${name}, ${size} a request: ${whole(events / answered)}/s answered (bare ${whole(events / bare.seconds)}/s), ${whole(events / read)}/s read`,
    );
    const perEvent = (seconds: number): string => `${((seconds / events) * 1e6).toFixed(0)} µs`;
    return [
      {
        what: `events answered, ${size} a request, ${name}`,
        measured: `${whole(events / answered)}/s`,
        baseline: `${whole(events / bare.seconds)}/s`,
        ratio: percent(bare.seconds / answered),
        goal: `≥ ${percent(INTAKE_GOAL)}`,
        isMet: bare.seconds / answered >= INTAKE_GOAL,
      },
      {
        what: '  read, until the derived state',
        measured: `${whole(events / read)}/s`,
        goal: `≥ ${whole(EVENTS / WITHIN_SECONDS)}/s`,
        isMet: events / read >= EVENTS / WITHIN_SECONDS,
      },
      { what: '  processor time an event', measured: perEvent(cpu), baseline: perEvent(bare.cpu) },
    ];
  } finally {
    await service.stop();
  }
}

async function throughBare(
  name: SetUpName,
  bodies: readonly string[],
  size: number,
): Promise<{ seconds: number; cpu: number }> {
  const setUp = await makeSetUp(name);
  const log = join(setUp.env['DATA_DIR'] ?? '', 'bare.log');
  const bare = Child.start(['-r', '@swc-node/register', 'bench/bare-intake.ts'], setUp.env, log);
  try {
    const { port } = (await bare.message()) as { port: number };
    const url = `http://127.0.0.1:${port}/v1/feedback/in/1/${'t'.repeat(43)}`;
    await postAll(url, {}, bodiesOf(WARM_UP * size, size));
    const cpuBefore = bare.cpuSeconds();
    const seconds = await postAll(url, {}, bodies);
    return { seconds, cpu: bare.cpuSeconds() - cpuBefore };
  } finally {
    await bare.stop();
    await setUp.remove();
  }
}

/** Single validations while events come at the pace of 100,000 in five minutes, and at full speed. */
async function measureSingles(name: SetUpName, isQuick: boolean): Promise<Figure[]> {
  const service = await BenchService.start(name, NO_LIMIT);
  try {
    const url = await service.source('sendgrid');
    await service.remember(['jane.doe.7@example7.org']);
    const seconds = isQuick ? 5 : 30;
    const pace = EVENTS / WITHIN_SECONDS;
    await LatencyProbe.during(service, () => sleep(3000), TOP_LEVEL);
    const idle = await LatencyProbe.during(service, () => sleep(seconds * 1000), TOP_LEVEL);
    const paced = await LatencyProbe.during(
      service,
      () => postAll(url, {}, bodiesOf(seconds * pace, 10), pace / 10),
      TOP_LEVEL,
    );
    const events = isQuick ? 10_000 : EVENTS;
    const full = await LatencyProbe.during(
      service,
      async () => {
        await postAll(url, {}, bodiesOf(events, 100));
        await isRead(service, seconds * pace + events);
      },
      TOP_LEVEL,
    );
    progress(`feedback, ${name}: singles measured`);
    return (['cached', 'uncached'] as const).flatMap((kind) =>
      [
        { during: paced, when: `at ${whole(pace)} events/s` },
        { during: full, when: 'at full speed' },
      ].map(({ during, when }) => ({
        what: `${kind} single, p99, ${when}, ${name}`,
        measured: `${during.p99(kind).toFixed(1)} ms`,
        baseline: `idle ${idle.p99(kind).toFixed(1)} ms`,
        ratio: (during.p99(kind) / idle.p99(kind)).toFixed(2),
      })),
    );
  } finally {
    await service.stop();
  }
}

async function measureVerdicts(name: SetUpName, isQuick: boolean): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'evs-bench-'));
  const world = await MailWorld.start(folder, false);
  const service = await BenchService.start(name, {
    ...NO_LIMIT,
    DNS_SERVERS: `127.0.0.1:${world.dnsPort}`,
    SMTP_PROBE: 'on',
    SMTP_PORT: String(world.smtpPort),
    SMTP_ALLOW_CIDRS: '127.0.0.0/8',
    SMTP_HELO_NAME: 'probe.test',
  });
  try {
    const events = isQuick ? 10_000 : EVENTS;
    await postAll(await service.source('sendgrid'), {}, bodiesOf(events, 100));
    await isRead(service, events);
    const plain = { url: service.url, ...(await openAccount(service.settings, 'plain@accounts.test')) };
    const path = join(folder, 'list.csv');
    const figures: Figure[] = [];
    const measure = async (what: string, ask: (caller: Caller) => Promise<Asked>): Promise<void> => {
      figures.push(lossOf(`${what}, ${name}`, await inTurn(isQuick, service, plain, ask)));
      progress(`feedback, ${name}: ${what} measured`);
    };
    const [singles, rows] = isQuick ? [2000, 5000] : [10_000, 20_000];
    await measure('uncached single, its mail host asked', (caller) => askSingles(caller, hosted(isQuick ? 200 : 1000)));
    await measure('uncached batch, its mail hosts asked', (caller) => askList(caller, hosted(2000), path));
    await measure('uncached single, no such domain', (caller) => askSingles(caller, nowhere(singles)));
    await measure('uncached batch, no such domains', (caller) => askList(caller, nowhere(rows), path));
    return figures;
  } finally {
    await service.stop();
    await world.stop();
    rmSync(folder, { recursive: true });
  }
}

interface Asked {
  addresses: number;
  seconds: number;
}

/** Addresses a second. */
interface Turns {
  withSource: number[];
  without: number[];
}

/** Each in turn, the first of each left out. */
async function inTurn(
  isQuick: boolean,
  withSource: Caller,
  without: Caller,
  ask: (caller: Caller) => Promise<Asked>,
): Promise<Turns> {
  const turns: Turns = { withSource: [], without: [] };
  for (let round = 0; round <= (isQuick ? 4 : 7); round += 1) {
    const of = [
      { caller: withSource, speeds: turns.withSource },
      { caller: without, speeds: turns.without },
    ];
    // Neither always comes first.
    for (const { caller, speeds } of round % 2 === 0 ? of : of.reverse()) {
      const { addresses, seconds } = await ask(caller);
      if (round > 0) speeds.push(addresses / seconds);
    }
  }
  return turns;
}

function lossOf(what: string, { withSource, without }: Turns): Figure {
  const share = median(withSource.map((speed, round) => speed / (without[round] ?? NaN)));
  return {
    what,
    measured: `${whole(median(withSource))}/s`,
    baseline: `${whole(median(without))}/s`,
    ratio: percent(share),
    goal: `≥ ${percent(LOSS_GOAL)}`,
    isMet: share >= LOSS_GOAL,
  };
}

/** Of domains that do not exist, each another one: the least that an uncached check costs. */
const nowhere = (count: number): string[] =>
  Array.from({ length: count }, () => `jane@nowhere${(made += 1)}.${TOP_LEVEL}`);

/** Of domains that nobody has asked about, each with a mail host that answers after 22 ms; half of them exist. */
const hosted = (count: number): string[] => worldAddresses(`of${inLetters((made += 1))}`).slice(0, count);

/** Numbers in the names of the world's domains are their hosts. */
const inLetters = (number: number): string =>
  String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

async function askSingles({ url, headers }: Caller, addresses: readonly string[]): Promise<Asked> {
  const bodies = addresses.map((email) => JSON.stringify({ email }));
  return { addresses: bodies.length, seconds: await postAll(`${url}/v1/validate/single`, headers, bodies) };
}

async function askList(caller: Caller, addresses: readonly string[], path: string): Promise<Asked> {
  writeFileSync(path, `email\n${addresses.join('\n')}\n`);
  const started = performance.now();
  const { id } = await upload(caller, path);
  await completed(caller, id);
  return { addresses: addresses.length, seconds: (performance.now() - started) / 1000 };
}

/** Requests in the form of SendGrid; a tenth bounces, the others arrive. */
function bodiesOf(events: number, size: number): string[] {
  const timestamp = Math.floor(Date.now() / 1000) - 60;
  return Array.from({ length: Math.ceil(events / size) }, () =>
    JSON.stringify(
      Array.from({ length: size }, () => {
        made += 1;
        const ids = {
          sg_event_id: `event-${made}`,
          sg_message_id: `message-${made}.filter`,
          'smtp-id': `<${made}@x.test>`,
        };
        const common = { email: `user-${made}@example${made % 5000}.org`, timestamp, ...ids };
        return made % 10 === 0
          ? { ...common, event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 5.1.1 no such user' }
          : { ...common, event: 'delivered', response: '250 2.0.0 OK  1767600000 x-1 - gsmtp' };
      }),
    ),
  );
}

async function isRead(service: BenchService, events: number): Promise<void> {
  for (;;) {
    const { waiting, recorded } = await feedbackState(service.settings);
    if (waiting === 0 && recorded >= events) return;
    await sleep(100);
  }
}
