import { Inject, Injectable, Optional } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { AuditLog } from '../../audit/audit-log';
import type { Right } from '../../auth/right';
import { Clock } from '../../common/clock';
import { FieldsInvalidError } from '../../common/fields-invalid.error';
import { MalformedRequestError } from '../../common/malformed-request.error';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import { CreditAlarms } from '../../credits/credit-alarms';
import { CreditsService } from '../../credits/credits.service';
import { InsufficientCreditsError } from '../../credits/credits.errors';
import { BatchCredits } from '../batch-credits';
import type { Attempt } from '../../database/attempt';
import { Database, type Step } from '../../database/database';
import { DatabaseFullError, DatabaseUnavailableError, OutcomeUnknownError } from '../../database/database.errors';
import { DiskFullError } from '../../database/disk-space';
import { newBatch, type BatchSummary } from '../batch';
import { BatchIntake, type Intake, type IsBeyond } from './batch-intake';
import { readName } from './batch-name';
import { openBody } from './bodies/open-body';
import type { UploadBody } from './bodies/upload-body';
import { TestListTooLongError, UploadLostError } from '../batches.errors';
import { BatchesRepository } from '../batches.repository';
import type { CsvRow } from './csv';
import { Dispatcher } from '../work/dispatcher';
import { digestOf, hashed } from './hashed';
import { requireDataRate } from './upload-rate';
import { UploadSlots } from './upload-slots';

const NOT_TAKEN_IN = 'The list was not taken in, and nothing was charged.';
const CREDITS_CAME_LATE =
  'Your organization had too few credits for the list while it came in, and has enough of them now. ' +
  'Nothing was charged; upload it again.';
const NOT_KNOWN =
  'The database was lost just when the list was taken in, and it is not known whether it was. ' +
  'Look for it among your batches before you upload it again.';

/** What is published, and under which further conditions. */
interface PublishedList {
  name: string;
  /** The batch that it goes on with, for the audit log. */
  continues?: number;
  /** Steps in front of the one that publishes the batch with this id; they may undo all. */
  before?: (batchId: number) => Step[];
  /** Rejects with why those steps undid all, if they did. */
  explain?: () => Promise<void>;
  /** See `FileIntake`. */
  emailColumn?: string | null;
}

/** A list that was taken in. */
export interface UploadedList {
  batch: BatchSummary;
  /** See `FileIntake`. */
  emailColumn: string | null;
}

/** A try of an upload that may be sent again. */
export interface UploadAttempt extends Attempt<UploadedList> {
  /** Tells what came, once it has come whole; in front of the write. */
  came(payload: object): void;
}

interface StoredList extends PublishedList {
  columns: string[];
  rows: AsyncGenerator<CsvRow[], void>;
}

/** Takes an uploaded list in as a batch, whatever form it comes in: as a whole, with its credits held, or not at all. */
@Injectable()
export class BatchUploadService {
  constructor(
    private readonly intake: BatchIntake,
    private readonly batches: BatchesRepository,
    private readonly credits: CreditsService,
    private readonly batchCredits: BatchCredits,
    private readonly alarms: CreditAlarms,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly slots: UploadSlots,
    private readonly audit: AuditLog,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Optional() private readonly dispatcher?: Dispatcher,
  ) {}

  /**
   * @param right asked for again when the file is in: an upload may take long
   * @throws FieldsInvalidError, UnusableFileError, InsufficientCreditsError, MalformedRequestError, UnsupportedMediaError,
   * BodyTooLargeError, RequestTimeoutError,
   * TooManyUploadsError, UploadsBusyError, StorageFullError, DiskFullError, DatabaseUnavailableError, OutcomeUnknownError, what the
   * right's guard throws, and the attempt
   */
  async upload(right: Right, request: IncomingMessage, attempt: UploadAttempt | null = null): Promise<UploadedList> {
    return this.receive(right, request, (body) => this.take(right, body, attempt));
  }

  /** What an upload holds, to be compared with what came before: as `UploadAttempt.came` was told. Nothing of it is stored. @throws as `upload` */
  async payloadOf(right: Right, request: IncomingMessage): Promise<object> {
    return this.receive(right, request, async (body) => {
      const file = await body.file();
      if (file === null) throw fileMissing(body);
      const digest = await digestOf(file).catch((error: unknown) => {
        throw body.fault ?? error;
      });
      await body.end();
      return payload(body, digest);
    });
  }

  /** Takes rows in that are stored already, as an upload of them. @throws as `upload`, and what `explain` throws */
  async takeStored(
    right: Right,
    { columns, rows, ...list }: StoredList,
    attempt: Attempt<UploadedList> | null = null,
  ): Promise<UploadedList> {
    const leave = await this.slots.take(right);
    try {
      const intake = await this.intake
        .storeAgain(right.organizationId, { columns, rows }, this.limitOf(right))
        .catch(async (error: unknown) => {
          if (error instanceof UploadLostError) await right.require();
          throw notTakenIn(error);
        });
      const taken = await this.publishOrDrop(right, list, intake, attempt);
      this.dispatcher?.wake();
      return taken;
    } finally {
      leave();
    }
  }

  private async receive<Result>(
    right: Right,
    request: IncomingMessage,
    read: (body: UploadBody) => Promise<Result>,
  ): Promise<Result> {
    const leave = await this.slots.take(right);
    try {
      if (request.destroyed) throw new MalformedRequestError('The upload broke off.');
      const body = openBody(request, this.config.BATCH_MAX_FILE_KB, this.clock.now());
      const release = requireDataRate(request, (fault) => {
        body.giveUp(fault);
      });
      try {
        return await read(body);
      } finally {
        release();
      }
    } finally {
      leave();
    }
  }

