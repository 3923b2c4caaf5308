import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { person } from '../audit/actor';
import { TokenPages } from '../auth/token-pages';
import { TokensService, type MadeToken } from '../auth/tokens.service';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { addEventFacts } from '../common/security-event';
import { SecurityEvent } from '../common/security-event.decorator';
import { JsonBody } from '../common/json-body.decorator';
import { MessageBody } from '../common/openapi/error-responses';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Idempotent } from '../idempotency/idempotent.decorator';
import { Idempotency } from '../idempotency/idempotency.service';
import { MembershipsService } from '../organizations/memberships.service';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { SessionsService, type Session } from '../sessions/sessions.service';
import { CurrentSession, SignedIn } from '../sessions/signed-in.decorator';
import { ApiTokenList, TokenListQuery } from './token-list-query';
import { ApiTokenId, TokenPath } from './token-path';
import { CreateTokenRequest } from './token.requests';
import { NewTokenResponse, TokenResponse, toTokenResponse } from './token.responses';

const DAY_MS = 86_400_000;

/** The tokens of whoever is signed in. */
@ApiTags('Tokens')
@ApiExtraModels(MessageBody)
@Controller('v1/tokens')
export class TokensController {
  constructor(
    private readonly tokens: TokensService,
    private readonly pages: TokenPages,
    private readonly memberships: MembershipsService,
    private readonly sessions: SessionsService,
    private readonly idempotency: Idempotency,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listTokens', summary: 'List your tokens' })
  @ApiTokenList()
  @ApiOkResponse({
    type: [TokenResponse],
    description:
      'The newest of your tokens, the oldest of them first; those that work and the last 400 that do not are kept.',
  })
  @SignedIn()
  async list(@CurrentSession() { accountId }: Session, @Query() query: TokenListQuery): Promise<TokenResponse[]> {
    return (await this.pages.list(accountId, query)).map(toTokenResponse);
  }

  @Post()
  @JsonBody()
  @SecurityEvent('token_creation')
  @ApiOperation({ operationId: 'createToken', summary: 'Make a token; it is shown only now' })
  @ApiChange(CreateTokenRequest)
  @ApiCreatedResponse({ type: NewTokenResponse, description: 'The token.' })
  @Idempotent()
  @SignedIn()
  async create(
    @Req() request: Request,
    @CurrentSession() session: Session,
    @Body() body: CreateTokenRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NewTokenResponse> {
    this.sessions.requireFreshPassword(session);
    const { accountId } = session;
    const { name, permissions } = body;
    const { expires_in_days: days = null, organization_ids: organizationIds = null } = body;
    await this.requireOwn(accountId, organizationIds ?? []);
    const lifetimeMs = days === null ? null : days * DAY_MS;
    const limit = this.config.TOKENS_PER_ACCOUNT;
    const by = person(accountId);
    const isTest = body.test === true;
    const wish = { accountId, name, permissions, isTest, lifetimeMs, organizationIds, limit, by };
    const answer = (made: MadeToken) => Object.assign(toTokenResponse(made), { token: made.token });
    return this.idempotency.once<NewTokenResponse, MadeToken>(response, {
      payload: body,
      run: async (attempt) => {
        const made = await this.tokens.create({ ...wish, attempt });
        addEventFacts(request, { tokenId: made.id });
        return answer(made);
      },
      answerAgain: answer,
    });
  }

  @Delete(':tokenId')
  @HttpCode(204)
  @SecurityEvent('token_revocation')
  @ApiOperation({ operationId: 'revokeToken', summary: 'Revoke a token, at once' })
  @ApiChange()
  @ApiTokenId()
  @ApiNoContentResponse({ description: 'It is refused from now on.' })
  @ApiResponse({
    status: 404,
    description: 'You have no such token.',
    schema: { $ref: getSchemaPath(MessageBody) },
  })
  @SignedIn()
  async revoke(@CurrentSession() { accountId }: Session, @Param() { tokenId }: TokenPath): Promise<void> {
    await this.tokens.revoke(tokenId, accountId);
  }

  private async requireOwn(accountId: number, organizationIds: readonly number[]): Promise<void> {
    const own = new Set((await this.memberships.organizationsOf(accountId)).map(({ id }) => id));
    if (organizationIds.every((id) => own.has(id))) return;
    throw new FieldsInvalidError({
      organization_ids: ['The organization_ids field must list ids of your organizations.'],
    });
  }
}
