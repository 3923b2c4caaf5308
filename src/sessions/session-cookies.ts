import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie';
import { SessionsService } from './sessions.service';

/** Starts sessions of browsers. */
@Injectable()
export class SessionCookies {
  constructor(private readonly sessions: SessionsService) {}

  /** A new session, always with a new secret; the one that the browser had ends (no fixation, nothing left behind). */
  async renew(accountId: number, request: Request, response: Response): Promise<void> {
    const earlier = readSessionCookie(request);
    if (earlier !== null) await this.sessions.endBySecret(earlier);
    setSessionCookie(request, response, await this.sessions.start(accountId, request.headers['user-agent']));
  }

  clear(request: Request, response: Response): void {
    clearSessionCookie(request, response);
  }
}