  private async take(right: Right, body: UploadBody, attempt: UploadAttempt | null): Promise<UploadedList> {
    const file = await body.file();
    if (file === null) throw fileMissing(body);
    const format = body.format();
    const { bytes, digest } = attempt === null ? { bytes: file, digest: () => '' } : hashed(file);
    const intake = await this.intake
      .store(right.organizationId, bytes, format, this.limitOf(right))
      .catch(async (error: unknown) => {
        if (error instanceof UploadLostError) await right.require();
        throw body.fault ?? notTakenIn(error);
      });
    try {
      await body.end();
      attempt?.came(payload(body, digest()));
      const errors = nameErrors(body);
      if (Object.keys(errors).length > 0) throw new FieldsInvalidError(errors);
    } catch (error) {
      await this.intake.drop(intake, error);
      throw error instanceof DatabaseUnavailableError ? notTakenIn(error) : error;
    }
    const { emailColumn } = intake;
    const list = { name: readName(body.fields.get('name')).name, emailColumn };
    const taken = await this.publishOrDrop(right, list, intake, attempt);
    this.dispatcher?.wake();
    return taken;
  }

  private async publishOrDrop(
    right: Right,
    list: PublishedList,
    intake: Intake,
    attempt: Attempt<UploadedList> | null,
  ): Promise<UploadedList> {
    try {
      return await this.publish(right, list, intake, attempt);
    } catch (error) {
      // Where it was published, and nobody could find that out, it stays.
      await this.intake.drop(intake, error);
      throw error instanceof DatabaseUnavailableError ? notTakenIn(error) : error;
    }
  }

  /** Holds what the batch can cost and opens it to the world, in one, if who uploads it still may. */
  private async publish(
    right: Right,
    { name, continues, before, explain, emailColumn = null }: PublishedList,
    intake: Intake,
    attempt: Attempt<UploadedList> | null,
  ): Promise<UploadedList> {
    const { organizationId } = right;
    const { batchId, rowCount, stored, isWhole } = intake;
    const maxCost = right.isTest ? 0 : intake.maxCost;
    await right.require();
    if (right.isTest) this.requireShort(rowCount);
    else if (isWhole) await this.credits.require(organizationId, maxCost);
    else throw await this.tooDear(organizationId, maxCost, CREDITS_CAME_LATE);
    const now = this.clock.now();
    const alarms = await this.alarms.steps(organizationId, maxCost);
    const made = { batch: newBatch(batchId, name, rowCount, now, right, maxCost), emailColumn };
    const outcome = await this.database
      .atomically(
        [
          ...(before?.(batchId) ?? []),
          this.batches.publishStep(batchId, name, rowCount, stored.bytes, now, right),
          ...this.batchCredits.hold(organizationId, batchId, maxCost, { label: name, by: right.by }),
          this.audit.entry({
            organizationId,
            by: right.by,
            action: continues === undefined ? 'batch_upload' : 'batch_continuation',
            subject: batchId,
            details: { name, rows: rowCount, ...(continues === undefined ? {} : { continues }) },
          }),
          ...(attempt === null ? [] : [attempt.step(() => made)]),
          ...alarms,
        ],
        this.batches.publishProof(batchId),
      )
      .catch((error: unknown) => {
        throw error instanceof OutcomeUnknownError ? new OutcomeUnknownError(error.cause, NOT_KNOWN) : error;
      });
    // Not read again: from here on it is there, whatever a further question to the database comes to.
    if (outcome !== 'rolled_back') return made;
    await right.require();
    await attempt?.require();
    await explain?.();
    throw await this.tooDear(organizationId, maxCost);
  }

  /** Why a list was not taken in that there were too few credits for. @param enough what to say where there are enough by now */
  private async tooDear(organizationId: number, maxCost: number, enough?: string): Promise<Error> {
    const { balance } = await this.credits.balance(organizationId);
    return balance < maxCost ? new InsufficientCreditsError(maxCost, balance) : new UploadLostError(enough);
  }

  /** By what a list that comes in is known to be too much for whoever sends it. */
  private limitOf({ organizationId, isTest }: Right): IsBeyond {
    if (isTest) return (rows) => Promise.resolve(rows > this.config.TEST_BATCH_MAX_ROWS);
    let known = 0;
    return async (_, cost) => {
      if (cost > known) known = (await this.credits.balance(organizationId)).balance;
      return cost > known;
    };
  }

  /** @throws TestListTooLongError */
  private requireShort(rowCount: number): void {
    const most = this.config.TEST_BATCH_MAX_ROWS;
    if (rowCount > most) throw new TestListTooLongError(rowCount, most);
  }
}

/** Before it is published, nobody has lost anything by an upload, whatever became of a single statement. */
function notTakenIn(error: unknown): unknown {
  if (error instanceof DatabaseFullError) return new DiskFullError(error.cause);
  if (error instanceof OutcomeUnknownError) return notTakenIn(new DatabaseUnavailableError(error.cause));
  if (!(error instanceof DatabaseUnavailableError)) return error;
  return new DatabaseUnavailableError(error.cause, `${error.message} ${NOT_TAKEN_IN}`);
}

function fileMissing(body: UploadBody): FieldsInvalidError {
  return new FieldsInvalidError({ ...nameErrors(body), file: ['The file field is required.'] });
}

/** A boundary and the name of a file say nothing of what is sent. */
function payload(body: UploadBody, digest: string): object {
  return { fields: body.said, file: digest };
}

function nameErrors({ fields }: UploadBody): { name?: string[] } {
  const { fault } = readName(fields.get('name'));
  return fault === null ? {} : { name: [fault] };
}
