import { getQueueToken } from '@nestjs/bull';
import type { INestApplicationContext, Provider } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { Job } from 'bull';
import { JobQueue } from '../../src/queue/job-queue';
import type { JobName, Jobs } from '../../src/queue/jobs';
import { QueueModule } from '../../src/queue/queue.module';

interface Registrable {
  process(concurrency: number, handler: (job: Job) => Promise<void>): unknown;
}

/** The queue module, started as the service starts it. */
export class QueueService {
  private constructor(
    private readonly app: INestApplicationContext,
    private readonly queue: JobQueue,
  ) {}

  /** @param providers such as `@Processor` classes */
  static async start(
    config: { REDIS_URL: string | undefined; REDIS_KEY_PREFIX: string },
    providers: Provider[] = [],
  ): Promise<QueueService> {
    const app = await Test.createTestingModule({ imports: [QueueModule.register(config)], providers }).compile();
    await app.init();
    return new QueueService(app, app.get(JobQueue));
  }

  add<Name extends JobName>(name: Name, payload: Jobs[Name]): Promise<void> {
    return this.queue.add(name, payload);
  }

  /** Registers a handler as a method with `@Process` is. */
  process<Name extends JobName>(
    name: Name,
    concurrency: number,
    handler: (payload: Jobs[Name], signal: AbortSignal) => Promise<void>,
  ): void {
    const queue = this.app.get<Registrable>(getQueueToken(name), { strict: false });
    queue.process(concurrency, ({ data }) => handler(data as Jobs[Name], this.queue.stopping));
  }

  waiting(name: JobName): Promise<number> {
    return this.queue.waiting(name);
  }

  fault(): Promise<string | null> {
    return this.queue.fault();
  }

  async close(graceMs: number): Promise<void> {
    await this.queue.close(graceMs);
    await this.app.close();
  }
}
