import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { AuditLog } from '../audit/audit-log';
import type { Right } from '../auth/right';
import { UnusableFileError } from '../batches/batches.errors';
import { CsvFault, type CsvTable } from '../batches/intake/csv';
import { readListFields } from '../batches/intake/list-fields';
import { ListReader } from '../batches/intake/list-reader';
import { UploadForm, type UploadedFile } from '../batches/intake/upload-form';
import { requireDataRate } from '../batches/intake/upload-rate';
import { UploadSlots } from '../batches/intake/upload-slots';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { MalformedRequestError } from '../common/malformed-request.error';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Database } from '../database/database';
import { DatabaseUnavailableError } from '../database/database.errors';
import { DiskSpace } from '../database/disk-space';
import { ADDRESS_NAMES, exportColumns, type ExportColumns } from '../feedback/events/exports/export-columns';
import { readExportRow, type Unsaid } from '../feedback/events/exports/read-export-row';
import { FEEDBACK_EVENT_TYPES, type FeedbackEvent, type FeedbackEventType } from '../feedback/events/feedback-event';
import { ToldEventsService } from '../feedback/record/told-events.service';

/** Faulty rows that are told; of more only the number. */
const MOST_REJECTED = 100;
const ASKED = 'with the field "file"';

/** What a row may be read as. */
export const IMPORTED_TYPES = FEEDBACK_EVENT_TYPES.filter((type) => type !== 'ignored');
export type ImportedType = Exclude<FeedbackEventType, 'ignored'>;
const noEvents = () => Object.fromEntries(IMPORTED_TYPES.map((type) => [type, 0])) as ImportedRows['events'];

export interface ImportedRows {
  /** Rows of the file that are not blank. */
  rows: number;
  accepted: number;
  duplicates: number;
  /** What the rows that were taken, or told before, were read as. */
  events: Record<ImportedType, number>;
  rejectedCount: number;
  /** The first of them, each by the line of the file on which it begins. */
  rejected: { line: number; message: string }[];
}

/**
 * Takes a provider's export of bounces or suppressed addresses in: what each row says is recorded as the file is read, and
 * counts by the answer. A row that is sent again is a duplicate, so whatever breaks off is mended by sending the file again.
 */
@Injectable()
export class ExportImport {
  constructor(
    private readonly lists: ListReader,
    private readonly slots: UploadSlots,
    private readonly told: ToldEventsService,
    private readonly disk: DiskSpace,
    private readonly database: Database,
    private readonly audit: AuditLog,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @param unsaid what holds for rows that say no kind, or no time
   * @throws FieldsInvalidError, UnusableFileError, MalformedRequestError, RequestTimeoutError, TooManyUploadsError,
   * UploadsBusyError, DiskFullError, DatabaseUnavailableError, OutcomeUnknownError, what the right's guard throws
   */
  async take(right: Right, request: IncomingMessage, unsaid: Unsaid): Promise<ImportedRows> {
    const leave = await this.slots.take(right);
    try {
      if (request.destroyed) throw new MalformedRequestError('The upload broke off.');
      const form = new UploadForm(request, this.config.BATCH_MAX_FILE_KB, ASKED);
      const release = requireDataRate(request, (fault) => {
        form.giveUp(fault);
      });
      try {
        return await this.receive(right, form, unsaid);
      } finally {
        release();
      }
    } finally {
      leave();
    }
  }

  private async receive(right: Right, form: UploadForm, unsaid: Unsaid): Promise<ImportedRows> {
    const file = await form.file();
    if (file === null) throw new FieldsInvalidError({ file: ['The file field is required.'] });
    const counts = { rows: 0, accepted: 0, duplicates: 0, rejectedCount: 0 };
    const imported: ImportedRows = { ...counts, events: noEvents(), rejected: [] };
    try {
      await this.disk.require();
      await this.read(right, form, file, unsaid, imported);
      await form.end();
    } catch (error) {
      // What was wrong is said, whatever becomes of the entry.
      await this.enter(right, imported).catch(() => undefined);
      throw form.fault ?? explained(error, imported.rows);
    }
    await this.enter(right, imported);
    return imported;
  }

  private async read(
    right: Right,
    form: UploadForm,
    file: UploadedFile,
    unsaid: Unsaid,
    imported: ImportedRows,
  ): Promise<void> {
    const format = { ...readListFields(form.fields), otherNames: ADDRESS_NAMES, keepsCells: true };
    const { table, close } = await this.lists.open(file, format);
    try {
      const columns = exportColumns(table.columns, table.emailColumn, unsaid.occurredAt === undefined);
      if ('fault' in columns) throw new UnusableFileError(columns.fault);
      await this.takeRows(right, table.rows, columns, unsaid, imported);
    } finally {
      await close();
    }
  }

  private async takeRows(
    right: Right,
    rows: CsvTable['rows'],
    columns: ExportColumns,
    unsaid: Unsaid,
    imported: ImportedRows,
  ): Promise<void> {
    for await (const some of rows) {
      // An upload may take long: whoever sends it may have lost the right meanwhile.
      await right.require();
      const events: FeedbackEvent[] = [];
      for (const { given = { cells: [], line: 0 } } of some) {
        const addressed = this.told.addressed(readExportRow(columns, given.cells, unsaid), columns.email?.name);
        const read = this.told.timely(addressed, columns.occurred_at?.name);
        if ('event' in read) events.push(read.event);
        else {
          imported.rejectedCount += 1;
          if (imported.rejected.length < MOST_REJECTED)
            imported.rejected.push({ line: given.line, message: read.fault });
        }
      }
      const { accepted, duplicates } = await this.told.record(right, events);
      imported.rows += some.length;
      imported.accepted += accepted;
      imported.duplicates += duplicates;
      for (const { type } of events) if (type !== 'ignored') imported.events[type] += 1;
    }
  }

  private async enter({ organizationId, by, isTest }: Right, { rows, accepted }: ImportedRows): Promise<void> {
    if (rows === 0 || isTest) return;
    const entry = { organizationId, by, action: 'feedback_import', details: { rows, accepted } } as const;
    await this.database.atomically([this.audit.entry(entry)]);
  }
}

/** What stood in front of the fault is taken. */
function explained(error: unknown, rows: number): unknown {
  const taken = rows === 0 ? '' : ` ${rows} rows in front of it were taken; rows that are sent again count once.`;
  if (error instanceof CsvFault || error instanceof UnusableFileError)
    return new UnusableFileError(`${error.message}${taken}`);
  if (error instanceof DatabaseUnavailableError)
    return new DatabaseUnavailableError(
      error,
      `${error.message} Send the file again: rows that were taken count once.`,
    );
  return error;
}
