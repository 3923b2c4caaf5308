import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RequestBudgets } from '../auth/request-budgets';
import { TokenPages, type TokenDescription } from '../auth/token-pages';
import { BatchesService } from '../batches/batches.service';
import { MOST_COLUMNS } from '../batches/intake/csv/most-columns';
import { Clock } from '../common/clock';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import {
  LimitsResponse,
  toRateBudgetResponse,
  toTokenRateResponse,
  type StorageLimitsResponse,
  type TokenRateResponse,
} from './limits.responses';
import type { MemberAccess } from './membership.guard';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** What an organization may use, and how much of it is used. */
@ApiTags('Organizations')
@Controller('v1/organizations/:organizationId/limits')
export class LimitsController {
  constructor(
    private readonly budgets: RequestBudgets,
    private readonly tokens: TokenPages,
    private readonly batches: BatchesService,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getLimits',
    summary: 'Read what the organization may use, and what is left of it',
    description: 'Reading uses nothing of it. Credits are read by `GET /v1/organizations/{organizationId}/credits`.',
  })
  @ApiOkResponse({ type: LimitsResponse, description: 'The limits, as they are now.' })
  @InOrganization('viewer')
  async read(@CurrentMember() { organizationId, accountId }: MemberAccess): Promise<LimitsResponse> {
    const { BATCH_MAX_FILE_KB, UPLOADS_PER_ORGANIZATION, UPLOADS_PER_ACCOUNT } = this.config;
    return {
      organization_rate: toRateBudgetResponse(await this.budgets.ofOrganization(organizationId)),
      token_rates: await this.tokenRates(organizationId, accountId),
      uploads: {
        max_file_bytes: BATCH_MAX_FILE_KB * KIBIBYTE,
        max_columns: MOST_COLUMNS,
        at_a_time: UPLOADS_PER_ORGANIZATION,
        at_a_time_of_account: UPLOADS_PER_ACCOUNT,
      },
      storage: await this.storage(organizationId),
    };
  }

  private async tokenRates(organizationId: number, accountId: number): Promise<TokenRateResponse[]> {
    const now = this.clock.now();
    const works = ({ revokedAt, expiresAt, organizationIds }: TokenDescription): boolean =>
      revokedAt === null &&
      (expiresAt === null || expiresAt > now) &&
      (organizationIds === null || organizationIds.includes(organizationId));
    const own = (await this.tokens.list(accountId)).filter(works);
    return Promise.all(own.map(async (token) => toTokenRateResponse(token, await this.budgets.ofToken(token.id))));
  }

  private async storage(organizationId: number): Promise<StorageLimitsResponse> {
    const { BATCHES_PER_ORGANIZATION, STORAGE_MAX_MB_PER_ORGANIZATION, BATCH_RETENTION_DAYS } = this.config;
    const { lists, bytes, atWork } = await this.batches.kept(organizationId);
    return {
      lists,
      max_lists: BATCHES_PER_ORGANIZATION,
      lists_at_work: atWork,
      bytes,
      max_bytes: STORAGE_MAX_MB_PER_ORGANIZATION * MEBIBYTE,
      kept_days: BATCH_RETENTION_DAYS,
    };
  }
}
