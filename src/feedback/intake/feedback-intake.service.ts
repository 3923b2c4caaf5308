import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { IsNull, type Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { BodyTooLargeError } from '../../common/malformed-request.error';
import { reason } from '../../common/reason';
import { hashOfSecret } from '../../common/secrets';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import { Database } from '../../database/database';
import { DatabaseUnavailableError, OutcomeUnknownError } from '../../database/database.errors';
import { DiskFullError, DiskSpace } from '../../database/disk-space';
import { JobQueue } from '../../queue/job-queue';
import { RateLimiter } from '../../rate-limit/rate-limiter';
import type { FeedbackProviders } from '../events/create-providers';
import {
  CertificateUnavailableError,
  MalformedFeedbackError,
  type FeedbackRequest,
  type FeedbackTrouble,
  type Verification,
} from '../events/feedback-provider';
import { PROVIDERS } from '../providers.token';
import { FeedbackAlarms } from '../feedback-alarms';
import { FeedbackRefusedError, FeedbackSourceNotFoundError } from '../feedback.errors';
import { FeedbackSource } from '../sources/feedback-source.entity';
import { SourceReader } from '../sources/source-reader';
import { SourceSecrets } from '../sources/source-secrets';
import { providerIn } from '../sources/source-token';
import { InboxRepository } from './inbox.repository';
import { IntakeLoad } from './intake-load';
import { keptHeaders } from './kept-headers';

/** Larger bodies are believed to be what they should be until a worker reads them: to parse one takes as long as a check. */
const READ_AT_ONCE_BYTES = 256 * 1024;
/** Later is soon enough: what could not be taken is the moment's fault. */
const RETRY_AFTER_SECONDS = 30;
const FLOOD_NOTED_EVERY_MS = 60_000;
const LOOK_AT_DISK_EVERY_MS = 1000;
const SWITCHED_OFF = 'This source is switched off.';
const LATER = 'It can not be taken just now. Try again later.';

type Verified = Extract<Verification, { ok: true }>;

/**
 * Takes the requests of providers: who sends it (the token), whether it is theirs (the signature), into the inbox, and that
 * is all before the answer. What it says is read by a job.
 */
@Injectable()
export class FeedbackIntake {
  private readonly logger = new Logger('Feedback');
  private readonly announcing = new Set<number>();
  /** So that a provider is told to come again in its own way, though its source can't be looked up and its token doesn't say. */
  private readonly seen = new LRUCache<number, Pick<FeedbackSource, 'provider'>>({ max: 10_000 });
  private lookAtDiskAt = -Infinity;
  private readonly flooding = new LRUCache<number, true>({ max: 1000, ttl: FLOOD_NOTED_EVERY_MS });

  constructor(
    @InjectRepository(FeedbackSource) private readonly sources: Repository<FeedbackSource>,
    @Inject(PROVIDERS) private readonly providers: FeedbackProviders,
    private readonly reader: SourceReader,
    private readonly secrets: SourceSecrets,
    private readonly database: Database,
    private readonly alarms: FeedbackAlarms,
    private readonly inbox: InboxRepository,
    private readonly load: IntakeLoad,
    private readonly queue: JobQueue,
    private readonly limiter: RateLimiter,
    private readonly disk: DiskSpace,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The source of an address. @throws FeedbackSourceNotFoundError, FeedbackRefusedError, DatabaseUnavailableError */
  async open(id: number, token: string): Promise<FeedbackSource> {
    const source = await this.reader.find(id).catch((error: unknown) => {
      const provider = providerIn(token) ?? this.seen.get(id)?.provider;
      throw provider === undefined ? error : this.comeAgain({ provider }, error);
    });
    if (source === null || !isTokenOf(source, token, this.clock.now())) throw new FeedbackSourceNotFoundError();
    this.seen.set(id, { provider: source.provider });
    return source;
  }

  /** Whether requests of the source are taken at this moment. @throws FeedbackRefusedError */
  async admit(source: FeedbackSource): Promise<void> {
    if (source.disabledAt !== null) throw this.refusal(source, 'disabled', SWITCHED_OFF);
    const key = `feedback source ${source.id}`;
    const state = await this.limiter.useRoughly(key, this.config.FEEDBACK_REQUESTS_PER_MINUTE);
    if (!state.isExceeded) return;
    const reason = 'More requests came in a minute than are taken.';
    // Once in a while: who is refused must cost less than who is not.
    if (!this.flooding.has(source.id)) {
      this.flooding.set(source.id, true);
      await this.noteFault(source, reason);
    }
    throw this.refusal(source, 'busy', reason, state.resetSeconds);
  }

  /**
   * Keeps a request for the job that reads it.
   * @param bytes that its body may have
   * @param read resolves to the request once its body is there
   * @throws FeedbackRefusedError, BodyTooLargeError, what `read` throws
   */
  async take(source: FeedbackSource, bytes: number, read: () => Promise<FeedbackRequest>): Promise<void> {
    if (!this.load.hold(bytes)) throw this.refusal(source, 'busy', LATER);
    try {
      await this.requireRoom();
      const request = await read();
      const { replayKey } = await this.noting(source, async () => {
        const verified = await this.verify(source, request);
        if (verified.topicArn !== undefined && source.topicArn === null) await this.bind(source, verified.topicArn);
        return verified;
      });
      await this.keep(source, request, { replayKey, testAt: null });
    } catch (error) {
      throw this.comeAgain(source, error);
    } finally {
      this.load.release(bytes);
    }
  }

  /**
   * Keeps an event of ours that tests the source, on the way of all others; what is wrong with it is no fault of the provider's,
   * and is noted nowhere.
   * @param isSigned whether its signature is checked; it can't be made where the provider alone holds the key
   * @throws FeedbackRefusedError
   */
  async takeTest(source: FeedbackSource, request: FeedbackRequest, testAt: number, isSigned: boolean): Promise<void> {
    if (source.disabledAt !== null) throw this.refusal(source, 'disabled', SWITCHED_OFF);
    try {
      await this.requireRoom();
      const { replayKey } = isSigned ? await this.verify(source, request) : { replayKey: undefined };
      await this.keep(source, request, { replayKey, testAt });
    } catch (error) {
      throw this.comeAgain(source, error);
    }
  }

  private async keep(
    source: FeedbackSource,
    request: FeedbackRequest,
    { replayKey, testAt }: { replayKey: string | undefined; testAt: number | null },
  ): Promise<void> {
    const outcome = await this.inbox.add({
      organizationId: source.organizationId,
      sourceId: source.id,
      headers: keptHeaders(request.headers),
      body: request.body,
      replayHash: replayKey === undefined ? null : hashOfSecret(replayKey),
      testAt,
      receivedAt: this.clock.now(),
    });
    if (outcome === 'too_large') throw new BodyTooLargeError('The body is larger than what can be kept.');
    if (outcome === 'added') this.announce(source.id);
  }

  /** A sentence for the account's holder, beside the source; never keeps a request from its answer. */
  async noteFault(source: Pick<FeedbackSource, 'id' | 'organizationId'>, reason: string): Promise<void> {
    const { id } = source;
    const faults = { faultCount: () => 'faultCount + 1', lastError: reason.slice(0, 255) };
    const noting = this.sources
      .createQueryBuilder()
      .update()
      .set({ ...faults, lastErrorAt: this.clock.now() })
      .where('id = :id', { id });
    try {
      await this.database.atomically([noting, ...(await this.alarms.sourceFailing(source, reason))]);
    } catch (error) {
      this.logger.warn(`A fault of source ${id} was not noted: ${String(error)}`);
    }
  }

  /** What passes is said in the way of the provider: some never send again what was answered with another status. */
  private comeAgain(source: Pick<FeedbackSource, 'provider'>, error: unknown): unknown {
    const isPassing =
      error instanceof DatabaseUnavailableError ||
      error instanceof OutcomeUnknownError ||
      error instanceof DiskFullError;
    if (!isPassing) return error;
    this.logger.warn(`Feedback can't be taken: ${reason(error.cause ?? error)}`);
    return this.refusal(source, 'busy', LATER);
  }

  /** @throws DiskFullError */
  private async requireRoom(): Promise<void> {
    const now = performance.now();
    if (now < this.lookAtDiskAt) return;
    await this.disk.require();
    this.lookAtDiskAt = now + LOOK_AT_DISK_EVERY_MS;
  }

  /** That it is the provider's, and holds what this provider sends. @throws FeedbackRefusedError */
  private async verify(source: FeedbackSource, request: FeedbackRequest): Promise<Verified> {
    const provider = this.providers[source.provider];
    const now = this.clock.now();
    const secrets = this.secrets.open(source, now);
    // Sealed under another JWT_SECRET: without it anybody who has the address could say what he likes.
    if (source.secret !== null && secrets.length === 0)
      throw this.refusal(source, 'busy', 'The key of its signatures can not be read any more: give it again.');
    const trust = {
      secrets,
      ...(source.topicArn === null ? {} : { topicArn: source.topicArn }),
    };
    try {
      const verification = await provider.verify(request, trust, new Date(now));
      if (!verification.ok) throw this.refusal(source, 'bad_signature', verification.reason);
      if (request.body.length <= READ_AT_ONCE_BYTES || provider.hasOurLimits === true) provider.read(request);
      return verification;
    } catch (error) {
      if (error instanceof MalformedFeedbackError) throw this.refusal(source, 'malformed', error.message);
      if (!(error instanceof CertificateUnavailableError)) throw error;
      this.logger.warn(`A signature of source ${source.id} can't be checked: ${error.message}`);
      throw this.refusal(source, 'busy', "The provider's certificate can't be had just now.");
    }
  }

  /** To the first topic of which a message was rightly signed: anybody may point another at its address. @throws FeedbackRefusedError */
  private async bind(source: FeedbackSource, topicArn: string): Promise<void> {
    const { id } = source;
    await this.sources.update({ id, topicArn: IsNull() }, { topicArn });
    await this.reader.announce();
    // Another may have come at the same moment.
    if (!(await this.sources.existsBy({ id, topicArn })))
      throw this.refusal(source, 'bad_signature', 'The message is of another topic than this source.');
  }

  private async noting<T>(source: FeedbackSource, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof FeedbackRefusedError) await this.noteFault(source, error.message);
      throw error;
    }
  }

  private refusal(
    { provider }: Pick<FeedbackSource, 'provider'>,
    trouble: FeedbackTrouble,
    message: string,
    seconds = RETRY_AFTER_SECONDS,
  ): FeedbackRefusedError {
    const status = this.providers[provider].statusFor(trouble);
    return new FeedbackRefusedError(status, message, trouble === 'busy' ? seconds : null);
  }

  /** Off the way of the answer; what the queue does not take now, `InboxDispatcher` finds within a second. */
  private announce(sourceId: number): void {
    if (this.announcing.has(sourceId)) return;
    this.announcing.add(sourceId);
    this.queue
      .add('feedback-inbox', { sourceId })
      .catch(() => undefined)
      .finally(() => this.announcing.delete(sourceId));
  }
}

function isTokenOf({ tokenHash, oldTokenHash, oldTokenUntil }: FeedbackSource, token: string, now: number): boolean {
  const given = Buffer.from(hashOfSecret(token));
  // In a time that does not tell how much of it is right.
  const isSame = (hash: string): boolean => timingSafeEqual(given, Buffer.from(hash));
  return isSame(tokenHash) || (oldTokenHash !== null && (oldTokenUntil ?? 0) > now && isSame(oldTokenHash));
}
