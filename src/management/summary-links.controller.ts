import { Body, Controller, Delete, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { OrganizationBatchPath } from '../batches/api/batch-path';
import { SummaryLinks, type MadeLink } from '../batches/sharing/summary-links.service';
import { JsonBody } from '../common/json-body.decorator';
import { ErrorMessageBody, FieldErrorsBody } from '../common/openapi/error-responses';
import { SecurityEvent } from '../common/security-event.decorator';
import { Idempotent } from '../idempotency/idempotent.decorator';
import { Idempotency } from '../idempotency/idempotency.service';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import type { Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import { MemberRights } from './member-rights';
import type { MemberAccess } from './membership.guard';
import { SummaryLinkPath } from './organization.paths';
import { SummaryLinkRequest } from './summary-link.request';
import { NewSummaryLinkResponse, SummaryLinkResponse, toSummaryLinkResponse } from './summary-link.responses';

/** Where the page shows a summary; behind `#`, so that the secret reaches no server's log. */
const PAGE = '/dashboard/#/shared/';

/** Links to the summary of a list, for people who have no account. */
@ApiTags('Batches management')
@Controller('v1/organizations/:organizationId/batches/:batchId/links')
export class SummaryLinksController {
  constructor(
    private readonly links: SummaryLinks,
    private readonly rights: MemberRights,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listSummaryLinks', summary: 'List the links to the summary of a batch' })
  @ApiOkResponse({ type: [SummaryLinkResponse], description: 'Those that work, the newest first.' })
  @InOrganization('viewer')
  async list(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param() { batchId }: OrganizationBatchPath,
  ): Promise<SummaryLinkResponse[]> {
    return (await this.links.list(organizationId, batchId)).map(toSummaryLinkResponse);
  }

  @Post()
  @JsonBody()
  @SecurityEvent('summary_sharing')
  @ApiOperation({
    operationId: 'shareSummary',
    summary: 'Make a link to the summary of a batch',
    description:
      'Whoever has it reads counts and reasons and the name of the batch, and no addresses, without signing in, until it expires, is withdrawn, or the batch is deleted.',
  })
  @ApiChange(SummaryLinkRequest)
  @ApiCreatedResponse({ type: NewSummaryLinkResponse, description: 'The link.' })
  @ApiResponse({
    status: 422,
    description: 'A field is not as it should be, or the batch has as many links as it may.',
    schema: { anyOf: [{ $ref: getSchemaPath(FieldErrorsBody) }, { $ref: getSchemaPath(ErrorMessageBody) }] },
  })
  @Idempotent()
  @InOrganization('member')
  make(
    @CurrentMember() { organizationId }: MemberAccess,
    @CurrentSession() session: Session,
    @Param() { batchId }: OrganizationBatchPath,
    @Body() body: SummaryLinkRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NewSummaryLinkResponse> {
    const right = this.rights.of(session, organizationId);
    const answer = ({ link, secret }: MadeLink) =>
      Object.assign(toSummaryLinkResponse(link), { link: `${PAGE}${secret}` });
    return this.idempotency.once<NewSummaryLinkResponse, MadeLink>(response, {
      payload: body,
      run: async (attempt) => answer(await this.links.make(right, batchId, body.days, attempt)),
      answerAgain: answer,
    });
  }

  @Delete(':linkId')
  @HttpCode(204)
  @SecurityEvent('summary_withdrawal')
  @ApiOperation({ operationId: 'withdrawSummaryLink', summary: 'Withdraw a link to the summary of a batch' })
  @ApiChange()
  @ApiNoContentResponse({ description: 'It shows nothing any more.' })
  @InOrganization('member')
  async withdraw(
    @CurrentMember() { organizationId }: MemberAccess,
    @CurrentSession() session: Session,
    @Param() { batchId }: OrganizationBatchPath,
    @Param() { linkId }: SummaryLinkPath,
  ): Promise<void> {
    await this.links.withdraw(this.rights.of(session, organizationId), batchId, linkId);
  }
}
