import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AccuracyService } from '../feedback/accuracy/accuracy.service';
import { AccuracyResponse, toAccuracyResponse } from '../feedback/api/accuracy.responses';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './membership.guard';

/** How often verdicts were true, for people. */
@ApiTags('Feedback management')
@Controller('v1/organizations/:organizationId/feedback/accuracy')
export class FeedbackAccuracyController {
  constructor(private readonly accuracy: AccuracyService) {}

  @Get()
  @ApiOperation({
    operationId: 'getOrganizationAccuracy',
    summary: "How often verdicts were true, on the organization's own mail",
  })
  @ApiOkResponse({ type: AccuracyResponse, description: 'What was counted.' })
  @InOrganization('viewer')
  async read(@CurrentMember() { organizationId }: MemberAccess): Promise<AccuracyResponse> {
    return toAccuracyResponse(await this.accuracy.measure(organizationId));
  }
}
