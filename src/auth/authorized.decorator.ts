import { applyDecorators, createParamDecorator, UseGuards, type ExecutionContext } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader } from '@nestjs/swagger';
import { ApiErrors } from '../common/openapi/api-errors.decorator';
import type { Access } from './access';
import type { AuthorizedRequest } from './authorized-request';
import { JwtAuthGuard } from './jwt-auth.guard';
import { OrganizationGuard } from './organization.guard';
import type { Permission } from './permissions';
import { PermissionsGuard } from './permissions.guard';
import { RequirePermissions } from './require-permissions.decorator';
import { TokenThrottlerGuard } from './token-throttler.guard';
import { ViewerGuard } from './viewer.guard';
import { requestOf } from '../common/http-context';
import { notesOf } from '../common/request-notes';

/**
 * Guards a route and documents what guards it, in this order: token (401), its rate (429), organization (400, 403) and the
 * rate of that (429), permission (403), role (403). Body and credits are checked later.
 * @param refusal the specification's sentence for a token without the permission
 */
export function Authorized(permission: Permission, refusal: string): MethodDecorator {
  return applyDecorators(
    RequirePermissions({ permissions: [permission], refusal }),
    UseGuards(JwtAuthGuard, TokenThrottlerGuard, OrganizationGuard, PermissionsGuard, ViewerGuard),
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
  const { access } = notesOf(requestOf<AuthorizedRequest>(context));
  if (access === undefined) throw new Error('@CurrentAccess needs @Authorized on the same route.');
  return access;
});
