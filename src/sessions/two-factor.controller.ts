import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import {
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { person } from '../audit/actor';
import { JsonBody } from '../common/json-body.decorator';
import { ErrorMessageBody } from '../common/openapi/error-responses';
import { SecurityEvent } from '../common/security-event.decorator';
import { AccountsService } from '../organizations/accounts.service';
import { ApiChange } from './api-management-errors.decorator';
import { PasswordsService } from './passwords.service';
import { ConfirmPasswordRequest } from './session.requests';
import type { Session } from './sessions.service';
import { SignInAttempts } from './sign-in-attempts';
import { CurrentSession, SignedIn } from './signed-in.decorator';
import { CodeRequest, RecoveryCodesResponse, TwoFactorResponse, TwoFactorSecretResponse } from './two-factor.dtos';
import { TwoFactorService } from './two-factor.service';

const STATE = {
  status: 422,
  description: 'The second factor is on, or off, or the code or the password is not right.',
  schema: { $ref: getSchemaPath(ErrorMessageBody) },
};

/** The second factor of whoever is signed in. */
@ApiTags('Session')
@Controller('v1/account/two-factor')
export class TwoFactorController {
  constructor(
    private readonly twoFactor: TwoFactorService,
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordsService,
    private readonly attempts: SignInAttempts,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'getTwoFactor', summary: 'Read whether signing in needs a code of an app' })
  @ApiOkResponse({ type: TwoFactorResponse, description: 'Whether it does.' })
  @SignedIn()
  async read(@CurrentSession() { accountId }: Session): Promise<TwoFactorResponse> {
    return {
      is_on: await this.twoFactor.isOn(accountId),
      recovery_codes_left: await this.twoFactor.codesLeft(accountId),
    };
  }

  @Post()
  @HttpCode(200)
  @JsonBody()
  @SecurityEvent('two_factor_begin')
  @ApiOperation({
    operationId: 'beginTwoFactor',
    summary: 'Get a secret for an app (TOTP); nothing is asked for until a first code confirms it',
  })
  @ApiChange(ConfirmPasswordRequest)
  @ApiOkResponse({ type: TwoFactorSecretResponse, description: 'The secret. Shown only now.' })
  @ApiResponse(STATE)
  @SignedIn()
  async begin(
    @CurrentSession() { accountId }: Session,
    @Body() { password }: ConfirmPasswordRequest,
  ): Promise<TwoFactorSecretResponse> {
    await this.confirm(accountId, password);
    return this.twoFactor.begin(accountId, (await this.accounts.get(accountId)).email);
  }

  @Post('confirmation')
  @HttpCode(200)
  @JsonBody()
  @SecurityEvent('two_factor_on')
  @ApiOperation({ operationId: 'confirmTwoFactor', summary: 'Turn it on by a first code of the app' })
  @ApiChange(CodeRequest)
  @ApiOkResponse({ type: RecoveryCodesResponse, description: 'It is on. The recovery codes are shown only now.' })
  @ApiResponse(STATE)
  @SignedIn()
  async turnOn(
    @CurrentSession() { accountId }: Session,
    @Body() { code }: CodeRequest,
  ): Promise<RecoveryCodesResponse> {
    await this.attempts.countCode(accountId);
    return { recovery_codes: await this.twoFactor.confirm(accountId, code) };
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @JsonBody()
  @SecurityEvent('recovery_codes_renewal')
  @ApiOperation({ operationId: 'renewRecoveryCodes', summary: 'Make new recovery codes; the old ones end' })
  @ApiChange(ConfirmPasswordRequest)
  @ApiOkResponse({ type: RecoveryCodesResponse, description: 'The codes. Shown only now.' })
  @ApiResponse(STATE)
  @SignedIn()
  async renew(
    @CurrentSession() { accountId }: Session,
    @Body() { password }: ConfirmPasswordRequest,
  ): Promise<RecoveryCodesResponse> {
    await this.confirm(accountId, password);
    return { recovery_codes: await this.twoFactor.renewCodes(accountId) };
  }

  @Delete()
  @HttpCode(204)
  @JsonBody()
  @SecurityEvent('two_factor_off')
  @ApiOperation({ operationId: 'turnOffTwoFactor', summary: 'Turn it off: the password alone signs in' })
  @ApiChange(ConfirmPasswordRequest)
  @ApiNoContentResponse({ description: 'It is off, and the recovery codes are gone.' })
  @SignedIn()
  async turnOff(@CurrentSession() { accountId }: Session, @Body() { password }: ConfirmPasswordRequest): Promise<void> {
    await this.confirm(accountId, password);
    await this.twoFactor.turnOff(accountId, person(accountId));
  }

  private async confirm(accountId: number, password: string): Promise<void> {
    await this.attempts.countConfirmation(accountId);
    await this.passwords.confirm(accountId, password, 'password');
  }
}
