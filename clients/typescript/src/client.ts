import { Batch, UploadedBatch } from './batch.js';
import { Feedback } from './feedback.js';
import { Transport, type CallOptions, type ClientOptions, type CreatingOptions } from './transport.js';
import type { BatchList, BatchListQuery, Credits, Verdict } from './types.js';
import { uploadOf, type ListOptions, type ListSource } from './upload.js';

export interface ValidateOptions extends CreatingOptions {
  /** Whether `result` also says what was seen. */
  evidence?: boolean | undefined;
}

export interface ValidateBatchOptions extends ListOptions, CreatingOptions {}

/** To take a list in takes longer than to answer; */
const UPLOAD_PATIENCE = 10;
/** and its bytes take their time: at 20 kB/s, the least at which the service takes them, so many in a millisecond. */
const BYTES_PER_MS = 20;

/** The Email Validation Service, for programs. */
export class EmailValidation {
  /** What became of your mails. */
  readonly feedback: Feedback;
  readonly #transport: Transport;

  /** @throws TypeError where `url` or `token` is missing or can't be one */
  constructor(options: ClientOptions) {
    this.#transport = new Transport(options);
    this.feedback = new Feedback(this.#transport);
  }

  /** Whether the token is a test token, which asks nobody: as the last answer said; null: none came yet. */
  get isTest(): boolean | null {
    return this.#transport.isTest;
  }

  /** Checks one address; costs a credit, or none where the answer is known. @throws ApiError, ConnectionError */
  validate(email: string, { evidence, ...options }: ValidateOptions = {}): Promise<Verdict> {
    return this.#transport.create({ ...options, path: '/validate/single', query: { evidence }, json: { email } });
  }

  /** Sends a list to be checked. @throws ApiError, ConnectionError, TypeError where it is no list or empty, what reading the source throws */
  validateBatch(source: ListSource, options: ValidateBatchOptions = {}): UploadedBatch {
    return new UploadedBatch(this.upload(source, options));
  }

  /** A batch that was sent before. Nothing is asked until one of its methods is called. */
  batch(id: number): Batch {
    return new Batch(this.#transport, id);
  }

  /** A page of the organization's batches, the newest first. */
  batches(query: BatchListQuery = {}, options: CallOptions = {}): Promise<BatchList> {
    return this.#transport.json({ ...options, method: 'GET', path: '/validate/batch', query: { ...query } });
  }

  /** What is left to spend. */
  credits(options: CallOptions = {}): Promise<Credits> {
    return this.#transport.json({ ...options, method: 'GET', path: '/credits/balance' });
  }

  private async upload(
    source: ListSource,
    { signal, timeoutMs, idempotencyKey, ...list }: ValidateBatchOptions,
  ): Promise<Batch> {
    const { body, size } = await uploadOf(source, list, signal);
    const patience = timeoutMs ?? this.#transport.timeoutMs * UPLOAD_PATIENCE + size / BYTES_PER_MS;
    const options = { signal, timeoutMs: Math.ceil(patience), idempotencyKey };
    const { id } = await this.#transport.create<{ id: number }>({ ...options, path: '/validate/batch', body });
    return new Batch(this.#transport, id);
  }
}
