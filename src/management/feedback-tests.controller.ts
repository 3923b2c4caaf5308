import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SecurityEvent } from '../common/security-event.decorator';
import { SourceTests } from '../feedback/test-events/source-tests.service';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { FeedbackSourcePath } from './feedback-source.requests';
import { FeedbackTestResponse, toFeedbackTestResponse } from './feedback-test.responses';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './membership.guard';

/** Whether a source of feedback works, found out by an event of our own. */
@ApiTags('Feedback management')
@Controller('v1/organizations/:organizationId/feedback/sources/:sourceId/test')
export class FeedbackTestsController {
  constructor(private readonly tests: SourceTests) {}

  @Post()
  @HttpCode(200)
  @SecurityEvent('feedback_source_test')
  @ApiOperation({
    operationId: 'testFeedbackSource',
    summary: 'Send a source of feedback a test event (owner, admin)',
    description:
      "A hard bounce of a made-up address in this provider's own form, on the way of its real ones: signature, inbox, job, reading. It counts nowhere. What came of it is told by `GET`, some moments later.",
  })
  @ApiChange()
  @ApiOkResponse({ type: FeedbackTestResponse, description: 'The test as it stands.' })
  @InOrganization('admin')
  async send(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param() { sourceId }: FeedbackSourcePath,
  ): Promise<FeedbackTestResponse> {
    return toFeedbackTestResponse(await this.tests.send(organizationId, sourceId));
  }

  @Get()
  @ApiOperation({
    operationId: 'getFeedbackSourceTest',
    summary: 'See what came of the last test event (owner, admin)',
  })
  @ApiOkResponse({ type: FeedbackTestResponse, description: 'The test as it stands.' })
  @InOrganization('admin')
  async read(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param() { sourceId }: FeedbackSourcePath,
  ): Promise<FeedbackTestResponse> {
    return toFeedbackTestResponse(await this.tests.last(organizationId, sourceId));
  }
}
