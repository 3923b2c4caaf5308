import { Controller, Delete, Get, HttpCode, Param, Patch, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { IdPipe } from '../common/id.pipe';
import { addEventFacts } from '../common/security-event';
import { SecurityEvent } from '../common/security-event.decorator';
import { JsonBody } from '../common/json-body.decorator';
import { MembershipsService, type Member } from '../organizations/memberships.service';
import { MemberNotFoundError } from '../organizations/organizations.errors';
import { requireMayGive, requireMayRemove } from '../organizations/role-rules';
import { ApiChange, ApiInvalidFields } from '../sessions/api-management-errors.decorator';
import { SessionsService, type Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './organization-guard';
import { RoleRequest } from './organization.requests';
import { MemberResponse, toMemberResponse } from './organization.responses';

const ACCOUNT_ID = {
  name: 'accountId',
  description: "Id of the member's account.",
  schema: { type: 'integer' as const, minimum: 1, example: 2 },
};

@ApiTags('Organizations')
@Controller('v1/organizations/:organizationId/members')
export class MembersController {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly sessions: SessionsService,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listMembers', summary: 'List the members' })
  @ApiOkResponse({ type: [MemberResponse], description: 'The members, the oldest first.' })
  @InOrganization('member')
  async list(@CurrentMember() { organizationId }: MemberAccess): Promise<MemberResponse[]> {
    return (await this.memberships.members(organizationId)).map(toMemberResponse);
  }

  @Patch(':accountId')
  @SecurityEvent('role_change')
  @ApiOperation({
    operationId: 'changeRole',
    summary: "Change a member's role",
    description: 'An owner gives any role; an admin makes members of those below an owner. The last owner stays one.',
  })
  @ApiChange(RoleRequest)
  @ApiParam(ACCOUNT_ID)
  @ApiOkResponse({ type: MemberResponse, description: 'The member as it is now.' })
  @InOrganization('admin')
  async change(
    @Req() request: Request,
    @CurrentSession() session: Session,
    @CurrentMember() { organizationId, accountId: actorId, role: actor }: MemberAccess,
    @Param('accountId', IdPipe) accountId: number,
    @JsonBody(RoleRequest) { role }: RoleRequest,
  ): Promise<MemberResponse> {
    const member = await this.find(organizationId, accountId);
    addEventFacts(request, { from: member.role, to: role });
    requireMayGive(actor, role, member.role);
    if (role === 'owner' || member.role === 'owner') this.sessions.requireFreshPassword(session);
    await this.memberships.setRole({ organizationId, accountId, actorId }, role);
    return toMemberResponse({ ...member, role });
  }

  @Delete(':accountId')
  @HttpCode(204)
  @SecurityEvent('member_removal')
  @ApiOperation({
    operationId: 'removeMember',
    summary: 'Remove a member, or leave',
    description: 'An owner removes anybody, an admin those below an owner; anybody may leave but the last owner.',
  })
  @ApiChange()
  @ApiParam(ACCOUNT_ID)
  @ApiInvalidFields()
  @ApiNoContentResponse({ description: 'The account is no member any more.' })
  @InOrganization('member')
  async remove(
    @CurrentSession() session: Session,
    @CurrentMember() { organizationId, accountId: actorId, role: actor }: MemberAccess,
    @Param('accountId', IdPipe) accountId: number,
  ): Promise<void> {
    const { role } = await this.find(organizationId, accountId);
    requireMayRemove(actor, { role, isSelf: accountId === actorId });
    if (role === 'owner') this.sessions.requireFreshPassword(session);
    await this.memberships.remove({ organizationId, accountId, actorId });
  }

  private async find(organizationId: number, accountId: number): Promise<Member> {
    const member = (await this.memberships.members(organizationId)).find((one) => one.accountId === accountId);
    if (member === undefined) throw new MemberNotFoundError(accountId);
    return member;
  }
}
