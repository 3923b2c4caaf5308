import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { addEventFacts } from '../common/security-event';
import { SecurityEvent } from '../common/security-event.decorator';
import { JsonBody } from '../common/json-body.decorator';
import { Idempotent } from '../idempotency/idempotent.decorator';
import { Idempotency } from '../idempotency/idempotency.service';
import type { MadeInvitation } from '../organizations/invitation';
import { InvitationsService } from '../organizations/invitations.service';
import { requireMayGive } from '../organizations/role-rules';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { SessionsService, type Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './membership.guard';
import { InvitationPath } from './organization.paths';
import { InviteRequest } from './organization.requests';
import { InvitationResponse, NewInvitationResponse, toInvitationResponse } from './organization.responses';

/** Where the page takes an invitation; behind `#`, so that the secret reaches no server's log. */
const PAGE = '/dashboard/#/invitation/';

@ApiTags('Organizations')
@Controller('v1/organizations/:organizationId/invitations')
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly sessions: SessionsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listInvitations', summary: 'List the open invitations (owner, admin)' })
  @ApiOkResponse({ type: [InvitationResponse], description: 'The open invitations.' })
  @InOrganization('admin')
  async list(@CurrentMember() { organizationId }: MemberAccess): Promise<InvitationResponse[]> {
    return (await this.invitations.list(organizationId)).map(toInvitationResponse);
  }

  @Post()
  @JsonBody()
  @SecurityEvent('invitation')
  @ApiOperation({
    operationId: 'invite',
    summary: 'Invite somebody (owner, admin)',
    description:
      'No mail is sent: pass the link on yourself. It is open for 7 days, for an account with this address only, and replaces an earlier invitation of the address. An admin invites members, an owner any role; once the inviter may not give the role any more, the invitation is withdrawn.',
  })
  @ApiChange(InviteRequest)
  @ApiCreatedResponse({ type: NewInvitationResponse, description: 'The invitation with its link.' })
  @Idempotent()
  @InOrganization('admin')
  async invite(
    @Req() request: Request,
    @CurrentSession() session: Session,
    @CurrentMember() member: MemberAccess,
    @Body() body: InviteRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NewInvitationResponse> {
    const { email, role } = body;
    requireMayGive(member.role, role);
    if (role === 'owner') this.sessions.requireFreshPassword(session);
    addEventFacts(request, { role });
    const answer = ({ invitation, secret }: MadeInvitation) =>
      Object.assign(toInvitationResponse(invitation), { link: `${PAGE}${secret}` });
    return this.idempotency.once<NewInvitationResponse, MadeInvitation>(response, {
      payload: body,
      run: async (attempt) => {
        const made = await this.invitations.invite(member, email, role, attempt);
        addEventFacts(request, { invitationId: made.invitation.id });
        return answer(made);
      },
      answerAgain: answer,
    });
  }

  @Delete(':invitationId')
  @HttpCode(204)
  @SecurityEvent('invitation_withdrawal')
  @ApiOperation({
    operationId: 'withdrawInvitation',
    summary: 'Withdraw an invitation (an owner any, an admin those of members)',
  })
  @ApiChange()
  @ApiNoContentResponse({ description: 'Its link opens nothing any more.' })
  @InOrganization('admin')
  async withdraw(@CurrentMember() member: MemberAccess, @Param() { invitationId }: InvitationPath): Promise<void> {
    await this.invitations.withdraw(member, invitationId);
  }
}
