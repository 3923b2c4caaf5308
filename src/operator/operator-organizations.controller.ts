import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { JsonBody } from '../common/json-body.decorator';
import { SecurityEvent } from '../common/security-event.decorator';
import { CreditsService } from '../credits/credits.service';
import { Idempotent } from '../idempotency/idempotent.decorator';
import { Idempotency } from '../idempotency/idempotency.service';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { SessionsService, type Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { ApiNeedsPassword, AsOperator } from './as-operator.decorator';
import { OperatorRights } from './operator-rights';
import { OperatedOrganizationPath } from './operator.paths';
import { AllowanceRequest, GrantRequest } from './operator.requests';
import { OrganizationDirectory } from './organization-directory';
import {
  OperatedOrganizationDetailsResponse,
  OperatedOrganizationPageResponse,
  toOrganizationDetails,
  toOrganizationPage,
} from './organization.responses';
import { ApiSearch, SearchQuery } from './search-query';

@ApiTags('Operator')
@Controller('v1/operator/organizations')
export class OperatorOrganizationsController {
  constructor(
    private readonly directory: OrganizationDirectory,
    private readonly credits: CreditsService,
    private readonly sessions: SessionsService,
    private readonly rights: OperatorRights,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'operatorListOrganizations', summary: 'Page through all organizations' })
  @ApiSearch('Organizations whose name holds this, in any case, or whose id it is.')
  @ApiOkResponse({ type: OperatedOrganizationPageResponse, description: 'A page of organizations.' })
  @AsOperator()
  async list(@Query() query: SearchQuery): Promise<OperatedOrganizationPageResponse> {
    return toOrganizationPage(await this.directory.list(query));
  }

  @Get(':organizationId')
  @ApiOperation({ operationId: 'operatorGetOrganization', summary: 'Read an organization, with credits and members' })
  @ApiOkResponse({ type: OperatedOrganizationDetailsResponse, description: 'The organization.' })
  @AsOperator()
  async read(@Param() { organizationId }: OperatedOrganizationPath): Promise<OperatedOrganizationDetailsResponse> {
    return toOrganizationDetails(await this.directory.show(organizationId));
  }

  @Post(':organizationId/grants')
  @HttpCode(200)
  @JsonBody()
  @SecurityEvent('credits_grant')
  @ApiOperation({
    operationId: 'operatorGrantCredits',
    summary: 'Give credits, which do not expire',
    description:
      'Each call gives them: send an `Idempotency-Key`, or look at the balance before asking again when an answer is lost.',
  })
  @ApiChange(GrantRequest)
  @ApiNeedsPassword()
  @ApiOkResponse({ type: OperatedOrganizationDetailsResponse, description: 'The organization, with the credits.' })
  @Idempotent()
  @AsOperator()
  async grant(
    @CurrentSession() session: Session,
    @Param() { organizationId }: OperatedOrganizationPath,
    @Body() body: GrantRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OperatedOrganizationDetailsResponse> {
    this.sessions.requireFreshPassword(session);
    const { amount, reason = null } = body;
    const right = this.rights.of(session);
    const answer = async () => toOrganizationDetails(await this.directory.show(organizationId));
    return this.idempotency.once<OperatedOrganizationDetailsResponse, null>(response, {
      payload: body,
      run: async (attempt) => {
        await this.credits.grant(organizationId, amount, reason, right, attempt);
        return answer();
      },
      answerAgain: answer,
    });
  }

  @Put(':organizationId/allowance')
  @JsonBody()
  @SecurityEvent('credits_allowance')
  @ApiOperation({ operationId: 'operatorSetAllowance', summary: 'Set the monthly allowance' })
  @ApiChange(AllowanceRequest)
  @ApiNeedsPassword()
  @ApiOkResponse({ type: OperatedOrganizationDetailsResponse, description: 'The organization as it is now.' })
  @AsOperator()
  async allow(
    @CurrentSession() session: Session,
    @Param() { organizationId }: OperatedOrganizationPath,
    @Body() { monthly }: AllowanceRequest,
  ): Promise<OperatedOrganizationDetailsResponse> {
    this.sessions.requireFreshPassword(session);
    await this.credits.setAllowance(organizationId, monthly, this.rights.of(session));
    return toOrganizationDetails(await this.directory.show(organizationId));
  }
}
