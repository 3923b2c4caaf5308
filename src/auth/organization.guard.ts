import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { noteCaller } from '../common/caller';
import type { AccountAccess } from './account-access';
import { ForeignOrganizationError, NoOrganizationError } from './auth.errors';
import { tokenOf, type AuthorizedRequest } from './authorized-request';
import { RequestBudgets } from './request-budgets';
import { requestOf } from '../common/http-context';
import { notesOf } from '../common/request-notes';

/** Finds the organization that a request is for (400, 403), and limits the rate of all of its tokens together (429). */
@Injectable()
export class OrganizationGuard implements CanActivate {
  constructor(private readonly budgets: RequestBudgets) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = requestOf<AuthorizedRequest>(context);
    const { claims, account } = tokenOf(request);
    const organizationId = selectOrganization(request.headers['x-organization-id'], account);
    noteCaller(request, { organizationId });
    const { tokenId, permissions, isTest } = claims;
    notesOf(request).access = { tokenId, accountId: account.accountId, organizationId, permissions, isTest };
    // Behind the rate of the token: one that is refused for itself takes nothing from the others.
    const counting = this.budgets.useOfOrganization(organizationId);
    return counting === undefined ? true : counting.then(() => true);
  }
}

function selectOrganization(header: string | string[] | undefined, account: AccountAccess): number {
  const named = header === undefined ? '' : String(header).trim();
  if (named !== '') {
    if (!account.organizationIds.has(named)) throw new ForeignOrganizationError();
    return Number(named);
  }
  const fallback = account.defaultOrganizationId;
  if (fallback === null || !account.organizationIds.has(String(fallback))) throw new NoOrganizationError();
  return fallback;
}
