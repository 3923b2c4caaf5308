import { Agent, request } from 'node:http';

const CONNECTIONS = 16;

/**
 * Posts each body once, on kept-alive connections, as fast as the answers come; returns the seconds that it took.
 * @param perSecond so many at most
 * @throws when an answer is no 200
 */
export async function postAll(
  url: string,
  headers: Record<string, string>,
  bodies: readonly string[],
  perSecond = Infinity,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const options = { agent, method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } };
  const post = (body: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const asking = request(url, {
        ...options,
        headers: { ...options.headers, 'Content-Length': Buffer.byteLength(body) },
      });
      asking.once('error', reject);
      asking.once('response', (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${url} answered ${response.statusCode}.`));
        });
      });
      asking.end(body);
    });
  const started = performance.now();
  const open = bodies.entries();
  const lane = async (): Promise<void> => {
    for (const [index, body] of open) {
      const early = (index / perSecond) * 1000 - (performance.now() - started);
      if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
      await post(body);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  agent.destroy();
  return (performance.now() - started) / 1000;
}
