import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { MemberRole } from '../organizations/member-role';
import { requireRole } from '../organizations/role-rules';
import { memberOf, type MemberRequest } from './membership.guard';
import { requestOf } from '../common/http-context';

/** The least role of a member who may use a route. */
export const RequireRole = Reflector.createDecorator<MemberRole>();

/** Lets members in whose role suffices (403). */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { role } = memberOf(requestOf<MemberRequest>(context));
    requireRole(role, this.reflector.get(RequireRole, context.getHandler()));
    return true;
  }
}
