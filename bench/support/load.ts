import autocannon from 'autocannon';
import type { Child } from './child';

export interface LoadTarget {
  url: string;
  headers: Record<string, string>;
  /** Asked in turn, by each connection. */
  bodies: string[];
  /** Who answers. */
  process: Child;
}

export interface LoadResult {
  requestsPerSecond: number;
  /** Milliseconds. */
  p99: number;
  /** Processor time of the answering process, in microseconds a request. */
  cpuPerRequest: number;
}

/**
 * Posts JSON as fast as the answers come, on kept-alive connections.
 * @throws when an answer is not a 2xx: a figure of refusals would be a wrong one
 */
export async function load(target: LoadTarget, connections: number, seconds: number): Promise<LoadResult> {
  const cpuBefore = target.process.cpuSeconds();
  const { requests, latency, non2xx, errors } = await autocannon({
    url: target.url,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...target.headers },
    connections,
    duration: seconds,
    requests: target.bodies.map((body) => ({ body })),
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${target.url}: ${non2xx} answers were no 2xx, ${errors} failed.`);
  const cpuPerRequest = ((target.process.cpuSeconds() - cpuBefore) * 1e6) / requests.total;
  return { requestsPerSecond: requests.average, p99: latency.p99, cpuPerRequest };
}
