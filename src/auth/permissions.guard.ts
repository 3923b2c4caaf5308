import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { MissingPermissionError } from './auth.errors';
import { tokenOf, type AuthorizedRequest } from './authorized-request';
import { RequirePermissions } from './require-permissions.decorator';
import { requestOf } from '../common/http-context';

/** Lets tokens in that have the permissions of `@RequirePermissions` (403). */
@Injectable()
export class PermissionsGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { claims } = tokenOf(requestOf<AuthorizedRequest>(context));
    const { permissions, refusal } = this.reflector.get(RequirePermissions, context.getHandler());
    if (!permissions.every((permission) => claims.permissions.has(permission)))
      throw new MissingPermissionError(refusal);
    return true;
  }
}
