import type { Request } from 'express';

/** The pattern of a request's route, such as `/v1/invitations/:secret`; `unmatched` where there is none. */
export function routeOf(request: Request): string {
  return (request.route as { path?: string } | undefined)?.path ?? 'unmatched';
}
