import { applyDecorators, createParamDecorator, UseGuards, type ExecutionContext } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader } from '@nestjs/swagger';
import { ApiErrors } from '../common/openapi/api-errors.decorator';
import type { Access } from './access';
import { AccessGuard, RequiredPermission, type AuthorizedRequest } from './access-guard';
import type { Permission } from './permissions';

/**
 * Guards a route and documents what guards it: bearer token, rate limit, organization, permission.
 * @param refusal the specification's sentence for a token without the permission
 */
export function Authorized(permission: Permission, refusal: string): MethodDecorator {
  return applyDecorators(
    RequiredPermission({ permission, refusal }),
    UseGuards(AccessGuard),
    ApiBearerAuth(),
    ApiHeader({
      name: 'X-Organization-ID',
      required: false,
      // No example: Swagger UI would send it for everybody.
      description: "Id of the organization to work for, such as 1; the account's default organization when left out.",
      schema: { type: 'string' },
    }),
    ApiErrors(refusal),
  );
}

/** The `Access` of a request that passed `@Authorized`. */
export const CurrentAccess = createParamDecorator((_: unknown, context: ExecutionContext): Access => {
  const { access } = context.switchToHttp().getRequest<AuthorizedRequest>();
  if (access === undefined) throw new Error('@CurrentAccess needs @Authorized on the same route.');
  return access;
});
