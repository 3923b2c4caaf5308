import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { FailedAuthentications } from '../auth/failed-authentications';
import { noteCaller } from '../common/caller';
import { readSessionCookies } from './session-cookie';
import { SessionsService, type Session } from './sessions.service';
import { requestOf } from '../common/http-context';

export type SignedInRequest = Request & { session?: Session };

/** Lets in who is signed in (401; 429 for a client that keeps failing). */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionsService,
    private readonly failures: FailedAuthentications,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf<SignedInRequest>(context);
    const session = await this.sessions.find(readSessionCookies(request));
    if (session === null) throw await this.failures.refusal(request);
    noteCaller(request, { accountId: session.accountId, sessionId: session.id });
    request.session = session;
    return true;
  }
}

/** @throws Error where a guard stands in the wrong place */
export function sessionOf({ session }: SignedInRequest): Session {
  if (session === undefined) throw new Error('The SessionGuard stands in front of the guards that need a session.');
  return session;
}
