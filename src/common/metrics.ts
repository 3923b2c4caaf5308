import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The service's figures in Prometheus form; each names its unit. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [this.registry],
  });

  readonly verdicts = new Counter({
    name: 'verdicts_total',
    help: 'Verdicts given, by status and by how they were asked for (single or batch).',
    labelNames: ['status', 'mode'] as const,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /**
   * A figure that is kept elsewhere and read when somebody asks. `total` figures only grow. A gauge that can't be read is
   * NaN: one part that is down must not hide the figures of the others.
   */
  watch(name: string, help: string, read: () => number | Promise<number>): void {
    const options = { name, help, registers: [this.registry] };
    if (name.endsWith('_total')) {
      new Counter({
        ...options,
        async collect() {
          const value = await read();
          this.reset();
          this.inc(value);
        },
      });
    } else {
      new Gauge({
        ...options,
        async collect() {
          this.set(await Promise.resolve(read()).catch(() => NaN));
        },
      });
    }
  }

  /** A gauge that is 1 for each of the labels that are there when somebody asks. */
  watchLabels(name: string, help: string, label: string, read: () => readonly string[]): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const value of read()) this.set({ [label]: value }, 1);
      },
    });
  }
}
