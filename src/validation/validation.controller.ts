import { Body, Controller, HttpCode, Post, Query, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Response } from 'express';
import type { Access } from '../auth/access';
import { RateLimitedError } from '../auth/auth.errors';
import { Authorized, CurrentAccess } from '../auth/authorized.decorator';
import { ErrorMessageBody, FieldErrorsBody, MessageBody } from '../common/openapi/error-responses';
import { goneSignal, staysSignal } from '../common/gone-signal';
import { Idempotent } from '../idempotency/idempotent.decorator';
import { Idempotency } from '../idempotency/idempotency.service';
import { JsonBody } from '../common/json-body.decorator';
import { Metrics } from '../common/metrics';
import { ApiEvidence, EvidenceQuery } from './evidence-query';
import { SingleResponse } from './single.response';
import { TokenRights } from '../auth/token-rights';
import { sandboxTable } from './sandbox/sandbox-table';
import { TestValidationService, type TestAnswer } from './sandbox/test-validation.service';
import { SingleValidationService, type SingleValidation } from './single-validation.service';
import { toSingleResponse } from './to-single-response';
import { ValidateSingleRequest } from './validate-single.request';

@ApiTags('Validation')
@ApiExtraModels(FieldErrorsBody, ErrorMessageBody, MessageBody)
@Controller('v1/validate')
export class ValidationController {
  constructor(
    private readonly validation: SingleValidationService,
    private readonly testValidation: TestValidationService,
    private readonly rights: TokenRights,
    private readonly metrics: Metrics,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('single')
  @HttpCode(200)
  @JsonBody()
  @ApiOperation({
    operationId: 'validateSingle',
    summary: 'Check one address',
    description:
      'Asks the mail server of the domain, which takes some seconds: give it 30 before you give up. It costs 1 credit, and ' +
      '0 from the cache (conclusive answers for a day, `unknown` for 15 minutes) or for a fault of ours. ' +
      '`unknown` says nothing against the address: keep it, and ask again after 15 minutes or later. ' +
      'A request may be repeated: the same address is not charged twice while its answer is in the cache.\n\n' +
      'With a test token the name in front of `@sandbox.test` says what is answered; `+` and whatever follows it make other addresses of ' +
      `it. All other addresses are judged by syntax and lists alone.\n\n${sandboxTable()}`,
  })
  @ApiBody({ type: ValidateSingleRequest })
  @ApiEvidence()
  @ApiOkResponse({
    type: SingleResponse,
    description: 'The verdict. Costs 1 credit, or 0 from the cache or for a fault of ours.',
  })
  @ApiResponse({
    status: 402,
    description: 'Less than 1 credit is left. Nothing was checked.',
    schema: {
      $ref: getSchemaPath(ErrorMessageBody),
      example: {
        error: 'Insufficient credits',
        message: 'You need at least 1 credit for this; your organization has 0.',
      },
    },
  })
  @ApiResponse({
    status: 413,
    description: 'The body is larger than 100 kB.',
    schema: { $ref: getSchemaPath(MessageBody), example: { message: 'The body is larger than 100 kB.' } },
  })
  @ApiResponse({
    status: 422,
    description: 'The body does not hold a well-formed address.',
    schema: { $ref: getSchemaPath(FieldErrorsBody) },
  })
  @Idempotent()
  @Authorized('validate:single', 'Token does not have permission to validate single emails.')
  validate(
    @CurrentAccess() access: Access,
    @Body() body: ValidateSingleRequest,
    @Query() { evidence }: EvidenceQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SingleResponse> {
    const { email } = body;
    const answer = ({ verification, ...charge }: SingleValidation | TestAnswer) =>
      toSingleResponse(email, verification, charge, evidence);
    return this.idempotency.once<SingleResponse, SingleValidation>(response, {
      payload: body,
      addressKey: () => this.validation.keyOf(email),
      run: async (attempt) => {
        const leaving = (): AbortSignal => (attempt === null ? goneSignal(response) : staysSignal());
        if (access.isTest) return answer(await this.validateInSandbox(access, email, leaving(), response));
        const found = await this.validation.validate(this.rights.of(access), email, leaving, attempt);
        this.metrics.verdicts.inc({ status: found.verification.status, mode: 'single' });
        return answer(found);
      },
      answerAgain: answer,
    });
  }

  private async validateInSandbox(
    { organizationId }: Access,
    email: string,
    leaving: AbortSignal,
    response: Response,
  ): Promise<TestAnswer> {
    return this.testValidation.validate(organizationId, email, leaving).catch((error: unknown) => {
      // As where it was the token's own budget that is used up.
      if (error instanceof RateLimitedError) response.set(spentBudget(error));
      throw error;
    });
  }
}

const spentBudget = ({ retryAfterSeconds }: RateLimitedError): Record<string, string> => ({
  'RateLimit-Remaining': '0',
  'RateLimit-Reset': String(retryAfterSeconds),
});
