import { pipelineEngine } from './support/pipeline-engine';
import { hottest } from './support/profile';
import { percent, printFigures, progress, whole } from './support/report';
import { median } from './support/statistics';

const AT_A_TIME = 200;
const DOMAINS = 2000;

/** The engine alone, over a world that answers at once: addresses a second of one core, and where the time goes. */
export async function pipelineBench(isQuick: boolean): Promise<void> {
  const addresses = makeAddresses(isQuick ? 20_000 : 100_000);
  await verifyAll(addresses.slice(0, 10_000));
  const speeds: number[] = [];
  for (let round = 1; round <= 3; round++) {
    const before = process.cpuUsage();
    await verifyAll(addresses);
    const { user, system } = process.cpuUsage(before);
    speeds.push(addresses.length / ((user + system) / 1e6));
  }
  progress(`pipeline: ${speeds.map(whole).join(', ')} addresses/s of processor time`);
  printFigures('The engine alone, no latency', [
    { what: 'addresses a second of processor time', measured: `${whole(median(speeds))}/s` },
  ]);
  const top = await hottest(5, () => verifyAll(addresses));
  process.stdout.write(
    `\nWhere the time goes:\n\n${top.map(({ where, share }) => `- ${percent(share)} ${where}`).join('\n')}\n`,
  );
}

async function verifyAll(addresses: readonly string[]): Promise<void> {
  const engine = pipelineEngine();
  const open = addresses.values();
  const lane = async (): Promise<void> => {
    for (const address of open) await engine.verify(address, { mode: 'batch' });
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  await engine.close();
}

/** One in ten malformed, one in ten with a domain close to a provider's, one in twenty international. */
function makeAddresses(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    if (i % 10 === 3) return `jane..doe${i}@example${i % DOMAINS}.org`;
    if (i % 10 === 7) return `jane.doe${i}@gmial.com`;
    if (i % 20 === 9) return `jöhn${i}@bücher${i % 50}.de`;
    return `jane.doe${i}@company-name-${i % DOMAINS}.com`;
  });
}
