import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, Validate, ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';
import { CreateBatchRequest } from '../../batches/api/create-batch.request';
import { parseTime } from '../../feedback/events/event-time';
import type { Unsaid } from '../../feedback/events/exports/read-export-row';
import { GENERIC_EVENT_TYPES, type GenericEventType } from '../../feedback/events/providers/generic/generic-event';

const EMPTY_IS_NONE = Transform(({ value }: { value: unknown }) =>
  value === '' || value === undefined ? null : value,
);

@ValidatorConstraint()
class IsTime implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && parseTime(value) !== undefined;
  }
}

/** What holds for the rows of an export that do not say it. */
export class FeedbackImportQuery {
  /** Null: a row that says no kind is a bounce where it has codes or words, else a suppressed address. */
  @IsIn(GENERIC_EVENT_TYPES, { message: `The type parameter is one of ${GENERIC_EVENT_TYPES.join(', ')}.` })
  @IsOptional()
  @EMPTY_IS_NONE
  type: GenericEventType | null = null;

  /** Null: each row must say it. */
  @Validate(IsTime, { message: 'The occurred_at parameter is a time such as 2026-01-05 or 2026-01-05T10:00:00Z.' })
  @IsOptional()
  @EMPTY_IS_NONE
  occurred_at: string | null = null;
}

export function toUnsaid({ type, occurred_at: occurredAt }: FeedbackImportQuery): Unsaid {
  return { ...(type === null ? {} : { type }), ...(occurredAt === null ? {} : { occurredAt }) };
}

/** The multipart form of an import, for the OpenAPI document; read as that of a batch. */
export class FeedbackImportRequest extends OmitType(CreateBatchRequest, ['name', 'file'] as const) {
  @ApiProperty({
    type: 'string',
    format: 'binary',
    description:
      'The export: CSV whose first row names the columns (see `column` for the one of the addresses; `recipient` and `address` are known, too), or an Excel workbook. At most 102400 kilobytes, unless the operator set another limit.',
  })
  file!: unknown;
}
