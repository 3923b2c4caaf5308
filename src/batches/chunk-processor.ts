import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock';
import type { Jobs } from '../queue/jobs';
import { ChunkInHand } from './chunk-in-hand';
import { ChunkLeases } from './chunk-leases';
import { ChunkSaver, type Next } from './chunk-saver';
import { ChunksRepository, type StoredChunk } from './chunks.repository';
import { EndedBatches } from './ended-batches';
import { EngineRound } from './engine-round';
import { FairGate } from './fair-gate';
import { FreeAnswers, type Unanswered } from './free-answers';
import { Hands } from './hands';
import { LeaseKeeper } from './lease-keeper';
import { Turns } from './turns';

/** A chunk whose work failed (the database was away, say) rests for this long. */
const REST_MS = 2000;
/** Chunks that are unpacked and looked up at a time: work for the processor and the database, with some MB for each. */
const BEGINNINGS_AT_A_TIME = 4;

/**
 * One pass over a chunk: answers what costs nothing, asks the engine about the rest, saves, and says what becomes of
 * the chunk. The code path of both queues. A pass is short: what it does not get done is left to the next one, after
 * the chunks of others had their turn.
 */
@Injectable()
export class ChunkProcessor {
  private readonly logger = new Logger('Batches');
  private readonly gate = new FairGate(BEGINNINGS_AT_A_TIME);

  constructor(
    private readonly chunks: ChunksRepository,
    private readonly leases: ChunkLeases,
    private readonly keeper: LeaseKeeper,
    private readonly hands: Hands,
    private readonly ended: EndedBatches,
    private readonly free: FreeAnswers,
    private readonly round: EngineRound,
    private readonly saver: ChunkSaver,
    private readonly clock: Clock,
    private readonly turns: Turns,
  ) {}

  /** @param signal aborted when the process stops: what is answered is saved, and the chunk is given back at once */
  async process(job: Jobs['batch-chunk'], signal: AbortSignal): Promise<void> {
    const { chunkId, version, batchId } = job;
    try {
      await this.hands.during(job, () =>
        this.keeper.during(chunkId, () =>
          this.ended.during(batchId, (ended) => this.pass(chunkId, version, signal, ended)),
        ),
      );
    } catch (error) {
      this.logger.error(`A pass over chunk ${chunkId} failed: ${error instanceof Error ? error.stack : String(error)}`);
      // If this fails, too, the lease runs out.
      await this.leases.release(chunkId, version, this.clock.now() + REST_MS).catch(() => undefined);
    }
  }

  private async pass(chunkId: number, version: number, signal: AbortSignal, ended: AbortSignal): Promise<void> {
    const stored = await this.chunks.findPending(chunkId, version);
    if (stored === null) return;
    const { chunk, unanswered } = await this.begin(stored);
    const { askable, blocked } = unanswered;
    const isOurs = chunk.isDone || (await this.round.ask(chunk, askable, signal, ended));
    if (isOurs) await this.saver.save(chunk, nextOf(chunk, blocked, signal));
  }

  private async begin(stored: StoredChunk): Promise<{ chunk: ChunkInHand; unanswered: Unanswered }> {
    await this.gate.enter(stored);
    try {
      const chunk = await ChunkInHand.unpack(stored);
      await this.turns.next();
      return { chunk, unanswered: await this.free.answer(chunk) };
    } finally {
      this.gate.leave(stored);
    }
  }
}

/** @param blocked rows that wait for chunks in front of theirs */
function nextOf(chunk: ChunkInHand, blocked: number, signal: AbortSignal): Next {
  if (chunk.isDone) return 'done';
  const notAsked = chunk.open - chunk.waiting.size - blocked;
  if (notAsked > 0 || signal.aborted) return 'give_back';
  return chunk.waiting.size > 0 ? 'retry' : 'wait_for_earlier';
}
