import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { UnauthenticatedError } from '../auth/auth.errors';
import { readSessionCookies } from './session-cookie';
import { requestOf } from '../common/http-context';

/** Sends away who brings no session cookie at all (401): nobody is signed in whom another site could act for. */
@Injectable()
export class SessionCookieGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (readSessionCookies(requestOf<Request>(context)).length === 0) throw new UnauthenticatedError();
    return true;
  }
}
