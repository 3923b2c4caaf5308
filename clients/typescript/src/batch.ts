import { sleep } from './sleep.js';
import type { CallOptions, Transport } from './transport.js';
import type { BatchRows, BatchRowsQuery, BatchStatus, BatchSummary, RowStatus } from './types.js';

export interface WaitOptions extends CallOptions {
  /** Told after each look at the batch. */
  onProgress?: ((batch: BatchStatus) => void) | undefined;
  /** The longest pause between two looks, in ms; 10,000 unless said. The first pauses are shorter. */
  pollMs?: number | undefined;
}

export interface DownloadOptions extends CallOptions {
  /** Rows of these only. */
  status?: RowStatus | readonly RowStatus[] | undefined;
  /** What stands in a row; `all` unless said. */
  columns?: 'all' | 'original' | 'results' | 'address' | undefined;
  /** `csv` unless said. */
  format?: 'csv' | 'jsonl' | 'xlsx' | undefined;
  /** Whether a CSV file starts with a byte order mark, by which Excel knows UTF-8. */
  bom?: boolean | undefined;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** A service that is being renewed is away for a while, some 50 s by the back-off; a list takes hours. */
const RETRIES_WHILE_WAITING = 10;

/** A list that the service has. */
export class Batch {
  readonly #transport: Transport;

  constructor(
    transport: Transport,
    readonly id: number,
  ) {
    this.#transport = transport;
  }

  /** How far it is. */
  status(options: CallOptions = {}): Promise<BatchStatus> {
    return this.#transport.json({ ...options, method: 'GET', path: this.path() });
  }

  /**
   * Waits until it has ended.
   * @returns how: `status` is `completed` or `cancelled`
   */
  async wait({ onProgress, pollMs = LONGEST_PAUSE_MS, ...options }: WaitOptions = {}): Promise<BatchStatus> {
    for (let pause = FIRST_PAUSE_MS; ; pause *= 1.5) {
      const batch = await this.#transport.json<BatchStatus>({
        ...options,
        method: 'GET',
        path: this.path(),
        retries: RETRIES_WHILE_WAITING,
      });
      onProgress?.(batch);
      if (batch.status === 'completed' || batch.status === 'cancelled') return batch;
      await sleep(Math.min(pause, pollMs), options.signal);
    }
  }

  /** Ends the work on it: what is not answered yet is not checked and costs nothing. Cancelled twice is cancelled. */
  cancel(options: CallOptions = {}): Promise<BatchStatus> {
    return this.#transport.json({ ...options, method: 'POST', path: this.path('/cancel') });
  }

  /** Why rows have their verdicts, who takes their mail, how fast it goes. */
  summary(options: CallOptions = {}): Promise<BatchSummary> {
    return this.#transport.json({ ...options, method: 'GET', path: this.path('/summary') });
  }

  /** A page of rows with their verdicts, in the order of the file. @param query `after`: `next_after` of the page before */
  rows(query: BatchRowsQuery = {}, options: CallOptions = {}): Promise<BatchRows> {
    return this.#transport.json({ ...options, method: 'GET', path: this.path('/rows'), query: { ...query } });
  }

  /** The results as a file, once it has ended. Not whole when the stream breaks. @throws NotFoundError before that */
  download({ status, columns, format, bom, ...options }: DownloadOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const query = { status, columns, format, bom };
    return this.#transport.stream({ ...options, method: 'GET', path: this.path('/download'), query });
  }

  private path(rest = ''): string {
    return `/validate/batch/${this.id}${rest}`;
  }
}

/** A list on its way: await it for the `Batch`, or wait for its end at once. */
export class UploadedBatch implements PromiseLike<Batch> {
  readonly #uploaded: Promise<Batch>;

  constructor(uploaded: Promise<Batch>) {
    this.#uploaded = uploaded;
  }

  /** Waits until the list is checked. @returns the batch, whose results can be downloaded */
  async wait(options: WaitOptions = {}): Promise<Batch> {
    const batch = await this.#uploaded;
    await batch.wait(options);
    return batch;
  }

  then<Batched = Batch, Failed = never>(
    onBatch?: ((batch: Batch) => Batched | PromiseLike<Batched>) | null,
    onFault?: ((fault: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Batched | Failed> {
    return this.#uploaded.then(onBatch, onFault);
  }
}
