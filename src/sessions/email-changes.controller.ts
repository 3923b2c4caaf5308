import { Body, Controller, Get, HttpCode, Param, Post, Put, Req, UseGuards } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import type { Request } from 'express';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { JsonBody } from '../common/json-body.decorator';
import { ApiLinkSecret, LinkPath } from '../common/link-path';
import { MessageBody } from '../common/openapi/error-responses';
import { addEventFacts } from '../common/security-event';
import { SecurityEvent } from '../common/security-event.decorator';
import { NewAccountEmailField } from '../common/text-field.decorator';
import { AccountExistsError } from '../organizations/organizations.errors';
import { ApiChange, ApiManagementErrors } from './api-management-errors.decorator';
import { EmailChanges } from './email-changes';
import { mailLanguage } from './mail-texts';
import { OpenRouteThrottlerGuard } from './open-route-throttler.guard';
import { MAX_PASSWORD_LENGTH } from './password-rules';
import { PasswordsService } from './passwords.service';
import { SameOriginGuard } from './same-origin.guard';
import type { Session } from './sessions.service';
import { SignInAttempts } from './sign-in-attempts';
import { CurrentSession, SignedIn } from './signed-in.decorator';

export class ChangeEmailRequest {
  @NewAccountEmailField('email')
  @ApiProperty({ description: 'The e-mail address from now on.', maxLength: 255, example: 'jane.doe@example.org' })
  email!: string;

  @MaxLength(MAX_PASSWORD_LENGTH * 2, { message: 'The password field is too long.' })
  @IsString({ message: 'The password field must be a string.' })
  @ApiProperty({ description: 'The password, once more.', format: 'password', example: 'violet kettle harbour' })
  password!: string;
}

export class EmailChangeResponse {
  @ApiProperty({
    description: 'Whether a link was sent to the new address, which changes it when it is opened; else it is changed.',
    example: true,
  })
  by_mail!: boolean;
}

export class OpenedEmailChangeResponse {
  @ApiProperty({ description: 'The e-mail address that the link confirms.', example: 'jane.doe@example.org' })
  email!: string;
}

const NOT_OPEN = {
  status: 404,
  description: 'There is no such link, or it was used, replaced or has expired, or the address has an account by now.',
  schema: { $ref: getSchemaPath(MessageBody) },
};

/** Another address to sign in with. */
@ApiTags('Session')
@ApiExtraModels(MessageBody)
@Controller('v1')
export class EmailChangesController {
  constructor(
    private readonly changes: EmailChanges,
    private readonly passwords: PasswordsService,
    private readonly attempts: SignInAttempts,
  ) {}

  @Put('account/email')
  @JsonBody()
  @SecurityEvent('email_change_request')
  @ApiOperation({
    operationId: 'changeEmail',
    summary: 'Change the e-mail address that you sign in with',
    description:
      'Where the service sends mail, the new address is sent a link, open for an hour, that changes it; the old address is told. Elsewhere the password suffices, and it is changed at once.',
  })
  @ApiChange(ChangeEmailRequest)
  @ApiOkResponse({ type: EmailChangeResponse, description: 'A link is sent, or the address is changed.' })
  @SignedIn()
  async start(
    @Req() request: Request,
    @CurrentSession() { accountId }: Session,
    @Body() { email, password }: ChangeEmailRequest,
  ): Promise<EmailChangeResponse> {
    await this.attempts.countConfirmation(accountId);
    await this.passwords.confirm(accountId, password, 'password');
    const language = mailLanguage(request.headers['accept-language']);
    const { isByMail } = await this.changes.start(accountId, email, language).catch((error: unknown) => {
      throw error instanceof AccountExistsError ? taken() : error;
    });
    return { by_mail: isByMail };
  }

  @Get('email-changes/:secret')
  @UseGuards(OpenRouteThrottlerGuard)
  @ApiOperation({ operationId: 'openEmailChange', summary: 'Read which address a link confirms' })
  @ApiManagementErrors()
  @ApiLinkSecret()
  @ApiOkResponse({ type: OpenedEmailChangeResponse, description: 'The new address.' })
  @ApiResponse(NOT_OPEN)
  async open(@Param() { secret }: LinkPath): Promise<OpenedEmailChangeResponse> {
    return { email: await this.changes.open(secret) };
  }

  @Post('email-changes/:secret')
  @HttpCode(204)
  @UseGuards(OpenRouteThrottlerGuard, SameOriginGuard)
  @SecurityEvent('email_change')
  @ApiOperation({ operationId: 'confirmEmailChange', summary: 'Confirm a new e-mail address' })
  @ApiManagementErrors()
  @ApiChange()
  @ApiLinkSecret()
  @ApiNoContentResponse({ description: 'It is the address of the account now.' })
  @ApiResponse(NOT_OPEN)
  async confirm(@Req() request: Request, @Param() { secret }: LinkPath): Promise<void> {
    const language = mailLanguage(request.headers['accept-language']);
    addEventFacts(request, { accountId: await this.changes.confirm(secret, language) });
  }
}

/** Says no more than it must. */
function taken(): FieldsInvalidError {
  return new FieldsInvalidError({ email: ['This e-mail address can’t be used for your account.'] });
}
