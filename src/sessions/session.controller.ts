import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import {
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { addEventFacts } from '../common/security-event';
import { SecurityEvent } from '../common/security-event.decorator';
import { JsonBody, OPEN_ROUTE_BYTES } from '../common/json-body.decorator';
import { MessageBody } from '../common/openapi/error-responses';
import { ApiChange, ApiManagementErrors } from './api-management-errors.decorator';
import { OpenRouteThrottlerGuard } from './open-route-throttler.guard';
import { OwnOrganizations } from './own-organizations';
import { SameOriginGuard } from './same-origin.guard';
import { PasswordsService } from './passwords.service';
import { SessionPath } from './session-path';
import { SessionCookies } from './session-cookies';
import { ConfirmPasswordRequest, SignInRequest } from './session.requests';
import { SessionResponse, SignedInResponse, toSessionResponse } from './session.responses';
import { SessionsService, type Session } from './sessions.service';
import { CodeNeededError, SignInRefusedError } from './sessions.errors';
import { SignInAttempts } from './sign-in-attempts';
import { TwoFactorService } from './two-factor.service';
import { CurrentSession, SignedIn } from './signed-in.decorator';

@ApiTags('Session')
@Controller('v1')
export class SessionController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
    private readonly passwords: PasswordsService,
    private readonly attempts: SignInAttempts,
    private readonly own: OwnOrganizations,
    private readonly twoFactor: TwoFactorService,
  ) {}

  @Post('session')
  @HttpCode(200)
  @JsonBody(OPEN_ROUTE_BYTES)
  @UseGuards(OpenRouteThrottlerGuard, SameOriginGuard)
  @SecurityEvent('sign_in')
  @ApiOperation({ operationId: 'signIn', summary: 'Sign in: sets the session cookie' })
  @ApiChange(SignInRequest)
  @ApiManagementErrors()
  @ApiOkResponse({ type: SignedInResponse, description: 'You are signed in.' })
  @ApiResponse({
    status: 401,
    description: 'The address or the password is not right: the same for an address without an account.',
    schema: {
      $ref: getSchemaPath(MessageBody),
      example: { message: 'The e-mail address or the password is not right.' },
    },
  })
  async signIn(
    @Body() body: SignInRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInResponse> {
    await this.attempts.count({
      email: body.email,
      clientAddress: request.ip,
      knownSessionId: await this.cookies.knownSession(request, body.email),
    });
    const account = await this.passwords.authenticate(body.email, body.password).catch((error: unknown) => {
      if (error instanceof SignInRefusedError) addEventFacts(request, { accountId: error.accountId });
      throw error;
    });
    addEventFacts(request, { accountId: account.id });
    await this.requireCode(account.id, body.code ?? null);
    const { id: sessionId } = await this.cookies.renew(account.id, request, response, true);
    addEventFacts(request, { accountId: account.id, sessionId });
    return this.own.signedIn(account.id);
  }

  @Get('session')
  @ApiOperation({ operationId: 'getSession', summary: 'Read who is signed in' })
  @ApiOkResponse({ type: SignedInResponse, description: 'The account and its organizations.' })
  @SignedIn()
  read(@CurrentSession() { accountId }: Session): Promise<SignedInResponse> {
    return this.own.signedIn(accountId);
  }

  @Delete('session')
  @HttpCode(204)
  @SecurityEvent('sign_out')
  @ApiOperation({ operationId: 'signOut', summary: 'Sign out: ends the session' })
  @ApiChange()
  @ApiNoContentResponse({ description: 'You are signed out.' })
  @SignedIn()
  async signOut(
    @CurrentSession() { id, accountId }: Session,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.end(accountId, id);
    this.cookies.clear(request, response);
  }

  @Post('session/password')
  @HttpCode(204)
  @JsonBody()
  @SecurityEvent('password_confirmation')
  @ApiOperation({
    operationId: 'confirmPassword',
    summary: 'Give the password once more',
    description:
      'Making tokens, making or unmaking owners and deleting organizations need a password given within the last hour; else they are refused with 403 and the error `Password needed`.',
  })
  @ApiChange(ConfirmPasswordRequest)
  @ApiNoContentResponse({ description: 'It is the password: good for an hour.' })
  @SignedIn()
  async confirm(@CurrentSession() session: Session, @Body() { password }: ConfirmPasswordRequest): Promise<void> {
    await this.attempts.countConfirmation(session.accountId);
    await this.passwords.confirm(session.accountId, password, 'password');
    await this.sessions.noteAuthentication(session.id);
  }

  @Get('sessions')
  @ApiOperation({ operationId: 'listSessions', summary: 'List where you are signed in' })
  @ApiOkResponse({ type: [SessionResponse], description: 'Your sessions, the last used first.' })
  @SignedIn()
  async list(@CurrentSession() { id, accountId }: Session): Promise<SessionResponse[]> {
    return (await this.sessions.list(accountId)).map((session) => toSessionResponse(session, id));
  }

  @Delete('sessions')
  @HttpCode(204)
  @SecurityEvent('sign_out_everywhere')
  @ApiOperation({ operationId: 'signOutEverywhere', summary: 'Sign out everywhere: ends all of your sessions' })
  @ApiChange()
  @ApiNoContentResponse({ description: 'You are signed out, here and everywhere else.' })
  @SignedIn()
  async endAll(
    @CurrentSession() { accountId }: Session,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.endAll(accountId);
    this.cookies.clear(request, response);
  }

  @Delete('sessions/:sessionId')
  @HttpCode(204)
  @SecurityEvent('session_end')
  @ApiOperation({ operationId: 'endSession', summary: 'Sign out somewhere else' })
  @ApiChange()
  @ApiNoContentResponse({ description: 'The session has ended.' })
  @ApiResponse({
    status: 404,
    description: 'You have no such session.',
    schema: { $ref: getSchemaPath(MessageBody), example: { message: 'There is no session 12 here.' } },
  })
  @SignedIn()
  async end(@CurrentSession() { accountId }: Session, @Param() { sessionId }: SessionPath): Promise<void> {
    await this.sessions.end(accountId, sessionId);
  }

  /** The second factor, where the account has one. @throws CodeNeededError, FieldsInvalidError, RateLimitedError */
  private async requireCode(accountId: number, code: string | null): Promise<void> {
    if (!(await this.twoFactor.isOn(accountId))) return;
    if (code === null || code.trim() === '') throw new CodeNeededError();
    await this.attempts.countCode(accountId);
    await this.twoFactor.take(accountId, code);
  }
}
