import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { clearSessionCookie, readSessionCookies, setSessionCookie } from './session-cookie';
import { HOUR_MS } from './session-lifetimes';
import { SessionsService, type Session } from './sessions.service';

/** Sessions of browsers, by their cookies. */
@Injectable()
export class SessionCookies {
  constructor(
    private readonly sessions: SessionsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** A new session, always with a new secret; those that the browser had end (no fixation, nothing left behind). @param isSignIn see `start` */
  async renew(accountId: number, request: Request, response: Response, isSignIn = false): Promise<Session> {
    for (const earlier of readSessionCookies(request)) await this.sessions.endBySecret(earlier);
    const { secret, session } = await this.sessions.start(accountId, request.headers['user-agent'], isSignIn);
    setSessionCookie(request, response, secret, this.config.SESSION_MAX_HOURS * HOUR_MS);
    return session;
  }

  /** The id of a session of this account that the browser has or had, until it signed out; null: it has none. */
  async knownSession(request: Request, email: string): Promise<number | null> {
    const secrets = readSessionCookies(request);
    return secrets.length === 0 ? null : this.sessions.idOf(secrets, email);
  }

  clear(request: Request, response: Response): void {
    clearSessionCookie(request, response);
  }
}
