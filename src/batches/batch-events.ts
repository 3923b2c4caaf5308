import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { publicOrigin } from '../common/public-origin';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import type { Step } from '../database/database';
import { WebhookOutbox } from '../webhooks/webhook-outbox';
import { Batch } from './batch.entity';

/** What a batch came to. `failed`: rows were left that could not be worked on. */
const TYPES = { completed: 'batch.completed', cancelled: 'batch.cancelled', failed: 'batch.failed' } as const;

/** Tells an organization's endpoints of the end of a batch: the last steps of the write that ends it, built once. */
@Injectable()
export class BatchEvents {
  private readonly told;
  private readonly place: string;

  constructor(
    @InjectRepository(Batch) batches: Repository<Batch>,
    outbox: WebhookOutbox,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.place = `${publicOrigin(config)}/v1/validate/batch`;
    this.told = outbox.from<'batchId' | 'type' | 'self' | 'download'>({
      query: batches.createQueryBuilder('batch').where('batch.id = :batchId'),
      organization: 'batch.organizationId',
      type: ':type',
      test: 'batch.isTest',
      data: {
        batch_id: 'batch.id',
        name: 'batch.name',
        total_count: 'batch.totalCount',
        processed_count: 'batch.processedCount',
        valid_count: 'batch.validCount',
        invalid_count: 'batch.invalidCount',
        risky_count: 'batch.riskyCount',
        unknown_count: 'batch.unknownCount',
        credits_used: 'batch.creditsUsed',
        links: { self: ':self', download: ':download' },
      },
    });
  }

  steps(batchId: number, outcome: keyof typeof TYPES): Step[] {
    const self = `${this.place}/${batchId}`;
    return this.told({ batchId, type: TYPES[outcome], self, download: `${self}/download` });
  }
}
