import { encode } from 'dns-packet';
import { Readable } from 'node:stream';
import { AddressSet, CsvFault, packChunks, PLAIN_LIST, readCsv, type CsvTable } from '../src/batches/intake/csv';
import { readXlsx, spool } from '../src/batches/intake/xlsx';
import type { Engine } from '../src/engine';
import { decodeReply, encodeQuery } from '../src/engine/dns/dns-message';
import { classifyReply } from '../src/engine/smtp/replies/classify-reply';
import { isReplyFault } from '../src/engine/smtp/wire/reply';
import { ReplyReader } from '../src/engine/smtp/wire/reply-reader';
import { ENGINE } from '../src/validation/engine.token';
import { makeWorkbook } from '../test/fixtures/xlsx/workbook';
import { Person } from '../test/management/person';
import { TestService } from '../test/support/service';
import { makeSetUp } from '../test/support/set-ups';
import { hostileBodies, hostileFiles, hostileForms, hostileReplies, hostileSheets } from './support/hostile-inputs';
import { printFigures, progress, type Figure } from './support/report';
import { measureTurns, type Taken } from './support/turn-meter';

/** Nothing that a stranger sends holds the event loop for longer. */
const HOLD_MS = 50;
const BLOCK_BYTES = 65_536;
const NO_LIMITS = {
  RATE_LIMIT_PER_MINUTE: '1000000000',
  LOG_LEVEL: 'silent',
  SMTP_PROBE: 'off',
  DNS_SERVERS: '127.0.0.1:9',
};
const BOUNDARY = 'a-boundary-of-usual-length';

interface Input {
  what: string;
  bytes: number;
  work: () => Promise<void>;
}

/** For each kind of input that a stranger can send: the worst that was found. Fails when a limit is passed. */
export async function hostileBench(isQuick: boolean): Promise<void> {
  const setUp = await makeSetUp('embedded');
  const service = await TestService.start(setUp, NO_LIMITS);
  const some = <Each>(all: Each[]): Each[] => (isQuick ? all.filter((_, at) => at % 4 === 0) : all);
  try {
    const engine = service.app.get<Engine>(ENGINE);
    const { token } = await service.account();
    const folder = setUp.env['DATA_DIR'] ?? '';
    const figures = [
      ...(await worst(
        'CSV file',
        0.5,
        some(hostileFiles()).map((each) => csv(each, engine)),
      )),
      ...(await worst(
        'workbook',
        0.5,
        some(hostileSheets()).map((each) => workbook(each, folder, engine)),
      )),
      ...(await worst(
        'form',
        0.5,
        hostileForms(BOUNDARY).map((each) => form(each, service, token)),
      )),
      ...(await worst(
        'JSON, signed out',
        5,
        hostileBodies(4_000).map((each) => json(each, service, '/v1/session')),
      )),
      ...(await worst(
        'JSON, with a token',
        1,
        hostileBodies(100_000).map((each) => json(each, service, '/v1/validate/single', token)),
      )),
      ...(await worst('reply of a mail host', 5, some(hostileReplies()).map(reply))),
      ...(await worst('DNS answer', 1, [dnsAnswer()])),
      ...(await worst('token list', Infinity, [await tokenList(service)])),
    ];
    printFigures('The worst of what strangers can send', figures);
    if (figures.some(({ isMet }) => isMet === false)) throw new Error('A limit is passed.');
  } finally {
    await service.stop();
    await setUp.remove();
  }
}

/** @param limit milliseconds of processor time a kilobyte */
async function worst(kind: string, limit: number, inputs: Input[]): Promise<Figure[]> {
  let slowest = { what: '', perKb: 0 };
  let longest = { what: '', hold: 0 };
  for (const { what, bytes, work } of inputs) {
    const { cpu, hold }: Taken = await measureTurns(work);
    const perKb = cpu / (bytes / 1000);
    if (perKb > slowest.perKb) slowest = { what, perKb };
    if (hold > longest.hold) longest = { what, hold };
  }
  progress(`hostile, ${kind}: ${longest.hold.toFixed(0)} ms`);
  return [
    {
      what: `${kind}, a kilobyte: ${slowest.what}`,
      measured: `${slowest.perKb.toFixed(2)} ms CPU`,
      ...(limit === Infinity ? {} : { goal: `< ${limit} ms`, isMet: slowest.perKb < limit }),
    },
    {
      what: `${kind}, the longest turn: ${longest.what}`,
      measured: `${longest.hold.toFixed(0)} ms`,
      goal: `< ${HOLD_MS} ms`,
      isMet: longest.hold < HOLD_MS,
    },
  ];
}

