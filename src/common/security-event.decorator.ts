import {
  applyDecorators,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import { tap, type Observable } from 'rxjs';
import { DomainError } from './domain-error';
import { logSecurityEvent, type EventFacts } from './security-event';
import { requestOf } from './http-context';

/** Metadata of the routes that have one. */
export const SECURITY_EVENT = 'security event';
/** Ids in paths that tell what was changed. The secret of an invitation or a link is none of them. */
const PATH_IDS: Record<string, string> = {
  accountId: 'memberId',
  sessionId: 'endedSessionId',
  tokenId: 'tokenId',
  invitationId: 'invitationId',
};

/**
 * Notes every call of the route in the log that passed its guards, done or refused, as the event of this name. For all
 * that changes accounts, rights or secrets; a test looks that no such route is without.
 */
export function SecurityEvent(event: string): MethodDecorator {
  return applyDecorators(SetMetadata(SECURITY_EVENT, event), UseInterceptors(new SecurityEventInterceptor(event)));
}

class SecurityEventInterceptor implements NestInterceptor {
  constructor(private readonly event: string) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf<Request>(context);
    return next.handle().pipe(
      tap({
        complete: () => {
          logSecurityEvent(request, this.event, 'done', pathFacts(request));
        },
        error: (error: unknown) => {
          const [outcome, reason] =
            error instanceof DomainError ? (['refused', error.kind] as const) : (['failed', null] as const);
          logSecurityEvent(request, this.event, outcome, { ...pathFacts(request), reason });
        },
      }),
    );
  }
}

function pathFacts({ params }: Request): EventFacts {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const fact = PATH_IDS[name];
      return fact === undefined ? [] : [[fact, String(value).slice(0, 40)]];
    }),
  );
}
