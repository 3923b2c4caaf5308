import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiCookieAuth, ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ErrorMessageBody, MessageBody } from '../common/openapi/error-responses';
import { ApiManagementErrors } from '../sessions/api-management-errors.decorator';
import { SESSION_COOKIE } from '../sessions/session-cookie';
import { SIGNED_IN_GUARDS } from '../sessions/signed-in.decorator';
import { OperatorGuard } from './operator.guard';

/** Guards a route by session, and by being an operator (404); documents both. */
export function AsOperator(): MethodDecorator {
  return applyDecorators(
    UseGuards(...SIGNED_IN_GUARDS, OperatorGuard),
    ApiExtraModels(MessageBody),
    ApiCookieAuth(SESSION_COOKIE),
    ApiManagementErrors(),
    ApiResponse({
      status: 404,
      description: 'You are no operator, or there is nothing by this id.',
      schema: { $ref: getSchemaPath(MessageBody), example: { message: 'There is no GET /v1/operator/accounts here.' } },
    }),
  );
}

/** Documents that a change needs the password once more. */
export function ApiNeedsPassword(): MethodDecorator {
  return ApiResponse({
    status: 403,
    description: 'The request comes from another site, or the password was last given more than an hour ago.',
    schema: {
      $ref: getSchemaPath(ErrorMessageBody),
      example: {
        error: 'Password needed',
        message: 'Give your password once more first: it was last asked for more than an hour ago.',
      },
    },
  });
}
