import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { MAX_PAGE } from '../common/page-query';
import { wordsPattern } from '../common/url-fields.decorators';
import { ActorUsage } from '../credits/actor-usage';
import { LEDGER_CURSOR_PATTERN } from '../credits/ledger-cursor';
import { LINE_KINDS } from '../credits/ledger-lines';
import { Usage } from '../credits/usage';
import { ApiUsageDays } from './api-usage-days.decorator';
import { UsageQuery } from './credits.requests';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import { LedgerView } from './ledger-view';
import { LedgerFileQuery, LedgerLinesQuery, LINES_OF_A_PAGE } from './ledger.requests';
import {
  LEDGER_COLUMNS,
  LedgerLinesResponse,
  toActorResponse,
  toLedgerCells,
  toLedgerLineResponse,
  UsageOfActorsResponse,
} from './ledger.responses';
import type { MemberAccess } from './membership.guard';
import { sendCsv } from './send-csv';

const KINDS = {
  name: 'kind',
  required: false,
  description: `Lines of these kinds only, with commas between them: ${LINE_KINDS.join(', ')}.`,
  schema: { type: 'string', pattern: wordsPattern(LINE_KINDS), example: 'list,checks' },
} as const;
const CSV_FILE = { content: { 'text/csv': { schema: { type: 'string' } } } } as const;
const USAGE_COLUMNS = ['date', 'valid', 'catch_all', 'risky', 'invalid', 'unknown', 'credits'];

/** What credits went for, as people read it. */
@ApiTags('Credits management')
@Controller('v1/organizations/:organizationId')
export class OrganizationLedgerController {
  constructor(
    private readonly view: LedgerView,
    private readonly usage: Usage,
    private readonly actors: ActorUsage,
  ) {}

  @Get('credits/ledger')
  @ApiOperation({
    operationId: 'listLedgerLines',
    summary: 'Page through the ledger, a line for each list and for the single checks of a day',
    description: 'The lines sum to the balance, as the movements do that they are made of.',
  })
  @ApiQuery(KINDS)
  @ApiQuery({
    name: 'before',
    required: false,
    description: 'The `next_before` of the page before; left out: the newest.',
    schema: { type: 'string', pattern: LEDGER_CURSOR_PATTERN, example: '123.20785.7.' },
  })
  @ApiQuery({
    name: 'limit',
    required: false,
    description: 'How many at most.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: LINES_OF_A_PAGE },
  })
  @ApiOkResponse({ type: LedgerLinesResponse, description: 'A page of lines.' })
  @InOrganization('viewer')
  async lines(
    @CurrentMember() { organizationId }: MemberAccess,
    @Query() { before, limit, kind }: LedgerLinesQuery,
  ): Promise<LedgerLinesResponse> {
    const { lines, nextBefore } = await this.view.page(organizationId, { before, limit, kinds: kind });
    return { lines: lines.map(toLedgerLineResponse), next_before: nextBefore };
  }

  @Get('credits/ledger.csv')
  @ApiOperation({ operationId: 'downloadLedger', summary: 'Download the lines of the ledger' })
  @ApiQuery(KINDS)
  @ApiOkResponse({ description: 'The lines, the newest first, with a byte order mark.', ...CSV_FILE })
  @InOrganization('viewer')
  async ledgerFile(
    @CurrentMember() { organizationId }: MemberAccess,
    @Query() { kind }: LedgerFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendCsv(response, 'credits', LEDGER_COLUMNS, cellsOf(this.view.all(organizationId, kind)));
  }

  @Get('usage.csv')
  @ApiOperation({ operationId: 'downloadUsage', summary: 'Download what was checked on each day' })
  @ApiUsageDays()
  @ApiOkResponse({ description: 'The days, the oldest first, with a byte order mark.', ...CSV_FILE })
  @InOrganization('viewer')
  async usageFile(
    @CurrentMember() { organizationId }: MemberAccess,
    @Query() { days }: UsageQuery,
    @Res() response: Response,
  ): Promise<void> {
    const used = await this.usage.lastDays(organizationId, days);
    const records = used.map(({ date, valid, catchAll, risky, invalid, unknown, credits }) => [
      date,
      ...[valid, catchAll, risky, invalid, unknown, credits].map(String),
    ]);
    await sendCsv(response, 'usage', USAGE_COLUMNS, [records]);
  }

  @Get('usage/actors')
  @ApiOperation({
    operationId: 'getUsageOfActors',
    summary: 'Read what each member and token used',
    description: 'Counted since it is noted who asks; single answers from the cache do not count.',
  })
  @ApiUsageDays()
  @ApiOkResponse({ type: UsageOfActorsResponse, description: 'Who used how much in these days.' })
  @InOrganization('viewer')
  async usageOfActors(
    @CurrentMember() { organizationId }: MemberAccess,
    @Query() { days }: UsageQuery,
  ): Promise<UsageOfActorsResponse> {
    const used = await this.actors.lastDays(organizationId, days);
    return {
      actors: used.map(({ checks, checkCredits, rows, rowCredits, ...actor }) =>
        Object.assign(toActorResponse(actor), { checks, rows, credits: checkCredits + rowCredits }),
      ),
    };
  }
}

async function* cellsOf(pieces: ReturnType<LedgerView['all']>): AsyncGenerator<(string | number)[][], void> {
  for await (const lines of pieces) yield lines.map(toLedgerCells);
}
