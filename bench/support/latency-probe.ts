import type { BenchService } from './bench-service';
import { percentile } from './statistics';

const EVERY_MS = 20;
type Kind = 'cached' | 'uncached';

let domains = 0;

/** Asks single validations at a steady pace, whatever the answers take, and keeps their times. */
export class LatencyProbe {
  private readonly times: Record<Kind, number[]> = { cached: [], uncached: [] };
  private readonly pending = new Set<Promise<void>>();

  private constructor(
    private readonly service: BenchService,
    private readonly topLevel: string,
  ) {}

  /** Asks while `work` is going on. @throws when an answer is not a 200 */
  static async during(service: BenchService, work: () => Promise<unknown>, topLevel = 'test'): Promise<LatencyProbe> {
    const probe = new LatencyProbe(service, topLevel);
    let turn = 0;
    const timer = setInterval(() => {
      const asking = probe.ask((turn += 1) % 2 === 0 ? 'cached' : 'uncached');
      probe.pending.add(asking);
      void asking.finally(() => probe.pending.delete(asking)).catch(() => undefined);
    }, EVERY_MS);
    try {
      await work();
    } finally {
      clearInterval(timer);
    }
    await Promise.all(probe.pending);
    return probe;
  }

  /** Milliseconds. */
  p99(kind: Kind): number {
    return percentile(this.times[kind], 99);
  }

  /** Cached: in memory or in the table. Uncached: of a domain that does not exist, each another one. */
  private async ask(kind: Kind): Promise<void> {
    const started = performance.now();
    const email = kind === 'cached' ? 'jane.doe.7@example7.org' : `jane@missing${(domains += 1)}.${this.topLevel}`;
    const response = await fetch(`${this.service.url}/v1/validate/single`, {
      method: 'POST',
      headers: { ...this.service.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    const answer = (await response.json()) as { from_cache?: boolean; status?: string };
    this.times[kind].push(performance.now() - started);
    const isRight = kind === 'cached' ? answer.from_cache === true : answer.status === 'invalid';
    if (!isRight) throw new Error(`${email} got ${response.status} ${JSON.stringify(answer)}`);
  }
}
