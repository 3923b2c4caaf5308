import { Controller, Get, Header, Param, UseGuards } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { SummaryLinks } from '../batches/sharing/summary-links.service';
import { BatchReportsService } from '../batches/summary/batch-reports.service';
import { ApiLinkSecret, LinkPath } from '../common/link-path';
import { MessageBody } from '../common/openapi/error-responses';
import { OpenRouteThrottlerGuard } from '../sessions/open-route-throttler.guard';
import { SharedSummaryResponse, toSharedSummaryResponse } from './summary-link.responses';

/** What those see who were given a link. */
@ApiTags('Batches management')
@ApiExtraModels(MessageBody)
@Controller('v1/shared-summaries/:secret')
export class SharedSummariesController {
  constructor(
    private readonly links: SummaryLinks,
    private readonly reports: BatchReportsService,
  ) {}

  @Get()
  @UseGuards(OpenRouteThrottlerGuard)
  // For search engines, which may come upon a link that somebody has put somewhere.
  @Header('X-Robots-Tag', 'noindex, nofollow')
  @ApiOperation({
    operationId: 'openSharedSummary',
    summary: 'Read the summary of a batch by its link',
    description: 'Needs no session: the secret is proof enough. Shows counts and reasons, and no addresses.',
  })
  @ApiLinkSecret()
  @ApiOkResponse({ type: SharedSummaryResponse, description: 'The summary, as of now.' })
  @ApiResponse({
    status: 404,
    description: 'There is no such link, or it has expired or was withdrawn.',
    schema: { $ref: getSchemaPath(MessageBody) },
  })
  @ApiResponse({ status: 429, description: 'Too many requests.', schema: { $ref: getSchemaPath(MessageBody) } })
  async open(@Param() { secret }: LinkPath): Promise<SharedSummaryResponse> {
    const { organizationId, batchId, expiresAt } = await this.links.open(secret);
    return toSharedSummaryResponse(await this.reports.report(organizationId, String(batchId)), expiresAt);
  }
}
