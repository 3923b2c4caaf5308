import { Reflector } from '@nestjs/core';
import type { Permission } from './permissions';

export interface RequiredPermissions {
  permissions: readonly Permission[];
  /** The specification's sentence for a token that lacks one. */
  refusal: string;
}

/** What a token needs for a route: all of these permissions. */
export const RequirePermissions = Reflector.createDecorator<RequiredPermissions>();
