import { Body, Controller, Delete, Get, HttpCode, Inject, Patch, Post, Put, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { person } from '../audit/actor';
import { addEventFacts } from '../common/security-event';
import { SecurityEvent } from '../common/security-event.decorator';
import { JsonBody } from '../common/json-body.decorator';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { AccountOpening } from '../credits/account-opening';
import { CreditsService } from '../credits/credits.service';
import { Idempotent } from '../idempotency/idempotent.decorator';
import { Idempotency } from '../idempotency/idempotency.service';
import { AccountsService } from '../organizations/accounts.service';
import { OrganizationsService } from '../organizations/organizations.service';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { OwnOrganizations } from '../sessions/own-organizations';
import { OwnOrganizationResponse } from '../sessions/session.responses';
import { SessionsService, type Session } from '../sessions/sessions.service';
import { CurrentSession, SignedIn } from '../sessions/signed-in.decorator';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './membership.guard';
import { TwoFactorRequirement } from './two-factor-requirement';
import { OrganizationRemoval } from './organization-removal';
import {
  DeleteOrganizationRequest,
  OrganizationNameRequest,
  TwoFactorRequirementRequest,
} from './organization.requests';
import { OrganizationResponse } from './organization.responses';

@ApiTags('Organizations')
@Controller('v1/organizations')
export class OrganizationsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly organizations: OrganizationsService,
    private readonly opening: AccountOpening,
    private readonly credits: CreditsService,
    private readonly own: OwnOrganizations,
    private readonly sessions: SessionsService,
    private readonly removal: OrganizationRemoval,
    private readonly requirement: TwoFactorRequirement,
    private readonly idempotency: Idempotency,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listOrganizations', summary: 'List your organizations' })
  @ApiOkResponse({ type: [OwnOrganizationResponse], description: 'Your organizations.' })
  @SignedIn()
  async list(@CurrentSession() { accountId }: Session): Promise<OwnOrganizationResponse[]> {
    return this.own.list(accountId, (await this.accounts.get(accountId)).defaultOrganizationId);
  }

  @Post()
  @JsonBody()
  @SecurityEvent('organization_creation')
  @ApiOperation({ operationId: 'createOrganization', summary: 'Make an organization, which you own' })
  @ApiChange(OrganizationNameRequest)
  @ApiCreatedResponse({ type: OrganizationResponse, description: 'It is made, without credits.' })
  @Idempotent()
  @SignedIn()
  create(
    @Req() request: Request,
    @CurrentSession() { accountId }: Session,
    @Body() body: OrganizationNameRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OrganizationResponse> {
    const limit = this.config.ORGANIZATIONS_PER_ACCOUNT;
    const by = person(accountId);
    const answer = (organizationId: number) => this.describe({ accountId, organizationId, role: 'owner' });
    return this.idempotency.once<OrganizationResponse, number>(response, {
      payload: body,
      run: async (attempt) => {
        const organizationId = await this.opening.openOrganization(accountId, body.name, limit, by, attempt);
        addEventFacts(request, { organizationId });
        return answer(organizationId);
      },
      answerAgain: answer,
    });
  }

  @Get(':organizationId')
  @ApiOperation({ operationId: 'getOrganization', summary: 'Read an organization' })
  @ApiOkResponse({ type: OrganizationResponse, description: 'The organization.' })
  @InOrganization('viewer')
  read(@CurrentMember() member: MemberAccess): Promise<OrganizationResponse> {
    return this.describe(member);
  }

  @Patch(':organizationId')
  @JsonBody()
  @SecurityEvent('organization_renaming')
  @ApiOperation({ operationId: 'renameOrganization', summary: 'Rename an organization (owner, admin)' })
  @ApiChange(OrganizationNameRequest)
  @ApiOkResponse({ type: OrganizationResponse, description: 'The organization as it is now.' })
  @InOrganization('admin')
  async rename(
    @CurrentMember() member: MemberAccess,
    @Body() { name }: OrganizationNameRequest,
  ): Promise<OrganizationResponse> {
    await this.organizations.rename(member.organizationId, name, person(member.accountId));
    return this.describe(member);
  }

  @Put(':organizationId/two-factor')
  @JsonBody()
  @SecurityEvent('two_factor_requirement')
  @ApiOperation({
    operationId: 'requireTwoFactor',
    summary: 'Say whether members need a second factor (owner)',
    description:
      'Members without one are refused everything of the organization (403, `Second factor needed`) until they turn it on; their tokens work all the same. Who requires it must have it.',
  })
  @ApiChange(TwoFactorRequirementRequest)
  @ApiOkResponse({ type: OrganizationResponse, description: 'The organization as it is now.' })
  @InOrganization('owner')
  async requireTwoFactor(
    @CurrentSession() session: Session,
    @CurrentMember() member: MemberAccess,
    @Body() { required }: TwoFactorRequirementRequest,
  ): Promise<OrganizationResponse> {
    this.sessions.requireFreshPassword(session);
    const { organizationId, accountId } = member;
    await this.requirement.set(organizationId, accountId, required, person(accountId));
    return this.describe(member);
  }

  @Delete(':organizationId')
  @HttpCode(204)
  @JsonBody()
  @SecurityEvent('organization_deletion')
  @ApiOperation({
    operationId: 'deleteOrganization',
    summary: 'Delete an organization with all its data (owner)',
    description: 'Its lists and results, credits, use, invitations and memberships are gone for good.',
  })
  @ApiChange(DeleteOrganizationRequest)
  @ApiNoContentResponse({ description: 'It is gone.' })
  @InOrganization('owner')
  async delete(
    @CurrentSession() session: Session,
    @CurrentMember() { accountId, organizationId }: MemberAccess,
    @Body() { name }: DeleteOrganizationRequest,
  ): Promise<void> {
    const organization = await this.organizations.get(organizationId);
    if (name !== organization.name) {
      throw new FieldsInvalidError({ name: ['The name field must repeat the name of the organization.'] });
    }
    this.sessions.requireFreshPassword(session);
    await this.removal.remove(organizationId, person(accountId));
  }

  private async describe({ organizationId, role }: MemberAccess): Promise<OrganizationResponse> {
    const { id, name, memberCount, createdAt } = await this.organizations.get(organizationId);
    const { balance } = await this.credits.balance(organizationId);
    const two_factor_required = await this.requirement.isRequired(organizationId);
    const created_at = new Date(createdAt).toISOString();
    return { id, name, role, balance, member_count: memberCount, two_factor_required, created_at };
  }
}
