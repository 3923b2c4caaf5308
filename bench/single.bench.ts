import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUps, type SetUpName } from '../test/support/set-ups';
import { BenchService } from './support/bench-service';
import { Child } from './support/child';
import { load, type LoadResult, type LoadTarget } from './support/load';
import { percent, printFigures, progress, whole, type Figure } from './support/report';
import { median } from './support/statistics';

const CONNECTIONS = 16;
/** Few enough that each is in the process's memory after a second of warming up. */
const ADDRESSES = 50;
const WARM_UP_SECONDS = 5;
/** Shares of the bare controller's requests a second. */
const GOALS: Record<SetUpName, number> = { embedded: 0.5, distributed: 0.45 };

/**
 * Cached single validations through the whole stack (token, revocation, rate limit, organization, balance, cache, log,
 * metrics) against a bare Nest + Express controller: rounds in turn, the median of each.
 */
export async function singleBench(isQuick: boolean, nodeArgs: string[] = []): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'evs-bench-'));
  const bare = Child.start(['-r', '@swc-node/register', 'bench/bare-service.ts'], {}, join(folder, 'bare.log'));
  const services: [SetUpName, BenchService][] = [];
  try {
    const { port } = (await bare.message()) as { port: number };
    for (const name of setUps) services.push([name, await BenchService.start(name, {}, nodeArgs)]);
    const addresses = Array.from({ length: ADDRESSES }, (_, i) => `jane.doe.${i}@example${i % 50}.org`);
    for (const [, service] of services) await service.remember(addresses);
    const bodies = addresses.map((email) => JSON.stringify({ email }));
    const targets: [string, LoadTarget][] = [
      ['bare', { url: `http://127.0.0.1:${port}/v1/validate/single`, headers: {}, bodies, process: bare }],
      ...services.map(([name, { url, headers, process }]): [string, LoadTarget] => [
        name,
        { url: `${url}/v1/validate/single`, headers, bodies, process },
      ]),
    ];
    report(await inTurn(targets, isQuick));
  } finally {
    await bare.stop();
    for (const [, service] of services) await service.stop();
    rmSync(folder, { recursive: true });
  }
}

async function inTurn(targets: [string, LoadTarget][], isQuick: boolean): Promise<Map<string, LoadResult[]>> {
  const results = new Map<string, LoadResult[]>(targets.map(([name]) => [name, []]));
  for (const [, target] of targets) await load(target, CONNECTIONS, isQuick ? 2 : WARM_UP_SECONDS);
  for (let round = 1; round <= (isQuick ? 2 : 5); round++) {
    for (const [name, target] of targets) results.get(name)?.push(await load(target, CONNECTIONS, isQuick ? 2 : 4));
    const figures = [...results].map(([name, all]) => {
      const { requestsPerSecond = NaN, cpuPerRequest = NaN } = all.at(-1) ?? {};
      return `${name} ${whole(requestsPerSecond)}/s (${whole(cpuPerRequest)} µs of CPU each)`;
    });
    progress(`single, round ${round}: ${figures.join(', ')}`);
  }
  return results;
}

function report(results: Map<string, LoadResult[]>): void {
  const bare = results.get('bare') ?? [];
  const bareSpeed = median(bare.map(({ requestsPerSecond }) => requestsPerSecond));
  const figures = setUps.flatMap((name): Figure[] => {
    const rounds = results.get(name) ?? [];
    // Of each round by itself, so that what slows the machine down for a while slows both.
    const share = median(
      rounds.map(({ requestsPerSecond }, i) => requestsPerSecond / (bare[i]?.requestsPerSecond ?? NaN)),
    );
    const speed = median(rounds.map(({ requestsPerSecond }) => requestsPerSecond));
    return [
      {
        what: `cached single, ${name}`,
        measured: `${whole(speed)}/s`,
        baseline: `${whole(bareSpeed)}/s`,
        ratio: percent(share),
        goal: `≥ ${percent(GOALS[name])}`,
        isMet: share >= GOALS[name],
      },
      {
        what: '  processor time a request',
        measured: `${whole(cpu(rounds))} µs`,
        baseline: `${whole(cpu(bare))} µs`,
        ratio: percent(cpu(bare) / cpu(rounds)),
      },
      {
        what: '  p99',
        measured: `${median(rounds.map(({ p99 }) => p99)).toFixed(0)} ms`,
        baseline: `${median(bare.map(({ p99 }) => p99)).toFixed(0)} ms`,
      },
    ];
  });
  printFigures(
    `Cached single validation, ${CONNECTIONS} connections, against a bare Nest + Express controller`,
    figures,
  );
}

function cpu(rounds: LoadResult[]): number {
  return median(rounds.map(({ cpuPerRequest }) => cpuPerRequest));
}
