import { Body, Controller, HttpCode, Patch, Post, Put, Req, Res, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { person } from '../audit/actor';
import { TokensService } from '../auth/tokens.service';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { addEventFacts } from '../common/security-event';
import { SecurityEvent } from '../common/security-event.decorator';
import { JsonBody, OPEN_ROUTE_BYTES } from '../common/json-body.decorator';
import { AccountOpening } from '../credits/account-opening';
import { AccountsService } from '../organizations/accounts.service';
import { AccountExistsError, OrganizationNotFoundError } from '../organizations/organizations.errors';
import { ApiChange, ApiManagementErrors } from './api-management-errors.decorator';
import { OpenRouteThrottlerGuard } from './open-route-throttler.guard';
import { OwnOrganizations } from './own-organizations';
import { SameOriginGuard } from './same-origin.guard';
import { PasswordsService } from './passwords.service';
import { SessionCookies } from './session-cookies';
import { ChangeAccountRequest, ChangePasswordRequest, SignUpRequest } from './session.requests';
import { AccountResponse, SignedInResponse, toAccountResponse } from './session.responses';
import type { Session } from './sessions.service';
import { SignInAttempts } from './sign-in-attempts';
import { SignUpRules } from './sign-up-rules';
import { CurrentSession, SignedIn } from './signed-in.decorator';

@ApiTags('Session')
@Controller('v1/account')
export class AccountController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly opening: AccountOpening,
    private readonly passwords: PasswordsService,
    private readonly tokens: TokensService,
    private readonly attempts: SignInAttempts,
    private readonly signUps: SignUpRules,
    private readonly cookies: SessionCookies,
    private readonly own: OwnOrganizations,
  ) {}

  @Post()
  @JsonBody(OPEN_ROUTE_BYTES)
  @UseGuards(OpenRouteThrottlerGuard, SameOriginGuard)
  @SecurityEvent('sign_up')
  @ApiOperation({ operationId: 'signUp', summary: 'Make an account with its first organization, and sign in' })
  @ApiChange(SignUpRequest)
  @ApiManagementErrors()
  @ApiCreatedResponse({ type: SignedInResponse, description: 'The account is made, and you are signed in.' })
  async signUp(
    @Body() { email, password, name, invitation }: SignUpRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInResponse> {
    await this.signUps.requireOpen(email, invitation ?? undefined);
    const hash = await this.passwords.hashNew(password, email, 'password');
    await this.signUps.count(request.ip);
    const credits = await this.signUps.freeCredits(request.ip);
    const { accountId } = await this.opening.openAccount(email, name ?? null, hash, credits).catch((error: unknown) => {
      throw error instanceof AccountExistsError ? addressTaken() : error;
    });
    const { id: sessionId } = await this.cookies.renew(accountId, request, response);
    addEventFacts(request, { accountId, sessionId });
    return this.own.signedIn(accountId);
  }

  @Patch()
  @JsonBody()
  @SecurityEvent('account_change')
  @ApiOperation({ operationId: 'changeAccount', summary: 'Change your name or your default organization' })
  @ApiChange(ChangeAccountRequest)
  @ApiOkResponse({ type: AccountResponse, description: 'The account as it is now.' })
  @SignedIn()
  async change(
    @CurrentSession() { accountId }: Session,
    @Body() { name, default_organization_id: organizationId }: ChangeAccountRequest,
  ): Promise<AccountResponse> {
    if (organizationId !== undefined) {
      await this.accounts.setDefaultOrganization(accountId, organizationId).catch((error: unknown) => {
        throw error instanceof OrganizationNotFoundError ? foreignDefault() : error;
      });
    }
    if (name !== undefined) await this.accounts.rename(accountId, name);
    return toAccountResponse(await this.accounts.get(accountId));
  }

  @Put('password')
  @HttpCode(204)
  @JsonBody()
  @SecurityEvent('password_change')
  @ApiOperation({ operationId: 'changePassword', summary: 'Change your password: ends all other sessions' })
  @ApiChange(ChangePasswordRequest)
  @ApiNoContentResponse({ description: 'The password is changed; this session goes on under a new cookie.' })
  @SignedIn()
  async changePassword(
    @CurrentSession() { accountId }: Session,
    @Body() body: ChangePasswordRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const account = await this.accounts.get(accountId);
    await this.attempts.countConfirmation(accountId);
    await this.passwords.confirm(accountId, body.current_password, 'current_password');
    requireAnother(body);
    await this.passwords.set(account, body.new_password, 'new_password', person(accountId));
    const revokedTokens = body.revoke_tokens === true ? await this.tokens.revokeAll(accountId) : 0;
    const { id: newSessionId } = await this.cookies.renew(accountId, request, response);
    addEventFacts(request, { newSessionId, revokedTokens });
  }
}

/** Whoever changes a password that others may know must not keep it. @throws FieldsInvalidError */
function requireAnother({ current_password: current, new_password: next }: ChangePasswordRequest): void {
  if (current !== next) return;
  throw new FieldsInvalidError({ new_password: ['The new password is the current one. Choose another.'] });
}

/** Says no more than it must. */
function addressTaken(): FieldsInvalidError {
  return new FieldsInvalidError({
    email: ['No new account can be made with this e-mail address. Sign in if it is yours.'],
  });
}

function foreignDefault(): FieldsInvalidError {
  return new FieldsInvalidError({
    default_organization_id: ['The default_organization_id field must be the id of one of your organizations.'],
  });
}
