import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { requireSameOrigin } from './require-same-origin';

/** For routes that need no session: another site must not sign a browser in either, into an account of its choice. */
@Injectable()
export class OwnPagesOnlyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    requireSameOrigin(context.switchToHttp().getRequest<Request>());
    return true;
  }
}
