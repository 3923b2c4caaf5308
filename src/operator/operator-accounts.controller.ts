import { Controller, Get, Param, Post, HttpCode, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { ErrorMessageBody } from '../common/openapi/error-responses';
import { SecurityEvent } from '../common/security-event.decorator';
import { AccountStatusService } from '../sessions/account-status.service';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { PasswordResets } from '../sessions/password-resets';
import { SessionsService, type Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { AccountDirectory } from './account-directory';
import {
  iso,
  OperatedAccountDetailsResponse,
  OperatedAccountPageResponse,
  ResetLinkResponse,
  toAccountDetails,
  toAccountPage,
} from './account.responses';
import { ApiNeedsPassword, AsOperator } from './as-operator.decorator';
import { OperatorRights } from './operator-rights';
import { OperatedAccountPath } from './operator.paths';
import { ApiSearch, SearchQuery } from './search-query';

const OF_AN_OPERATOR = {
  status: 422,
  description: 'It is the account of an operator.',
  schema: { $ref: getSchemaPath(ErrorMessageBody) },
};

@ApiTags('Operator')
@Controller('v1/operator/accounts')
export class OperatorAccountsController {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly standing: AccountStatusService,
    private readonly resets: PasswordResets,
    private readonly sessions: SessionsService,
    private readonly rights: OperatorRights,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'operatorListAccounts', summary: 'Page through all accounts' })
  @ApiSearch('Accounts whose address or name holds this, in any case, or whose id it is.')
  @ApiOkResponse({ type: OperatedAccountPageResponse, description: 'A page of accounts.' })
  @AsOperator()
  async list(@Query() query: SearchQuery): Promise<OperatedAccountPageResponse> {
    return toAccountPage(await this.directory.list(query));
  }

  @Get(':accountId')
  @ApiOperation({ operationId: 'operatorGetAccount', summary: 'Read an account, with its organizations' })
  @ApiOkResponse({ type: OperatedAccountDetailsResponse, description: 'The account.' })
  @AsOperator()
  async read(@Param() { accountId }: OperatedAccountPath): Promise<OperatedAccountDetailsResponse> {
    return toAccountDetails(await this.directory.show(accountId));
  }

  @Post(':accountId/reset-link')
  @HttpCode(201)
  @SecurityEvent('reset_link')
  @ApiOperation({
    operationId: 'operatorMakeResetLink',
    summary: 'Make a link by which somebody chooses a new password, to pass on yourself',
    description: 'It works once, for an hour. For accounts of operators it is made on the command line.',
  })
  @ApiChange()
  @ApiNeedsPassword()
  @ApiCreatedResponse({ type: ResetLinkResponse, description: 'The link. It is shown only now.' })
  @ApiResponse(OF_AN_OPERATOR)
  @AsOperator()
  async makeResetLink(
    @CurrentSession() session: Session,
    @Param() { accountId }: OperatedAccountPath,
  ): Promise<ResetLinkResponse> {
    this.sessions.requireFreshPassword(session);
    await this.standing.requireNoOperator(accountId);
    const { link, expiresAt } = await this.resets.makeLink(String(accountId), this.rights.of(session));
    return { link, expires_at: iso(expiresAt) };
  }

  @Post(':accountId/disable')
  @HttpCode(200)
  @SecurityEvent('account_disabling')
  @ApiOperation({
    operationId: 'operatorDisableAccount',
    summary: 'Switch an account off',
    description:
      'Nobody signs in to it, its sessions end and its tokens are refused until it is switched on again. What it sent goes on. Accounts of operators are switched off on the command line.',
  })
  @ApiChange()
  @ApiNeedsPassword()
  @ApiOkResponse({ type: OperatedAccountDetailsResponse, description: 'The account, off.' })
  @ApiResponse(OF_AN_OPERATOR)
  @AsOperator()
  async disable(
    @CurrentSession() session: Session,
    @Param() { accountId }: OperatedAccountPath,
  ): Promise<OperatedAccountDetailsResponse> {
    this.sessions.requireFreshPassword(session);
    await this.standing.disable(accountId, this.rights.of(session));
    return toAccountDetails(await this.directory.show(accountId));
  }

  @Post(':accountId/enable')
  @HttpCode(200)
  @SecurityEvent('account_enabling')
  @ApiOperation({
    operationId: 'operatorEnableAccount',
    summary: 'Switch an account on again',
    description: 'Its tokens work again; sessions that ended stay ended.',
  })
  @ApiChange()
  @ApiNeedsPassword()
  @ApiOkResponse({ type: OperatedAccountDetailsResponse, description: 'The account, on.' })
  @AsOperator()
  async enable(
    @CurrentSession() session: Session,
    @Param() { accountId }: OperatedAccountPath,
  ): Promise<OperatedAccountDetailsResponse> {
    this.sessions.requireFreshPassword(session);
    await this.standing.enable(accountId, this.rights.of(session));
    return toAccountDetails(await this.directory.show(accountId));
  }
}
