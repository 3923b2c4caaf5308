import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { noteCaller } from '../common/caller';
import { readId } from '../common/id.pipe';
import type { MemberRole } from '../organizations/member-role';
import { MembershipsService } from '../organizations/memberships.service';
import { OrganizationNotFoundError } from '../organizations/organizations.errors';
import { requireRole } from '../organizations/role-rules';
import type { SignedInRequest } from '../sessions/session-guard';

/** Who asks, and for which organization: what a request carries once it has passed the guard. */
export interface MemberAccess {
  accountId: number;
  organizationId: number;
  role: MemberRole;
}

export type MemberRequest = SignedInRequest & { member?: MemberAccess };

export const NeededRole = Reflector.createDecorator<MemberRole>();

/**
 * Lets members of the path's organization in whose role suffices. An organization that is not theirs is missing to them:
 * nobody learns which ids there are.
 */
@Injectable()
export class OrganizationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly memberships: MembershipsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<MemberRequest>();
    const { session } = request;
    if (session === undefined) throw new Error('The OrganizationGuard stands behind the SessionGuard.');
    const organizationId = readId(request.params['organizationId']);
    const role = await this.memberships.role(organizationId, session.accountId);
    if (role === null) throw new OrganizationNotFoundError(organizationId);
    noteCaller(request, { organizationId });
    requireRole(role, this.reflector.get(NeededRole, context.getHandler()));
    request.member = { accountId: session.accountId, organizationId, role };
    return true;
  }
}
