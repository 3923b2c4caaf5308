import { Controller, HttpCode, Post, Query, Req } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
  type ApiOperationOptions,
} from '@nestjs/swagger';
import type { Request } from 'express';
import type { Access } from '../../auth/access';
import { Authorized, CurrentAccess } from '../../auth/authorized.decorator';
import { TokenRights } from '../../auth/token-rights';
import { ErrorMessageBody, FieldErrorsBody, MessageBody } from '../../common/openapi/error-responses';
import { ExportImport } from '../export-import.service';
import { ReportIntake } from '../report-intake.service';
import { ApiFeedbackImport } from './api-feedback-import.decorator';
import { FeedbackImportQuery, toUnsaid } from './feedback-import.request';
import {
  FeedbackImportResponse,
  FeedbackReportResponse,
  toFeedbackImportResponse,
  toFeedbackReportResponse,
} from './feedback-uploads.responses';

const WRITE = 'Token does not have permission to tell feedback.';
const MESSAGE = { type: 'string', format: 'binary' } as const;
const MESSAGE_BODIES: NonNullable<ApiOperationOptions['requestBody']> = {
  required: true,
  description: 'The message, at most 1 MB; in a form it is the field `file`.',
  content: {
    'message/rfc822': { schema: MESSAGE },
    'text/plain': { schema: MESSAGE },
    'application/octet-stream': { schema: MESSAGE },
    'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: MESSAGE } } },
  },
};

/** What became of an organization's mails, in files. */
@ApiTags('Feedback')
@ApiExtraModels(ErrorMessageBody, FieldErrorsBody, MessageBody)
@Controller('v1/feedback')
export class FeedbackUploadsController {
  constructor(
    private readonly reports: ReportIntake,
    private readonly imports: ExportImport,
    private readonly rights: TokenRights,
  ) {}

  @Post('messages')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'tellFeedbackMessage',
    summary: 'Tell a bounce or a complaint by its raw message',
    description:
      'The message that a host or a mailbox provider sent, as it came: a delivery status notification (RFC 3464, RFC 6533) or a complaint (RFC 5965). Anybody can write such a message, so send only those that came back to the address of your envelopes. What is no report is answered with 200, `accepted` 0 and a sentence.',
    requestBody: MESSAGE_BODIES,
  })
  @ApiOkResponse({ type: FeedbackReportResponse, description: 'What it was read as, and how much of it was taken.' })
  @ApiResponse({
    status: 413,
    description: 'The message is larger than 1 MB.',
    schema: { $ref: getSchemaPath(MessageBody), example: { message: 'The body is larger than 1024 kB.' } },
  })
  @ApiResponse({
    status: 422,
    description: 'It is no message, or nested too deeply; or the form has no `file`.',
    schema: {
      anyOf: [{ $ref: getSchemaPath(ErrorMessageBody) }, { $ref: getSchemaPath(FieldErrorsBody) }],
      example: { error: 'Invalid request', message: 'This is no message: it has no header.' },
    },
  })
  @Authorized('feedback:write', WRITE)
  async tell(@CurrentAccess() access: Access, @Req() request: Request): Promise<FeedbackReportResponse> {
    return toFeedbackReportResponse(await this.reports.take(this.rights.of(access), request));
  }

  @Post('imports')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'importFeedback',
    summary: "Import a provider's export of bounces or suppressed addresses",
    description:
      'Each row is an event, by the names of the columns: ours (`email`, `type`, `occurred_at`, `smtp_code`, `enhanced_code`, `diagnostic`, `id`, `message_id`, `scope`) or those of the exports of Amazon SES, SendGrid, Mailgun, Postmark, SparkPost and Mandrill. All counts by the time of the answer; a row that is sent again counts once, so an upload that broke off is sent again.',
  })
  @ApiFeedbackImport()
  @Authorized('feedback:write', WRITE)
  async import(
    @CurrentAccess() access: Access,
    @Query() query: FeedbackImportQuery,
    @Req() request: Request,
  ): Promise<FeedbackImportResponse> {
    return toFeedbackImportResponse(await this.imports.take(this.rights.of(access), request, toUnsaid(query)));
  }
}
