import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { JsonBody } from '../common/json-body.decorator';
import { SecurityEvent } from '../common/security-event.decorator';
import { FeedbackSources } from '../feedback/sources/feedback-sources.service';
import { SwitchFeedbackSourceRequest } from '../management/feedback-source.requests';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { SessionsService, type Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { ApiNeedsPassword, AsOperator } from './as-operator.decorator';
import { OperatorRights } from './operator-rights';
import { OperatedFeedbackSourcePath, OperatedOrganizationPath } from './operator.paths';
import { OperatedFeedbackSourceResponse, toOperatedFeedbackSource } from './organization.responses';

/** Who tells an organization what became of its mails; nothing of what is told. */
@ApiTags('Operator')
@Controller('v1/operator')
export class OperatorFeedbackController {
  constructor(
    private readonly sources: FeedbackSources,
    private readonly sessions: SessionsService,
    private readonly rights: OperatorRights,
  ) {}

  @Get('organizations/:organizationId/feedback/sources')
  @ApiOperation({
    operationId: 'operatorListFeedbackSources',
    summary: "List an organization's sources of feedback",
  })
  @ApiOkResponse({ type: [OperatedFeedbackSourceResponse], description: 'The sources, the oldest first.' })
  @AsOperator()
  async list(@Param() { organizationId }: OperatedOrganizationPath): Promise<OperatedFeedbackSourceResponse[]> {
    return (await this.sources.list(organizationId)).map(toOperatedFeedbackSource);
  }

  @Patch('feedback-sources/:sourceId')
  @JsonBody()
  @SecurityEvent('feedback_source_switching')
  @ApiOperation({
    operationId: 'operatorSwitchFeedbackSource',
    summary: 'Switch a source of feedback off or on',
    description: 'Its organization sees that you did it.',
  })
  @ApiChange(SwitchFeedbackSourceRequest)
  @ApiNeedsPassword()
  @ApiOkResponse({ type: OperatedFeedbackSourceResponse, description: 'The source.' })
  @AsOperator()
  async switch(
    @CurrentSession() session: Session,
    @Param() { sourceId }: OperatedFeedbackSourcePath,
    @Body() { is_enabled: isEnabled }: SwitchFeedbackSourceRequest,
  ): Promise<OperatedFeedbackSourceResponse> {
    this.sessions.requireFreshPassword(session);
    const organizationId = await this.sources.organizationOf(sourceId);
    const { by } = this.rights.of(session);
    return toOperatedFeedbackSource(await this.sources.setDisabled(organizationId, sourceId, !isEnabled, by));
  }
}
