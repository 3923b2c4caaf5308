import { execFile } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BenchService } from './support/bench-service';
import { printFigures, progress, whole, type Figure } from './support/report';

const KB = 1024;
/** Bytes of the file, and how often it is sent. */
const SIZES: [name: string, bytes: number, times: number][] = [
  ['1 kB', KB, 1000],
  ['100 kB', 100 * KB, 1000],
  ['5 MB', 5 * KB * KB, 1000],
  ['110 MiB', 110 * KB * KB, 20],
];

interface Refusal {
  /** Any of these is an answer. */
  statuses: number[];
  url: string;
  headers: Record<string, string>;
}

/** Sends a form of so many bytes so often, and counts the statuses: one program a client. */
type Client = (refusal: Refusal, file: string, times: number) => Promise<Record<string, number>>;

const PYTHON = `
import json, sys, urllib.request, urllib.error
url, headers, file, times = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3], int(sys.argv[4])
body = open(file, 'rb').read()
seen = {}
for _ in range(times):
    request = urllib.request.Request(url, data=body, method='POST', headers=headers)
    try:
        answer = urllib.request.urlopen(request, timeout=120).status
    except urllib.error.HTTPError as error:
        error.read()
        answer = error.code
    except Exception as error:
        answer = repr(error)
    seen[str(answer)] = seen.get(str(answer), 0) + 1
print(json.dumps(seen))
`;

async function viaPython({ url, headers }: Refusal, file: string, times: number) {
  const { stdout } = await promisify(execFile)('python3', [
    '-c',
    PYTHON,
    url,
    JSON.stringify(headers),
    file,
    String(times),
  ]);
  return JSON.parse(stdout) as Record<string, number>;
}

async function viaCurl({ url, headers }: Refusal, file: string, times: number) {
  const seen: Record<string, number> = {};
  const args = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  for (let left = times; left > 0; left -= 1) {
    const asked = promisify(execFile)('curl', [
      ...['-sS', '-o', '/dev/null', '-w', '%{http_code}', '--data-binary', `@${file}`],
      ...args,
      url,
    ]);
    const answer = await asked.then(
      ({ stdout }) => stdout,
      (error: unknown) => `curl ${(error as { code: number }).code}`,
    );
    seen[answer] = (seen[answer] ?? 0) + 1;
  }
  return seen;
}

async function viaFetch({ url, headers }: Refusal, file: string, times: number) {
  const seen: Record<string, number> = {};
  for (let left = times; left > 0; left -= 1) {
    const answer = await fetch(url, { method: 'POST', headers, body: await openAsBlob(file) }).then(
      async (response) => {
        await response.arrayBuffer();
        return String(response.status);
      },
      (error: unknown) => String((error as Error).cause),
    );
    seen[answer] = (seen[answer] ?? 0) + 1;
  }
  return seen;
}

const CLIENTS: Record<string, Client> = { 'node fetch': viaFetch, 'python urllib': viaPython, curl: viaCurl };

/** Uploads that are refused, by clients of several kinds: how many of them read why. */
export async function refusalsBench(isQuick: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'evs-bench-'));
  const service = await BenchService.start('embedded');
  const strict = await BenchService.start('embedded', { RATE_LIMIT_PER_MINUTE: '1' });
  const figures: Figure[] = [];
  let lostInAll = 0;
  const type = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const json = { 'Content-Type': 'application/json' };
  const ours = { ...service.headers, ...type };
  const create = `${service.url}/v1/validate/batch`;
  const single = `${service.url}/v1/validate/single`;
  const refusals: Record<string, Refusal> = {
    'no token': { statuses: [401], url: create, headers: type },
    'a foreign organization': { statuses: [403], url: create, headers: { ...ours, 'X-Organization-ID': '9' } },
    'no JSON': { statuses: [400], url: single, headers: ours },
    'no such route': { statuses: [404], url: `${service.url}/v1/nothing`, headers: ours },
    // A body of 1 kB is not too long, only no JSON.
    'too long JSON': { statuses: [413, 400], url: single, headers: { ...ours, ...json } },
    'no email column': { statuses: [422], url: create, headers: ours },
    // The first of each minute is within the rate.
    'too many': {
      statuses: [429, 422],
      url: `${strict.url}/v1/validate/batch`,
      headers: { ...strict.headers, ...type },
    },
  };
  try {
    for (const [size, bytes, all] of SIZES) {
      const times = Math.max(2, isQuick ? Math.round(all / 50) : all);
      const file = join(folder, 'form');
      const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nphone\n';
      writeFileSync(file, `${part}${'a\n'.repeat(bytes / 2)}\r\n--x--\r\n`);
      for (const [client, send] of Object.entries(CLIENTS)) {
        let lost = 0;
        let asked = 0;
        for (const [name, refusal] of Object.entries(refusals)) {
          const each = Math.ceil(times / Object.keys(refusals).length);
          const seen = await send(refusal, file, each);
          const answered = refusal.statuses.reduce((sum, status) => sum + (seen[status] ?? 0), 0);
          asked += each;
          lost += each - answered;
          if (answered !== each) progress(`refusals: ${client}, ${size}, ${name}: ${JSON.stringify(seen)}`);
        }
        lostInAll += lost;
        progress(`refusals: ${client}, ${size}: ${lost} of ${asked} lost`);
        figures.push({
          what: `${client}, ${size}`,
          measured: `${whole(lost)} of ${whole(asked)} lost`,
          goal: '0',
          isMet: lost === 0,
        });
      }
    }
  } finally {
    await Promise.all([service.stop(), strict.stop()]);
    rmSync(folder, { recursive: true });
  }
  printFigures('Refused uploads whose answer was lost', figures);
  if (lostInAll > 0) throw new Error(`${lostInAll} answers were lost.`);
}
