import { Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { RateLimitedError } from '../auth/auth.errors';
import { JsonBody } from '../common/json-body.decorator';
import { ErrorMessageBody } from '../common/openapi/error-responses';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { RateLimiter } from '../rate-limit/rate-limiter';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { SingleResponse } from '../validation/single.response';
import { SingleValidationService } from '../validation/single-validation.service';
import { toSingleResponse } from '../validation/to-single-response';
import { ValidateSingleRequest } from '../validation/validate-single.request';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './organization-guard';

@ApiTags('Batches management')
@Controller('v1/organizations/:organizationId/check')
export class CheckController {
  constructor(
    private readonly validation: SingleValidationService,
    private readonly limiter: RateLimiter,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'checkAddress',
    summary: 'Check one address, with its evidence',
    description: 'Costs what POST /v1/validate/single costs; an account may make as many checks a minute as a token.',
  })
  @ApiChange(ValidateSingleRequest)
  @ApiOkResponse({ type: SingleResponse, description: 'The verdict. Costs 1 credit, or 0 from the cache.' })
  @ApiResponse({
    status: 402,
    description: 'Less than 1 credit is left. Nothing was checked.',
    schema: { $ref: getSchemaPath(ErrorMessageBody) },
  })
  @InOrganization('member')
  async check(
    @CurrentMember() { accountId, organizationId }: MemberAccess,
    @JsonBody(ValidateSingleRequest) { email }: ValidateSingleRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SingleResponse> {
    const state = await this.limiter.use(`checks of account ${accountId}`, this.config.RATE_LIMIT_PER_MINUTE);
    if (state.isExceeded) throw new RateLimitedError(state.resetSeconds);
    const leaving = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) leaving.abort();
    });
    const { verification, ...charge } = await this.validation.validate(organizationId, email, leaving.signal);
    return toSingleResponse(email, verification, charge, true);
  }
}
