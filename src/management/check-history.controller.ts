import { Body, Controller, Get, Patch, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { JsonBody } from '../common/json-body.decorator';
import { ApiPage } from '../common/openapi/api-page.decorator';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { CheckPages, type PastCheck } from '../validation/history/check-pages';
import { HISTORY_DAYS } from '../validation/history/check-history';
import { CHECKS_OF_A_PAGE, CheckHistoryRequest, ChecksFileQuery, ChecksPageQuery } from './check-history.requests';
import {
  CHECK_COLUMNS,
  CheckHistoryResponse,
  PastChecksResponse,
  toCheckCells,
  toPastCheckResponse,
} from './check-history.responses';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './membership.guard';
import { sendCsv } from './send-csv';

/** Checks of a file that are in memory at a time. */
const CHECKS_AT_A_TIME = 200;

const SEARCH = {
  name: 'search',
  required: false,
  description: 'Addresses that begin so, in any case; they come by address then.',
  schema: { type: 'string', example: 'jane' },
} as const;

/** What was said to single checks. */
@ApiTags('Batches management')
@Controller('v1/organizations/:organizationId')
export class CheckHistoryController {
  constructor(private readonly pages: CheckPages) {}

  @Get('checks')
  @ApiOperation({
    operationId: 'listPastChecks',
    summary: 'Page through the single checks of the last 30 days',
    description:
      'Of members and tokens, some seconds late. The same answer from the cache to the same asker stands there once an hour. ' +
      'For those who may check.',
  })
  @ApiQuery(SEARCH)
  @ApiPage(CHECKS_OF_A_PAGE)
  @ApiOkResponse({ type: PastChecksResponse, description: 'A page of checks.' })
  @InOrganization('viewer')
  async list(
    @CurrentMember() { organizationId }: MemberAccess,
    @Query() query: ChecksPageQuery,
  ): Promise<PastChecksResponse> {
    const { checks, nextBefore } = await this.pages.read(organizationId, query);
    const isKept = await this.pages.isKept(organizationId);
    return { checks: checks.map(toPastCheckResponse), next_before: nextBefore, is_kept: isKept, days: HISTORY_DAYS };
  }

  @Get('checks.csv')
  @ApiOperation({ operationId: 'downloadPastChecks', summary: 'Download the single checks of the last 30 days' })
  @ApiQuery(SEARCH)
  @ApiOkResponse({
    description: 'The checks, with a byte order mark.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @InOrganization('viewer')
  async file(
    @CurrentMember() { organizationId }: MemberAccess,
    @Query() { search }: ChecksFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendCsv(response, 'checks', CHECK_COLUMNS, this.all(organizationId, search));
  }

  @Patch('checks')
  @JsonBody()
  @ApiOperation({
    operationId: 'keepPastChecks',
    summary: 'Say whether single checks are kept (owner, admin)',
    description: 'Switched off, those that were kept are deleted.',
  })
  @ApiChange(CheckHistoryRequest)
  @ApiOkResponse({ type: CheckHistoryResponse, description: 'As it is now.' })
  @InOrganization('admin')
  async keep(
    @CurrentMember() { organizationId, accountId }: MemberAccess,
    @Body() { is_kept: isKept }: CheckHistoryRequest,
  ): Promise<CheckHistoryResponse> {
    await this.pages.keep(organizationId, accountId, isKept);
    return { is_kept: isKept };
  }

  private async *all(organizationId: number, search: string | null): AsyncGenerator<string[][], void> {
    for (let before: number | null = null; ;) {
      const page: { checks: PastCheck[]; nextBefore: number | null } = await this.pages.read(organizationId, {
        search,
        before,
        limit: CHECKS_AT_A_TIME,
      });
      yield page.checks.map(toCheckCells);
      if (page.nextBefore === null) return;
      before = page.nextBefore;
    }
  }
}
