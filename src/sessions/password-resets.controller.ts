import { Body, Controller, Get, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RateLimitedError } from '../auth/auth.errors';
import { JsonBody, OPEN_ROUTE_BYTES } from '../common/json-body.decorator';
import { ApiLinkSecret, LinkPath } from '../common/link-path';
import { MessageBody } from '../common/openapi/error-responses';
import { addEventFacts } from '../common/security-event';
import { SecurityEvent } from '../common/security-event.decorator';
import { HOUR, RateLimiter } from '../rate-limit/rate-limiter';
import { useByClient } from '../rate-limit/use-by-client';
import { ApiChange, ApiManagementErrors } from './api-management-errors.decorator';
import { mailLanguage } from './mail-texts';
import { OpenRouteThrottlerGuard } from './open-route-throttler.guard';
import { PasswordResets } from './password-resets';
import { ForgottenPasswordRequest, ResetPasswordRequest } from './password-resets.requests';
import { PasswordResetResponse, PasswordResetsResponse } from './password-resets.responses';
import { SameOriginGuard } from './same-origin.guard';

/** Links that one client may ask for in an hour, for whichever addresses. */
const PER_HOUR = 20;

const NOT_OPEN = {
  status: 404,
  description: 'There is no such link, or it was used, replaced or has expired.',
  schema: { $ref: getSchemaPath(MessageBody) },
};

/** For those who can't sign in any more. */
@ApiTags('Session')
@ApiExtraModels(MessageBody)
@ApiManagementErrors()
@UseGuards(OpenRouteThrottlerGuard, SameOriginGuard)
@Controller('v1/password-resets')
export class PasswordResetsController {
  constructor(
    private readonly resets: PasswordResets,
    private readonly limiter: RateLimiter,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'getPasswordResets', summary: 'Read how links for forgotten passwords get to people' })
  @ApiOkResponse({ type: PasswordResetsResponse, description: 'By mail, or by the operator.' })
  read(): PasswordResetsResponse {
    return { by_mail: this.resets.isByMail };
  }

  @Post()
  @HttpCode(202)
  @JsonBody(OPEN_ROUTE_BYTES)
  @SecurityEvent('password_reset_request')
  @ApiOperation({
    operationId: 'requestPasswordReset',
    summary: 'Ask for a link to choose a new password',
    description:
      'The same answer at the same time, whether there is an account with the address or not. An address gets at most 3 mails an hour. Where the service sends no mail, nothing is done: the operator can make a link (`account reset-link`).',
  })
  @ApiChange(ForgottenPasswordRequest)
  @ApiResponse({
    status: 202,
    type: PasswordResetsResponse,
    description: 'If there is such an account, a link is sent.',
  })
  async request(
    @Body() { email }: ForgottenPasswordRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PasswordResetsResponse> {
    const state = await useByClient(this.limiter, 'password resets', request.ip, PER_HOUR, HOUR);
    if (state.isExceeded) throw new RateLimitedError(state.resetSeconds);
    if (this.resets.isByMail) {
      const language = mailLanguage(request.headers['accept-language']);
      response.once('close', () => {
        this.resets.sendLater(email, language);
      });
    }
    return { by_mail: this.resets.isByMail };
  }

  @Get(':secret')
  @ApiOperation({ operationId: 'openPasswordReset', summary: 'Read whose password a link changes' })
  @ApiLinkSecret()
  @ApiOkResponse({ type: PasswordResetResponse, description: 'The account.' })
  @ApiResponse(NOT_OPEN)
  async open(@Param() { secret }: LinkPath): Promise<PasswordResetResponse> {
    return { email: (await this.resets.open(secret)).email };
  }

  @Post(':secret')
  @HttpCode(204)
  @JsonBody(OPEN_ROUTE_BYTES)
  @SecurityEvent('password_reset')
  @ApiOperation({
    operationId: 'resetPassword',
    summary: 'Choose a new password: ends all sessions of the account',
    description: 'The link is used up. Nobody is signed in by it: sign in with the new password.',
  })
  @ApiChange(ResetPasswordRequest)
  @ApiLinkSecret()
  @ApiNoContentResponse({ description: 'The password is changed.' })
  @ApiResponse(NOT_OPEN)
  async reset(
    @Req() request: Request,
    @Param() { secret }: LinkPath,
    @Body() body: ResetPasswordRequest,
  ): Promise<void> {
    const { accountId, revoked } = await this.resets.reset(secret, body.password, body.revoke_tokens === true);
    addEventFacts(request, { accountId, revokedTokens: revoked });
  }
}
