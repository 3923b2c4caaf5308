import { UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { JsonLimits } from './read-json';
import { UnreadBody } from './unread-body';
import { requestOf } from './http-context';

const MAX_BYTES = 102_400;
/** For routes that anybody may ask, whose fields are few and short. */
export const OPEN_ROUTE_BYTES = 4096;
const WITHIN_MS = 15_000;

/**
 * For each route with a `@Body()`: says how much of a body is read. The pipe reads it: behind the guards, since a caller
 * without a token must learn that first, and what he sends is not read for him.
 * @param maxBytes 100 kB unless given
 */
export function JsonBody(maxBytes = MAX_BYTES): MethodDecorator {
  return UseGuards(new UnreadBodyGuard({ maxBytes, withinMs: WITHIN_MS }));
}

/** Lets everybody in. No interceptor, whose way through RxJS costs a single check a twelfth of its time. */
class UnreadBodyGuard implements CanActivate {
  constructor(private readonly limits: JsonLimits) {}

  canActivate(context: ExecutionContext): boolean {
    const request = requestOf<Request>(context);
    request.body = new UnreadBody(request, this.limits);
    return true;
  }
}
