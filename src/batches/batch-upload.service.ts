import { Inject, Injectable, Optional } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { CreditsService } from '../credits/credits.service';
import { InsufficientCreditsError } from '../credits/credits.errors';
import { Ledger } from '../credits/ledger';
import { Database } from '../database/database';
import type { Batch } from './batch';
import { BatchIntake, type Intake } from './batch-intake';
import { readName } from './batch-name';
import { BatchesRepository } from './batches.repository';
import { Dispatcher } from './dispatcher';
import { drainRequest } from './drain-request';
import { UploadForm } from './upload-form';

/** Takes an uploaded file in as a batch: as a whole, with its credits held, or not at all. */
@Injectable()
export class BatchUploadService {
  constructor(
    private readonly intake: BatchIntake,
    private readonly batches: BatchesRepository,
    private readonly credits: CreditsService,
    private readonly ledger: Ledger,
    private readonly database: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Optional() private readonly dispatcher?: Dispatcher,
  ) {}

  /** @throws FieldsInvalidError, UnusableFileError, InsufficientCreditsError, MalformedRequestError */
  async upload(organizationId: number, request: IncomingMessage): Promise<Batch> {
    try {
      const batch = await this.take(organizationId, new UploadForm(request, this.config.BATCH_MAX_FILE_KB));
      this.dispatcher?.wake();
      return batch;
    } catch (error) {
      await drainRequest(request);
      throw error;
    }
  }

  private async take(organizationId: number, form: UploadForm): Promise<Batch> {
    const file = await form.file();
    if (file === null) throw new FieldsInvalidError({ ...nameErrors(form), file: ['The file field is required.'] });
    const intake = await this.intake.store(organizationId, file).catch((error: unknown) => {
      throw form.fault ?? error;
    });
    try {
      await form.end();
      const errors = nameErrors(form);
      if (Object.keys(errors).length > 0) throw new FieldsInvalidError(errors);
      return await this.publish(organizationId, readName(form.fields.get('name')).name, intake);
    } catch (error) {
      await this.batches.discard(intake.batchId);
      throw error;
    }
  }

  /** Holds what the batch can cost and opens it to the world, in one. */
  private async publish(organizationId: number, name: string, { batchId, rowCount, maxCost }: Intake): Promise<Batch> {
    await this.credits.require(organizationId, maxCost);
    const outcome = await this.database.atomically([
      this.batches.publishStep(batchId, name, rowCount),
      ...this.ledger.holdForBatch(organizationId, batchId, maxCost),
    ]);
    const batch = await this.batches.find(organizationId, batchId);
    if (outcome === 'done' && batch !== null) return batch;
    const { balance } = await this.credits.balance(organizationId);
    throw new InsufficientCreditsError(maxCost, balance);
  }
}

function nameErrors({ fields }: UploadForm): { name?: string[] } {
  const { fault } = readName(fields.get('name'));
  return fault === null ? {} : { name: [fault] };
}
