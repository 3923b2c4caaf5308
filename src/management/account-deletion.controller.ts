import { Body, Controller, Delete, Get, HttpCode, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { JsonBody } from '../common/json-body.decorator';
import { SecurityEvent } from '../common/security-event.decorator';
import { LastOwnerError } from '../organizations/organizations.errors';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { PasswordsService } from '../sessions/passwords.service';
import { SessionCookies } from '../sessions/session-cookies';
import { ConfirmPasswordRequest } from '../sessions/session.requests';
import type { Session } from '../sessions/sessions.service';
import { SignInAttempts } from '../sessions/sign-in-attempts';
import { CurrentSession, SignedIn } from '../sessions/signed-in.decorator';
import { AccountRemoval } from './account-removal';

export class NamedOrganizationResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the organization.', example: 1 })
  id!: number;

  @ApiProperty({ description: 'Its name.', example: 'Garden Tools Ltd' })
  name!: string;
}

export class AccountDeletionResponse {
  @ApiProperty({
    type: [NamedOrganizationResponse],
    description: 'Organizations whose only member you are: they are deleted with all their data.',
  })
  deleted_organizations!: NamedOrganizationResponse[];

  @ApiProperty({
    type: [NamedOrganizationResponse],
    description:
      'Organizations of others whose only owner you are. Make somebody else an owner, or delete them: until then the account can’t be deleted.',
  })
  organizations_in_the_way!: NamedOrganizationResponse[];

  @ApiProperty({ type: [NamedOrganizationResponse], description: 'Organizations that go on without you.' })
  left_organizations!: NamedOrganizationResponse[];
}

/** The end of an account. */
@ApiTags('Session')
@Controller('v1/account')
export class AccountDeletionController {
  constructor(
    private readonly removal: AccountRemoval,
    private readonly passwords: PasswordsService,
    private readonly attempts: SignInAttempts,
    private readonly cookies: SessionCookies,
  ) {}

  @Get('deletion')
  @ApiOperation({ operationId: 'planAccountDeletion', summary: 'Read what deleting your account would do' })
  @ApiOkResponse({ type: AccountDeletionResponse, description: 'What becomes of your organizations.' })
  @SignedIn()
  async plan(@CurrentSession() { accountId }: Session): Promise<AccountDeletionResponse> {
    const { deleted, inTheWay, left } = await this.removal.plan(accountId);
    return { deleted_organizations: deleted, organizations_in_the_way: inTheWay, left_organizations: left };
  }

  @Delete()
  @HttpCode(204)
  @JsonBody()
  @SecurityEvent('account_deletion')
  @ApiOperation({
    operationId: 'deleteAccount',
    summary: 'Delete your account',
    description:
      'Sessions, tokens and memberships end at once. Organizations whose only member you are are deleted with all their data; lists that you sent stay with the others.',
  })
  @ApiChange(ConfirmPasswordRequest)
  @ApiNoContentResponse({ description: 'It is gone.' })
  @SignedIn()
  async delete(
    @CurrentSession() { accountId }: Session,
    @Body() { password }: ConfirmPasswordRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.attempts.countConfirmation(accountId);
    await this.passwords.confirm(accountId, password, 'password');
    await this.removal.remove(accountId).catch((error: unknown) => {
      throw error instanceof LastOwnerError ? onlyOwner() : error;
    });
    this.cookies.clear(request, response);
  }
}

function onlyOwner(): FieldsInvalidError {
  return new FieldsInvalidError({
    account: ['You are the only owner of an organization that others belong to. Make somebody else an owner first.'],
  });
}