function csv([what, file]: [string, string], engine: Engine): Input {
  const bytes = Buffer.from(file);
  async function* blocks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
      yield bytes.subarray(at, at + BLOCK_BYTES);
      await new Promise(setImmediate);
    }
  }
  return { what, bytes: bytes.length, work: () => packAll(() => readCsv(blocks()), engine) };
}

/** Its bytes are those of the sheet: a workbook takes a hundredth of them to send. */
function workbook([what, rows, strings]: [string, string, string], folder: string, engine: Engine): Input {
  const bytes = makeWorkbook(rows, { 'xl/sharedStrings.xml': strings });
  const work = async (): Promise<void> => {
    const file = await spool(Readable.from([bytes]), folder, () => Promise.resolve());
    try {
      await packAll(() => readXlsx(file, PLAIN_LIST), engine);
    } finally {
      await file.handle.close();
    }
  };
  return { what, bytes: rows.length + strings.length, work };
}

async function packAll(read: () => Promise<CsvTable>, engine: Engine): Promise<void> {
  const seen = new AddressSet();
  const isRepeat = (address: string): boolean => {
    const normalised = engine.normalise(address);
    return normalised !== null && !seen.addIfNew(normalised);
  };
  try {
    const { rows } = await read();
    for await (const chunk of packChunks(rows, isRepeat)) chunk.lines.at(0);
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
  }
}

function form([what, body]: [string, string], service: TestService, token: string): Input {
  const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  return {
    what,
    bytes: body.length,
    work: () => answered(service.request('/v1/validate/batch', { method: 'POST', token, headers, body })),
  };
}

function json([what, body]: [string, string], service: TestService, path: string, token?: string): Input {
  const headers = { 'Content-Type': 'application/json', 'X-CSRF': '1' };
  const init = { method: 'POST', headers, body, ...(token === undefined ? {} : { token }) };
  return { what, bytes: body.length, work: () => answered(service.request(path, init)) };
}

function reply([what, text]: [string, string]): Input {
  const bytes = Buffer.from(text);
  const work = (): Promise<void> => {
    for (const event of new ReplyReader().push(bytes)) {
      if (!isReplyFault(event)) classifyReply(event, { stage: 'rcpt' });
    }
    return Promise.resolve();
  };
  return { what, bytes: bytes.length, work };
}

/** As many records as a message holds, all of one name. */
function dnsAnswer(): Input {
  const query = encodeQuery('mx.example.test', 'A', true);
  const message = encode({
    type: 'response',
    id: query.id,
    questions: [{ type: 'A', name: 'mx.example.test' }],
    answers: Array.from({ length: 2000 }, () => ({
      type: 'A' as const,
      name: 'mx.example.test',
      ttl: 60,
      data: '192.0.2.1',
    })),
  });
  const work = (): Promise<void> => {
    decodeReply(message, query);
    return Promise.resolve();
  };
  return { what: '2,000 records', bytes: message.length, work };
}

/** As many tokens and organizations as an account may have, each token limited to all of them. */
async function tokenList(service: TestService): Promise<Input> {
  const person = await Person.signUp(service);
  const ids = [person.organizationId];
  for (let made = 1; made < 50; made += 1) {
    const { status, body } = await person.post<{ id: number }>('/v1/organizations', { name: `Team ${made}` });
    if (status !== 201) break;
    ids.push(body.id);
  }
  let tokens = 0;
  for (; tokens < 100; tokens += 1) {
    const wanted = { name: `Token ${tokens}`, permissions: ['credits:read'], organization_ids: ids };
    const { status } = await person.post('/v1/tokens', wanted);
    if (status !== 201) break;
  }
  const answer = await service.request('/v1/tokens', { headers: { Cookie: person.cookie } });
  const { length } = await answer.text();
  return {
    what: `${tokens} tokens of ${ids.length} organizations`,
    bytes: length,
    work: () => answered(service.request('/v1/tokens', { headers: { Cookie: person.cookie } })),
  };
}

async function answered(response: Promise<Response>): Promise<void> {
  const { status } = await response.then(async (answer) => {
    await answer.text();
    return answer;
  });
  if (status >= 500) throw new Error(`A hostile input was answered ${status}.`);
}
