import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { requireRole } from '../organizations/role-rules';
import { tokenOf, type AuthorizedRequest } from './authorized-request';
import { requestOf } from '../common/http-context';
import { notesOf } from '../common/request-notes';

/** What only reads (RFC 9110 9.2.1). */
const READING = new Set(['GET', 'HEAD']);

/** Refuses what changes or costs something to tokens of accounts that only read in the organization (403). */
@Injectable()
export class ViewerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = requestOf<AuthorizedRequest>(context);
    const { account } = tokenOf(request);
    const organization = String(notesOf(request).access?.organizationId);
    if (!READING.has(request.method) && account.viewedIds.has(organization)) requireRole('viewer', 'member');
    return true;
  }
}
