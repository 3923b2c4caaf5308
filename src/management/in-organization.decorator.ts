import { applyDecorators, createParamDecorator, UseGuards, type ExecutionContext } from '@nestjs/common';
import { ApiCookieAuth, ApiExtraModels, ApiParam, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { MessageBody } from '../common/openapi/error-responses';
import type { MemberRole } from '../organizations/member-role';
import { ApiManagementErrors } from '../sessions/api-management-errors.decorator';
import { SESSION_COOKIE } from '../sessions/session-cookie';
import { SIGNED_IN_GUARDS } from '../sessions/signed-in.decorator';
import { MembershipGuard, type MemberAccess, type MemberRequest } from './membership.guard';
import { RequireRole, RoleGuard } from './role.guard';
import { requestOf } from '../common/http-context';

/**
 * Guards a route under `organizations/:organizationId` by session, membership (404) and role (403), and documents it.
 * @param role the least role that may do this
 */
export function InOrganization(role: MemberRole): MethodDecorator {
  return applyDecorators(
    RequireRole(role),
    UseGuards(...SIGNED_IN_GUARDS, MembershipGuard, RoleGuard),
    ApiExtraModels(MessageBody),
    ApiCookieAuth(SESSION_COOKIE),
    ApiManagementErrors(),
    ApiParam({
      name: 'organizationId',
      description: 'Id of one of your organizations.',
      schema: { type: 'integer', minimum: 1, example: 1 },
    }),
    ApiResponse({
      status: 404,
      description: 'You have no such organization, or it has nothing by this id.',
      schema: {
        $ref: getSchemaPath(MessageBody),
        example: { message: 'There is no organization 12 for this account.' },
      },
    }),
  );
}

/** The `MemberAccess` of a request that passed `@InOrganization`. */
export const CurrentMember = createParamDecorator((_: unknown, context: ExecutionContext): MemberAccess => {
  const { member } = requestOf<MemberRequest>(context);
  if (member === undefined) throw new Error('@CurrentMember needs @InOrganization on the same route.');
  return member;
});
