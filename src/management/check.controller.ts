import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { RequestBudgets } from '../auth/request-budgets';
import { goneSignal, staysSignal } from '../common/gone-signal';
import { Idempotent } from '../idempotency/idempotent.decorator';
import { Idempotency } from '../idempotency/idempotency.service';
import { JsonBody } from '../common/json-body.decorator';
import { ErrorMessageBody } from '../common/openapi/error-responses';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { SingleResponse } from '../validation/single.response';
import { SingleValidationService, type SingleValidation } from '../validation/single-validation.service';
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
    private readonly idempotency: Idempotency,
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
  @Idempotent()
  @InOrganization('member')
  async check(
    @CurrentMember() { accountId, organizationId }: MemberAccess,
    @CurrentSession() session: Session,
    @Body() body: ValidateSingleRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SingleResponse> {
    await this.budgets.use(`checks of account ${accountId}`);
    const { email } = body;
    const right = this.rights.of(session, organizationId);
    const answer = ({ verification, ...charge }: SingleValidation) =>
      toSingleResponse(email, verification, charge, true);
    return this.idempotency.once<SingleResponse, SingleValidation>(response, {
      payload: body,
      addressKey: () => this.validation.keyOf(email),
      run: async (attempt) => {
        const leaving = (): AbortSignal => (attempt === null ? goneSignal(response) : staysSignal());
        return answer(await this.validation.validate(right, email, leaving, attempt));
      },
      answerAgain: answer,
    });
  }
}
