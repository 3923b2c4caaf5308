import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { OpenBatches } from '../batches/open-batches';
import { Health } from '../common/health';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { ServiceInstant } from '../database/service-instant.entity';
import type { EgressFault } from '../engine';
import { JobQueue } from '../queue/job-queue';
import { EngineHealth, type Refusal } from '../validation/engine-health';

/** How the service is, as an operator sees it. Instants are milliseconds since the epoch. */
export interface ServiceState {
  isReady: boolean;
  /** Each part of this process: `up`, or a sentence. */
  parts: Record<string, string>;
  /** Sentences: what needs the operator, though the service works. */
  warnings: string[];
  isDnsDown: boolean;
  /** Whether mail hosts are asked at all (`SMTP_PROBE`). */
  isProbing: boolean;
  /** Why none can be connected to; null while one can, and while nothing is known. */
  egressFault: EgressFault | null;
  refusals: Refusal[];
  /** Jobs that wait for a worker; null: the queue does not answer. */
  waitingJobs: number | null;
  openBatches: number;
  /** Rows of them that have no answer yet. */
  openRows: number;
  /** When maintenance last ended; null: never. */
  sweptAt: number | null;
}

/** Looks at this process, and at what all processes share. */
@Injectable()
export class ServiceHealth {
  constructor(
    private readonly health: Health,
    private readonly engine: EngineHealth,
    private readonly queue: JobQueue,
    private readonly batches: OpenBatches,
    @InjectRepository(ServiceInstant) private readonly instants: Repository<ServiceInstant>,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async read(): Promise<ServiceState> {
    const [{ isReady, parts, warnings }, waitingJobs, backlog, swept] = await Promise.all([
      this.health.check(),
      this.queue.waiting('batch-chunk').catch(() => null),
      this.batches.backlog(),
      this.instants.findOneBy({ name: 'swept' }),
    ]);
    return {
      isReady,
      parts,
      warnings,
      isDnsDown: this.engine.isDnsDown,
      isProbing: this.config.SMTP_PROBE === 'on',
      egressFault: this.engine.egressFault,
      refusals: this.engine.refusals,
      waitingJobs,
      openBatches: backlog.batches,
      openRows: backlog.rows,
      sweptAt: swept === null || swept.at === 0 ? null : swept.at,
    };
  }
}
