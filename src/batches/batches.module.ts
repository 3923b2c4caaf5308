import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module';
import type { AppConfig } from '../config/app-config';
import { CreditsModule } from '../credits/credits.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { OutboxModule } from '../webhooks/outbox.module';
import { Batch } from './batch.entity';
import { BatchEvents } from './batch-events';
import { BatchCredits } from './batch-credits';
import { BatchDownloadService } from './results/batch-download.service';
import { BatchContinuation } from './continuation/batch-continuation.service';
import { BatchZipService } from './results/batch-zip.service';
import { ResultsDelivery } from './results/results-delivery';
import { ResultsFiles } from './results/results-files.service';
import { BatchRowsService } from './results/batch-rows.service';
import { BatchIntake } from './intake/batch-intake';
import { BatchChunkProcessor } from './work/batch-chunk.processor';
import { BatchMaintenanceRepository } from './work/batch-maintenance.repository';
import { VisibleBatchesRepository } from './visible-batches.repository';
import { BatchSweeper } from './work/batch-sweeper';
import { BatchUploadService } from './intake/batch-upload.service';
import { BatchWorker } from './work/batch-worker';
import { BatchCancellationController } from './api/batch-cancellation.controller';
import { BatchResultsController } from './api/batch-results.controller';
import { BatchesController } from './api/batches.controller';
import { BatchesRepository } from './batches.repository';
import { BatchesService } from './batches.service';
import { Chunk } from './chunk.entity';
import { ChunkLeases } from './work/chunk-leases';
import { ChunkProcessor } from './work/chunk-processor';
import { ChunkSaver } from './work/chunk-saver';
import { ChunksRepository } from './chunks.repository';
import { Dispatcher } from './work/dispatcher';
import { DueChunks } from './work/due-chunks';
import { BatchCancellations } from './work/batch-cancellations';
import { ChunkVerifier } from './work/chunk-verifier';
import { FreeAnswers } from './work/free-answers';
import { InFlightChunks } from './work/in-flight-chunks';
import { LeaseRenewer } from './work/lease-renewer';
import { OpenBatches } from './open-batches';
import { SummaryLink } from './sharing/summary-link.entity';
import { SummaryLinks } from './sharing/summary-links.service';
import { StorageQuota } from './intake/storage-quota';
import { CooperativeScheduler } from './work/cooperative-scheduler';
import { SaveStatements } from './work/save-statements';
import { BatchCount } from './summary/batch-count.entity';
import { BatchCountsRepository } from './summary/batch-counts.repository';
import { BatchReportsService } from './summary/batch-reports.service';
import { ListReader } from './intake/list-reader';
import { UploadSlots } from './intake/upload-slots';

const TABLES = [BatchesRepository, ChunksRepository, BatchCountsRepository, BatchCredits, BatchEvents];
const INTERFACE = [
  BatchIntake,
  ListReader,
  BatchUploadService,
  VisibleBatchesRepository,
  BatchesService,
  OpenBatches,
  BatchDownloadService,
  BatchReportsService,
  BatchRowsService,
  BatchContinuation,
  BatchZipService,
  ResultsDelivery,
  ResultsFiles,
  SummaryLinks,
  StorageQuota,
  UploadSlots,
];
const WORK = [
  ChunkLeases,
  ChunkSaver,
  DueChunks,
  BatchCancellations,
  ChunkVerifier,
  FreeAnswers,
  InFlightChunks,
  LeaseRenewer,
  SaveStatements,
  CooperativeScheduler,
  ChunkProcessor,
  BatchChunkProcessor,
  Dispatcher,
  BatchMaintenanceRepository,
  BatchSweeper,
  BatchWorker,
];

const FOUNDATION = [
  OrganizationsModule,
  AuthModule,
  CreditsModule,
  OutboxModule,
  TypeOrmModule.forFeature([Batch, BatchCount, Chunk, SummaryLink]),
];

/** Uploads, progress and results of batches where the process serves the interface; the work on them where it works. */
@Module({})
export class BatchesModule {
  /** For the command line: what finds and ends batches, without the engine and the work on them. */
  static forCommands(): DynamicModule {
    return {
      module: BatchesModule,
      imports: FOUNDATION,
      providers: [...TABLES, VisibleBatchesRepository, BatchesService, OpenBatches],
      exports: [BatchesService, OpenBatches],
    };
  }

  /** @param validation the module that provides the engine: the same objects everywhere, since they must be there once */
  static register({ ROLE }: AppConfig, feedback: DynamicModule, validation: DynamicModule): DynamicModule {
    const services = ROLE === 'worker' ? [] : INTERFACE;
    return {
      module: BatchesModule,
      imports: [...FOUNDATION, feedback, validation],
      controllers: ROLE === 'worker' ? [] : [BatchesController, BatchCancellationController, BatchResultsController],
      providers: [...TABLES, ...services, ...(ROLE === 'api' ? [] : WORK)],
      exports: [...services, ...(ROLE === 'api' ? [] : [BatchSweeper])],
    };
  }
}
