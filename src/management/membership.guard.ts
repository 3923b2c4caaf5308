import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { noteCaller } from '../common/caller';
import { readId } from '../common/read-id';
import type { MemberRole } from '../organizations/member-role';
import { MembershipsService } from '../organizations/memberships.service';
import { OrganizationNotFoundError } from '../organizations/organizations.errors';
import { TwoFactorRequirement } from './two-factor-requirement';
import { sessionOf, type SignedInRequest } from '../sessions/session.guard';
import { requestOf } from '../common/http-context';

/** Who asks, and for which organization: what a request carries once it has passed the guard. */
export interface MemberAccess {
  accountId: number;
  organizationId: number;
  role: MemberRole;
}

export type MemberRequest = SignedInRequest & { member?: MemberAccess };

/**
 * Lets members of the path's organization in (400, 404; 403 where it asks for a second factor). An organization that is not theirs is missing to them: nobody
 * learns which ids there are.
 */
@Injectable()
export class MembershipGuard implements CanActivate {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly requirement: TwoFactorRequirement,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf<MemberRequest>(context);
    const { accountId } = sessionOf(request);
    const organizationId = readId(request.params['organizationId']);
    const role = await this.memberships.role(organizationId, accountId);
    if (role === null) throw new OrganizationNotFoundError(organizationId);
    noteCaller(request, { organizationId });
    await this.requirement.require(organizationId, accountId);
    request.member = { accountId, organizationId, role };
    return true;
  }
}

/** @throws Error where a guard stands in the wrong place */
export function memberOf({ member }: MemberRequest): MemberAccess {
  if (member === undefined) throw new Error('The MembershipGuard stands in front of what needs a member.');
  return member;
}
