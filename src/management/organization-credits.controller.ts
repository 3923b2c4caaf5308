import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { CreditsService } from '../credits/credits.service';
import { LedgerPages } from '../credits/ledger-pages';
import { Usage } from '../credits/usage';
import { ApiPage } from '../common/openapi/api-page.decorator';
import {
  LedgerPageResponse,
  OrganizationCreditsResponse,
  toLedgerEntryResponse,
  toUsageOfDayResponse,
  UsageResponse,
} from './credits.responses';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './organization-guard';
import { readPageQuery, readWholeNumber } from '../common/page-query';

const ENTRIES = 50;
const DAYS = 30;
const MAX_DAYS = 366;

@ApiTags('Credits management')
@Controller('v1/organizations/:organizationId')
export class OrganizationCreditsController {
  constructor(
    private readonly credits: CreditsService,
    private readonly ledger: LedgerPages,
    private readonly usage: Usage,
  ) {}

  @Get('credits')
  @ApiOperation({ operationId: 'getOrganizationCredits', summary: 'Read the balance and the monthly allowance' })
  @ApiOkResponse({ type: OrganizationCreditsResponse, description: "The organization's credits." })
  @InOrganization('member')
  async balance(@CurrentMember() { organizationId }: MemberAccess): Promise<OrganizationCreditsResponse> {
    const { balance, monthlyAllowance, monthlyAllowanceUsed, monthlyAllowanceResetAt } =
      await this.credits.balance(organizationId);
    return {
      balance,
      monthly_allowance: monthlyAllowance,
      monthly_allowance_used: monthlyAllowanceUsed,
      monthly_allowance_reset_at:
        monthlyAllowanceResetAt === null ? null : new Date(monthlyAllowanceResetAt).toISOString(),
    };
  }

  @Get('credits/entries')
  @ApiOperation({ operationId: 'listCreditEntries', summary: 'Page through the movements of credits' })
  @ApiPage(ENTRIES)
  @ApiOkResponse({ type: LedgerPageResponse, description: 'A page of movements. All of them sum to the balance.' })
  @InOrganization('member')
  async entries(
    @CurrentMember() { organizationId }: MemberAccess,
    @Query() query: Record<string, unknown>,
  ): Promise<LedgerPageResponse> {
    const { before, limit } = readPageQuery(query, ENTRIES);
    const { entries, nextBefore } = await this.ledger.read(organizationId, before, limit);
    return { entries: entries.map(toLedgerEntryResponse), next_before: nextBefore };
  }

  @Get('usage')
  @ApiOperation({
    operationId: 'getUsage',
    summary: 'Read what was checked on each day',
    description: 'Addresses of batches and single ones, by status. Single answers from the cache do not count.',
  })
  @ApiQuery({
    name: 'days',
    required: false,
    description: 'How many days, today included.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_DAYS, default: DAYS },
  })
  @ApiOkResponse({ type: UsageResponse, description: 'Counts and credits of each day.' })
  @InOrganization('member')
  async days(@CurrentMember() { organizationId }: MemberAccess, @Query('days') days: unknown): Promise<UsageResponse> {
    const count = days === undefined ? DAYS : readWholeNumber('days', days, MAX_DAYS);
    return { days: (await this.usage.lastDays(organizationId, count)).map(toUsageOfDayResponse) };
  }
}
