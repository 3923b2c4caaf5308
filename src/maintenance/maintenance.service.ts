import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, type Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import { BatchSweeper } from '../batches/work/batch-sweeper';
import { Clock } from '../common/clock';
import { endWithin } from '../common/end-within';
import { ActorUsageRetention } from '../credits/actor-usage-retention';
import { ServiceInstant } from '../database/service-instant.entity';
import { IdempotencyRetention } from '../idempotency/idempotency-retention';
import { AnswerFiling } from '../feedback/accuracy/answer-filing';
import { FeedbackRetention } from '../feedback/feedback-retention';
import { CheckHistory } from '../validation/history/check-history';
import { VerdictCache } from '../validation/verdict-cache';
import { WebhookRetention } from '../webhooks/webhook-retention';

/** Half of the time within which a batch without work must have ended. */
const INTERVAL_MS = 30_000;
/** What is not done then is left to the next sweep, so that a backlog never keeps from what is urgent. */
const SWEEP_FOR_MS = 25_000;
/** The sweep belongs to one process of a service for this long at most. */
const LEASE_MS = 45_000;

/** A feature with work for quiet times: its data gets old. */
interface Swept {
  /** Deletes what is past its time, or puts in order what was written in a hurry, in slices (`database/in-slices.ts`), until all is done or the signal ends it. */
  sweep(signal: AbortSignal): Promise<unknown>;
}

/**
 * What runs from time to time, in each process that works on batches: every half minute batches that can't end by
 * themselves are ended, and each feature deletes what is past its retention (names of who used what among it) or files what it took in. A lease lets one process sweep at a time; two
 * at once do no harm.
 */
@Injectable()
export class MaintenanceService implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  // Operators know its lines by this name.
  private readonly logger = new Logger('Batches');
  private readonly features: readonly Swept[];
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;

  constructor(
    @InjectRepository(ServiceInstant) private readonly instants: Repository<ServiceInstant>,
    private readonly batches: BatchSweeper,
    cache: VerdictCache,
    audit: AuditLog,
    history: CheckHistory,
    names: ActorUsageRetention,
    feedback: FeedbackRetention,
    webhooks: WebhookRetention,
    keys: IdempotencyRetention,
    filing: AnswerFiling,
    private readonly clock: Clock,
  ) {
    // Filing last: while lists are worked on there is always more of it.
    this.features = [batches, cache, audit, history, names, feedback, webhooks, keys, filing];
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.run()
        .catch((error: unknown) => {
          this.logger.warn(`A sweep failed: ${String(error)}`);
        })
        .finally(() => {
          this.running = null;
        });
    }, INTERVAL_MS);
  }

  beforeApplicationShutdown(): void {
    this.end();
  }

  /** Not earlier: the work on batches has something to save first. */
  async onApplicationShutdown(): Promise<void> {
    await this.running;
  }

  async stop(): Promise<void> {
    this.end();
    await this.running;
  }

  /** Everything once, as long as it takes. */
  async sweep(): Promise<void> {
    await this.batches.endIdle();
    await this.sweepAll(this.stopping.signal);
  }

  private async run(): Promise<void> {
    await this.batches.endIdle();
    const until = await this.takeLease();
    if (until === null) return;
    await endWithin(SWEEP_FOR_MS, this.stopping.signal, (signal) => this.sweepAll(signal));
    await this.instants.update({ name: 'sweep', at: until }, { at: 0 });
  }

  private async sweepAll(signal: AbortSignal): Promise<void> {
    for (const feature of this.features) await feature.sweep(signal);
    await this.instants.update({ name: 'swept' }, { at: this.clock.now() });
  }

  /** Until when the sweep is ours; null when another process has it. */
  private async takeLease(): Promise<number | null> {
    const now = this.clock.now();
    const isFree = { name: 'sweep', at: LessThanOrEqual(now) } as const;
    const { affected } = await this.instants.update(isFree, { at: now + LEASE_MS });
    return affected === 1 ? now + LEASE_MS : null;
  }

  private end(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    this.stopping.abort();
  }
}
