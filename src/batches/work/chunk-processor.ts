import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { Jobs } from '../../queue/jobs';
import { LeasedChunk } from './leased-chunk';
import { ChunkLeases } from './chunk-leases';
import { ChunkSaver, type AfterSave } from './chunk-saver';
import { ChunksRepository, type StoredChunk } from '../chunks.repository';
import { BatchCancellations } from './batch-cancellations';
import { ChunkVerifier } from './chunk-verifier';
import { FairSemaphore } from './fair-semaphore';
import { FreeAnswers, type Unanswered } from './free-answers';
import { InFlightChunks } from './in-flight-chunks';
import { LeaseRenewer } from './lease-renewer';
import { CooperativeScheduler } from './cooperative-scheduler';

/** How long a chunk is left alone after its work failed (the database was away, say). */
const BACKOFF_MS = 2000;
/** Chunks that are unpacked and looked up in the cache at a time: work for CPU and database, with some MB for each. */
const UNPACK_CONCURRENCY = 4;

/**
 * Processes the jobs of both queues. A job is one pass over a chunk, of one time slice: what needs no network is answered,
 * the engine verifies the rest, and the results are saved. What a pass does not get done is left to the next one.
 */
@Injectable()
export class ChunkProcessor {
  private readonly logger = new Logger('Batches');
  private readonly semaphore = new FairSemaphore(UNPACK_CONCURRENCY);

  constructor(
    private readonly chunks: ChunksRepository,
    private readonly leases: ChunkLeases,
    private readonly renewer: LeaseRenewer,
    private readonly inFlight: InFlightChunks,
    private readonly cancellations: BatchCancellations,
    private readonly free: FreeAnswers,
    private readonly verifier: ChunkVerifier,
    private readonly saver: ChunkSaver,
    private readonly clock: Clock,
    private readonly scheduler: CooperativeScheduler,
  ) {}

  /** @param signal aborted when the process stops: what is answered is saved, and the chunk is given back at once */
  async process(job: Jobs['batch-chunk'], signal: AbortSignal): Promise<void> {
    const { chunkId, version, batchId } = job;
    try {
      await this.inFlight.during(job, () =>
        this.renewer.during(chunkId, () =>
          this.cancellations.during(batchId, (cancelled) => this.pass(chunkId, version, signal, cancelled)),
        ),
      );
    } catch (error) {
      this.logger.error(`A pass over chunk ${chunkId} failed: ${error instanceof Error ? error.stack : String(error)}`);
      // If this fails, too, the lease runs out.
      await this.leases.release(chunkId, version, this.clock.now() + BACKOFF_MS).catch(() => undefined);
    }
  }

  private async pass(chunkId: number, version: number, signal: AbortSignal, cancelled: AbortSignal): Promise<void> {
    const stored = await this.chunks.findPending(chunkId, version);
    if (stored === null) return;
    const { chunk, unanswered } = await this.begin(stored);
    const { askable, blocked } = unanswered;
    const isOurs = chunk.isDone || (await this.verifier.verify(chunk, askable, signal, cancelled));
    if (isOurs) await this.saver.save(chunk, nextOf(chunk, blocked, signal));
  }

  private async begin(stored: StoredChunk): Promise<{ chunk: LeasedChunk; unanswered: Unanswered }> {
    await this.semaphore.acquire(stored);
    try {
      const chunk = await LeasedChunk.unpack(stored);
      await this.scheduler.yield();
      return { chunk, unanswered: await this.free.answer(chunk) };
    } finally {
      this.semaphore.release(stored);
    }
  }
}

/** @param blocked rows that wait for chunks in front of theirs */
function nextOf(chunk: LeasedChunk, blocked: number, signal: AbortSignal): AfterSave {
  if (chunk.isDone) return 'done';
  const notAsked = chunk.open - chunk.waiting.size - blocked;
  if (notAsked > 0 || signal.aborted) return 'requeue';
  return chunk.waiting.size > 0 ? 'retry' : 'wait_for_earlier';
}
