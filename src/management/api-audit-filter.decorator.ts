import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { AUDIT_KINDS } from '../audit/audit-action';
import { wordsPattern } from '../common/url-fields.decorators';

/** Documents an `AuditFilterQuery`. */
export function ApiAuditFilter(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'kind',
      required: false,
      description: `Entries of these kinds only, with commas between them: ${AUDIT_KINDS.join(', ')}.`,
      schema: { type: 'string', pattern: wordsPattern(AUDIT_KINDS), example: 'members,tokens' },
    }),
    ApiQuery({
      name: 'account_id',
      required: false,
      description: 'Only what this account did, itself or by its tokens.',
      schema: { type: 'integer', minimum: 1 },
    }),
  );
}
