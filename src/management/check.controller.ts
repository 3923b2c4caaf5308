import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { RequestBudgets } from '../auth/request-budgets';
import { goneSignal } from '../common/gone-signal';
import { JsonBody } from '../common/json-body.decorator';
import { ErrorMessageBody } from '../common/openapi/error-responses';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { SingleResponse } from '../validation/single.response';
import { SingleValidationService } from '../validation/single-validation.service';
import { toSingleResponse } from '../validation/to-single-response';
import { ValidateSingleRequest } from '../validation/validate-single.request';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { MemberRights } from './member-rights';
import type { MemberAccess } from './membership.guard';

@ApiTags('Batches management')
@Controller('v1/organizations/:organizationId/check')
export class CheckController {
  constructor(
    private readonly validation: SingleValidationService,
    private readonly budgets: RequestBudgets,
    private readonly rights: MemberRights,
  ) {}

  @Post()
  @HttpCode(200)
  @JsonBody()
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
    @CurrentSession() session: Session,
    @Body() { email }: ValidateSingleRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SingleResponse> {
    await this.budgets.use(`checks of account ${accountId}`);
    const { verification, ...charge } = await this.validation.validate(
      this.rights.of(session, organizationId),
      email,
      () => goneSignal(response),
    );
    return toSingleResponse(email, verification, charge, true);
  }
}
