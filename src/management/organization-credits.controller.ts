import { Body, Controller, Get, Inject, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { BatchesService } from '../batches/batches.service';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { CreditsService } from '../credits/credits.service';
import { LedgerPages } from '../credits/ledger-pages';
import { Usage } from '../credits/usage';
import { JsonBody } from '../common/json-body.decorator';
import { SecurityEvent } from '../common/security-event.decorator';
import { ApiPage } from '../common/openapi/api-page.decorator';
import { ApiUsageDays } from './api-usage-days.decorator';
import { ENTRIES_OF_A_PAGE, LedgerQuery, UsageQuery } from './credits.requests';
import {
  LedgerPageResponse,
  OrganizationCreditsResponse,
  toLedgerEntryResponse,
  toUsageOfDayResponse,
  UsageResponse,
} from './credits.responses';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './membership.guard';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { CreditWarningRequest } from './transfer.requests';

@ApiTags('Credits management')
@Controller('v1/organizations/:organizationId')
export class OrganizationCreditsController {
  constructor(
    private readonly credits: CreditsService,
    private readonly ledger: LedgerPages,
    private readonly usage: Usage,
    private readonly batches: BatchesService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Get('credits')
  @ApiOperation({ operationId: 'getOrganizationCredits', summary: 'Read the balance and the monthly allowance' })
  @ApiOkResponse({ type: OrganizationCreditsResponse, description: "The organization's credits." })
  @InOrganization('viewer')
  async balance(@CurrentMember() { organizationId }: MemberAccess): Promise<OrganizationCreditsResponse> {
    return this.describe(organizationId);
  }

  @Patch('credits')
  @JsonBody()
  @ApiOperation({ operationId: 'setCreditWarning', summary: 'Say from where on the page warns (owner, admin)' })
  @ApiChange(CreditWarningRequest)
  @ApiOkResponse({ type: OrganizationCreditsResponse, description: "The organization's credits." })
  @InOrganization('admin')
  @SecurityEvent('credits_warning')
  async warn(
    @CurrentMember() { organizationId, accountId }: MemberAccess,
    @Body() { warn_below: warnBelow = null }: CreditWarningRequest,
  ): Promise<OrganizationCreditsResponse> {
    await this.credits.setWarning(organizationId, accountId, warnBelow);
    return this.describe(organizationId);
  }

  @Get('credits/entries')
  @ApiOperation({ operationId: 'listCreditEntries', summary: 'Page through the movements of credits' })
  @ApiPage(ENTRIES_OF_A_PAGE)
  @ApiOkResponse({ type: LedgerPageResponse, description: 'A page of movements. All of them sum to the balance.' })
  @InOrganization('viewer')
  async entries(
    @CurrentMember() { organizationId }: MemberAccess,
    @Query() { before, limit }: LedgerQuery,
  ): Promise<LedgerPageResponse> {
    const { entries, nextBefore } = await this.ledger.read(organizationId, before, limit);
    return { entries: entries.map(toLedgerEntryResponse), next_before: nextBefore };
  }

  @Get('usage')
  @ApiOperation({
    operationId: 'getUsage',
    summary: 'Read what was checked on each day',
    description: 'Addresses of batches and single ones, by status. Single answers from the cache do not count.',
  })
  @ApiUsageDays()
  @ApiOkResponse({ type: UsageResponse, description: 'Counts and credits of each day.' })
  @InOrganization('viewer')
  async days(@CurrentMember() { organizationId }: MemberAccess, @Query() { days }: UsageQuery): Promise<UsageResponse> {
    return { days: (await this.usage.lastDays(organizationId, days)).map(toUsageOfDayResponse) };
  }

  private async describe(organizationId: number): Promise<OrganizationCreditsResponse> {
    const { balance, monthlyAllowance, monthlyAllowanceUsed, monthlyAllowanceResetAt, warnBelow } =
      await this.credits.balance(organizationId);
    return {
      balance,
      held: await this.batches.creditsHeld(organizationId),
      monthly_allowance: monthlyAllowance,
      monthly_allowance_used: monthlyAllowanceUsed,
      monthly_allowance_reset_at:
        monthlyAllowanceResetAt === null ? null : new Date(monthlyAllowanceResetAt).toISOString(),
      warn_below: warnBelow,
      help_text: this.config.CREDITS_HELP_TEXT ?? null,
      help_url: this.config.CREDITS_HELP_URL ?? null,
      cache_hours: this.config.CACHE_TTL_HOURS,
    };
  }
}
