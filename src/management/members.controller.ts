import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Req } from '@nestjs/common';
import {
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { addEventFacts } from '../common/security-event';
import { FieldErrorsBody } from '../common/openapi/error-responses';
import { SecurityEvent } from '../common/security-event.decorator';
import { JsonBody } from '../common/json-body.decorator';
import { MembershipChanges } from '../organizations/membership-changes';
import { MembershipsService, type Member } from '../organizations/memberships.service';
import { MemberNotFoundError } from '../organizations/organizations.errors';
import { requireMayGive, requireMayRemove } from '../organizations/role-rules';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { SessionsService, type Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './membership.guard';
import { MemberPath } from './organization.paths';
import { RoleRequest } from './organization.requests';
import { MemberResponse, toMemberResponse } from './organization.responses';

@ApiTags('Organizations')
@Controller('v1/organizations/:organizationId/members')
export class MembersController {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly changes: MembershipChanges,
    private readonly sessions: SessionsService,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listMembers', summary: 'List the members' })
  @ApiOkResponse({ type: [MemberResponse], description: 'The members, the oldest first.' })
  @InOrganization('viewer')
  async list(@CurrentMember() { organizationId }: MemberAccess): Promise<MemberResponse[]> {
    return (await this.memberships.members(organizationId)).map(toMemberResponse);
  }

  @Patch(':accountId')
  @JsonBody()
  @SecurityEvent('role_change')
  @ApiOperation({
    operationId: 'changeRole',
    summary: "Change a member's role",
    description: 'An owner gives any role; an admin makes members of those below an owner. The last owner stays one.',
  })
  @ApiChange(RoleRequest)
  @ApiOkResponse({ type: MemberResponse, description: 'The member as it is now.' })
  @InOrganization('admin')
  async change(
    @Req() request: Request,
    @CurrentSession() session: Session,
    @CurrentMember() { organizationId, accountId: actorId, role: actor }: MemberAccess,
    @Param() { accountId }: MemberPath,
    @Body() { role }: RoleRequest,
  ): Promise<MemberResponse> {
    const member = await this.find(organizationId, accountId);
    addEventFacts(request, { from: member.role, to: role });
    requireMayGive(actor, role, member.role);
    if (role === 'owner' || member.role === 'owner') this.sessions.requireFreshPassword(session);
    await this.changes.setRole({ organizationId, accountId, actorId }, role);
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
  @ApiResponse({
    status: 422,
    description: 'It is the last owner.',
    schema: { $ref: getSchemaPath(FieldErrorsBody) },
  })
  @ApiNoContentResponse({ description: 'The account is no member any more.' })
  @InOrganization('viewer')
  async remove(
    @CurrentSession() session: Session,
    @CurrentMember() { organizationId, accountId: actorId, role: actor }: MemberAccess,
    @Param() { accountId }: MemberPath,
  ): Promise<void> {
    const { role } = await this.find(organizationId, accountId);
    requireMayRemove(actor, { role, isSelf: accountId === actorId });
    if (role === 'owner') this.sessions.requireFreshPassword(session);
    await this.changes.remove({ organizationId, accountId, actorId });
  }

  private async find(organizationId: number, accountId: number): Promise<Member> {
    const member = (await this.memberships.members(organizationId)).find((one) => one.accountId === accountId);
    if (member === undefined) throw new MemberNotFoundError(accountId);
    return member;
  }
}
