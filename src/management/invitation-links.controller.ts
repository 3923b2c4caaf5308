import { Controller, Get, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request } from 'express';
import { ApiLinkSecret, LinkPath } from '../common/link-path';
import { addEventFacts } from '../common/security-event';
import { SecurityEvent } from '../common/security-event.decorator';
import { FieldErrorsBody, MessageBody } from '../common/openapi/error-responses';
import { AccountsService } from '../organizations/accounts.service';
import { InvitationLinksService } from '../organizations/invitation-links.service';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { OpenRouteThrottlerGuard } from '../sessions/open-route-throttler.guard';
import { OwnOrganizations } from '../sessions/own-organizations';
import { OwnOrganizationResponse } from '../sessions/session.responses';
import type { Session } from '../sessions/sessions.service';
import { CurrentSession, SignedIn } from '../sessions/signed-in.decorator';
import { OpenedInvitationResponse } from './organization.responses';

const SECRET = "The last part of the invitation's link.";
const NOT_OPEN = {
  status: 404,
  description: 'There is no such invitation, or it is no longer open.',
  schema: { $ref: getSchemaPath(MessageBody) },
};

/** What those who are invited meet. */
@ApiTags('Organizations')
@ApiExtraModels(FieldErrorsBody, MessageBody)
@Controller('v1/invitations/:secret')
export class InvitationLinksController {
  constructor(
    private readonly invitations: InvitationLinksService,
    private readonly accounts: AccountsService,
    private readonly own: OwnOrganizations,
  ) {}

  @Get()
  @UseGuards(OpenRouteThrottlerGuard)
  @ApiOperation({
    operationId: 'openInvitation',
    summary: 'Read an invitation by its link',
    description: 'Needs no session: the secret is proof enough, and who is invited may have no account yet.',
  })
  @ApiLinkSecret(SECRET)
  @ApiOkResponse({ type: OpenedInvitationResponse, description: 'What the link leads to.' })
  @ApiResponse(NOT_OPEN)
  @ApiResponse({ status: 429, description: 'Too many requests.', schema: { $ref: getSchemaPath(MessageBody) } })
  async open(@Param() { secret }: LinkPath): Promise<OpenedInvitationResponse> {
    const { organizationName, role, email } = await this.invitations.open(secret);
    return { organization_name: organizationName, role, email };
  }

  @Post()
  @HttpCode(200)
  @SecurityEvent('invitation_acceptance')
  @ApiOperation({ operationId: 'acceptInvitation', summary: 'Accept an invitation: join the organization' })
  @ApiChange()
  @ApiLinkSecret(SECRET)
  @ApiOkResponse({ type: OwnOrganizationResponse, description: 'The organization that you belong to now.' })
  @ApiResponse(NOT_OPEN)
  @ApiResponse({
    status: 422,
    description: 'You belong to as many organizations as an account may.',
    schema: { $ref: getSchemaPath(FieldErrorsBody) },
  })
  @SignedIn()
  async accept(
    @Req() request: Request,
    @CurrentSession() { accountId }: Session,
    @Param() { secret }: LinkPath,
  ): Promise<OwnOrganizationResponse> {
    const account = await this.accounts.get(accountId);
    const { id: invitationId, organizationId, role, inviterId } = await this.invitations.accept(secret, account);
    addEventFacts(request, { invitationId, organizationId, role, inviterId });
    const organizations = await this.own.list(accountId, account.defaultOrganizationId);
    const joined = organizations.find(({ id }) => id === organizationId);
    if (joined === undefined) throw new Error(`Account ${accountId} left organization ${organizationId} as it joined.`);
    return joined;
  }
}
