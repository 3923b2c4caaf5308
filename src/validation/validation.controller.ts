import { Controller, HttpCode, Post, Query, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Response } from 'express';
import type { Access } from '../auth/access';
import { Authorized, CurrentAccess } from '../auth/authorized.decorator';
import { ErrorMessageBody, FieldErrorsBody, MessageBody } from '../common/openapi/error-responses';
import { JsonBody } from '../common/json-body.decorator';
import { Metrics } from '../common/metrics';
import { SingleResponse } from './single.response';
import { SingleValidationService } from './single-validation.service';
import { toSingleResponse } from './to-single-response';
import { ValidateSingleRequest } from './validate-single.request';

@ApiTags('Validation')
@ApiExtraModels(FieldErrorsBody, ErrorMessageBody, MessageBody)
@Controller('v1/validate')
export class ValidationController {
  constructor(
    private readonly validation: SingleValidationService,
    private readonly metrics: Metrics,
  ) {}

  @Post('single')
  @HttpCode(200)
  @ApiOperation({ operationId: 'validateSingle', summary: 'Check one address' })
  @ApiBody({ type: ValidateSingleRequest })
  @ApiQuery({
    name: 'evidence',
    required: false,
    schema: { type: 'boolean', default: false },
    description: 'Whether `result` also holds what was seen on the way to the verdict.',
  })
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
  @Authorized('validate:single', 'Token does not have permission to validate single emails.')
  async validate(
    @CurrentAccess() access: Access,
    @JsonBody(ValidateSingleRequest) body: ValidateSingleRequest,
    @Query('evidence') evidence: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SingleResponse> {
    const { email } = body;
    const leaving = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) leaving.abort();
    });
    const { verification, ...charge } = await this.validation.validate(access.organizationId, email, leaving.signal);
    this.metrics.verdicts.inc({ status: verification.status, mode: 'single' });
    return toSingleResponse(email, verification, charge, evidence === 'true' || evidence === '1');
  }
}
