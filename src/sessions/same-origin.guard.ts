import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { requireSameOrigin } from './require-same-origin';
import { requestOf } from '../common/http-context';

/** Refuses what another site asks for (403): in the name of who is signed in, or to sign a browser in itself. */
@Injectable()
export class SameOriginGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    requireSameOrigin(requestOf<Request>(context));
    return true;
  }
}
