import { Controller, Get, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { addEventFacts } from '../common/security-event';
import { SecurityEvent } from '../common/security-event.decorator';
import { MessageBody } from '../common/openapi/error-responses';
import { AccountsService } from '../organizations/accounts.service';
import { InvitationsService } from '../organizations/invitations.service';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { OpenRouteGuard } from '../sessions/open-route.guard';
import { OwnOrganizations } from '../sessions/own-organizations';
import { OwnOrganizationResponse } from '../sessions/session.responses';
import type { Session } from '../sessions/sessions.service';
import { CurrentSession, SignedIn } from '../sessions/signed-in.decorator';
import { OpenedInvitationResponse } from './organization.responses';

const SECRET = {
  name: 'secret',
  description: "The last part of the invitation's link.",
  schema: { type: 'string' as const },
};
const NOT_OPEN = {
  status: 404,
  description: 'There is no such invitation, or it is no longer open.',
  schema: { $ref: getSchemaPath(MessageBody) },
};

/** What those who are invited meet. */
@ApiTags('Organizations')
@ApiExtraModels(MessageBody)
@Controller('v1/invitations/:secret')
export class InvitationLinksController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly accounts: AccountsService,
    private readonly own: OwnOrganizations,
  ) {}

  @Get()
  @UseGuards(OpenRouteGuard)
  @ApiOperation({
    operationId: 'openInvitation',
    summary: 'Read an invitation by its link',
    description: 'Needs no session: the secret is proof enough, and who is invited may have no account yet.',
  })
  @ApiParam(SECRET)
  @ApiOkResponse({ type: OpenedInvitationResponse, description: 'What the link leads to.' })
  @ApiResponse(NOT_OPEN)
  @ApiResponse({ status: 429, description: 'Too many requests.', schema: { $ref: getSchemaPath(MessageBody) } })
  async open(@Param('secret') secret: string): Promise<OpenedInvitationResponse> {
    const { organizationName, role, email } = await this.invitations.open(secret);
    return { organization_name: organizationName, role, email };
  }

  @Post()
  @HttpCode(200)
  @SecurityEvent('invitation_acceptance')
  @ApiOperation({ operationId: 'acceptInvitation', summary: 'Accept an invitation: join the organization' })
  @ApiChange()
  @ApiParam(SECRET)
  @ApiOkResponse({ type: OwnOrganizationResponse, description: 'The organization that you belong to now.' })
  @ApiResponse(NOT_OPEN)
  @SignedIn()
  async accept(
    @Req() request: Request,
    @CurrentSession() { accountId }: Session,
    @Param('secret') secret: string,
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
