import { Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import type { AppConfig } from '../config/app-config';
import { CreditsModule } from '../credits/credits.module';
import { BatchDownloadService } from './batch-download.service';
import { BatchIntake } from './batch-intake';
import { BatchSweeper } from './batch-sweeper';
import { BatchUploadService } from './batch-upload.service';
import { BatchWorker } from './batch-worker';
import { BatchesController } from './batches.controller';
import { BatchesRepository } from './batches.repository';
import { BatchesService } from './batches.service';
import { ChunkLeases } from './chunk-leases';
import { ChunkProcessor } from './chunk-processor';
import { ChunkSaver } from './chunk-saver';
import { ChunksRepository } from './chunks.repository';
import { Dispatcher } from './dispatcher';
import { DueChunks } from './due-chunks';
import { EndedBatches } from './ended-batches';
import { EngineRound } from './engine-round';
import { FreeAnswers } from './free-answers';
import { Hands } from './hands';
import { LeaseKeeper } from './lease-keeper';
import { StorageShare } from './storage-share';
import { Turns } from './turns';
import { UploadPlaces } from './upload-places';

const INTERFACE = [BatchIntake, BatchUploadService, BatchesService, BatchDownloadService, StorageShare, UploadPlaces];
const WORK = [
  ChunkLeases,
  ChunkSaver,
  DueChunks,
  EndedBatches,
  EngineRound,
  FreeAnswers,
  Hands,
  LeaseKeeper,
  Turns,
  ChunkProcessor,
  Dispatcher,
  BatchSweeper,
  BatchWorker,
];

/** Uploads, progress and results of batches where the process serves the interface; the work on them where it works. */
@Module({})
export class BatchesModule {
  /** @param validation the module that provides the engine: the same object everywhere, since it must be there once */
  static register({ ROLE }: AppConfig, validation: DynamicModule): DynamicModule {
    const services = ROLE === 'worker' ? [] : INTERFACE;
    return {
      module: BatchesModule,
      imports: [AuthModule, CreditsModule, validation],
      controllers: ROLE === 'worker' ? [] : [BatchesController],
      providers: [BatchesRepository, ChunksRepository, ...services, ...(ROLE === 'api' ? [] : WORK)],
      exports: services,
    };
  }
}
