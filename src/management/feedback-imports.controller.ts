import { Controller, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { SecurityEvent } from '../common/security-event.decorator';
import { ApiFeedbackImport } from '../feedback-uploads/api/api-feedback-import.decorator';
import { FeedbackImportQuery, toUnsaid } from '../feedback-uploads/api/feedback-import.request';
import { FeedbackImportResponse, toFeedbackImportResponse } from '../feedback-uploads/api/feedback-uploads.responses';
import { ExportImport } from '../feedback-uploads/export-import.service';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import type { Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import { MemberRights } from './member-rights';
import type { MemberAccess } from './membership.guard';

/** What became of an organization's mails, in files of people. */
@ApiTags('Feedback management')
@Controller('v1/organizations/:organizationId/feedback/imports')
export class FeedbackImportsController {
  constructor(
    private readonly imports: ExportImport,
    private readonly rights: MemberRights,
  ) {}

  @Post()
  @HttpCode(200)
  @SecurityEvent('feedback_import')
  @ApiOperation({
    operationId: 'importOrganizationFeedback',
    summary: "Import a provider's export of bounces or suppressed addresses (owner, admin)",
  })
  @ApiChange()
  @ApiFeedbackImport()
  @InOrganization('admin')
  async import(
    @CurrentMember() { organizationId }: MemberAccess,
    @CurrentSession() session: Session,
    @Query() query: FeedbackImportQuery,
    @Req() request: Request,
  ): Promise<FeedbackImportResponse> {
    const right = this.rights.of(session, organizationId);
    return toFeedbackImportResponse(await this.imports.take(right, request, toUnsaid(query)));
  }
}
