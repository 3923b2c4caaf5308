import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { logSecurityEvent } from '../common/security-event';
import { RateLimitedError, UnauthenticatedError } from './auth.errors';
import { RequestBudgets } from './request-budgets';

/** Failed authentications that one client address may make, as a multiple of a token's request budget. */
const FACTOR = 5;

/** Counts tokens and sessions that don't hold, by client: they are guesses when there are many. */
@Injectable()
export class FailedAuthentications {
  constructor(private readonly budgets: RequestBudgets) {}

  /** What a request is refused with whose token or session does not hold. */
  async refusal(request: Request): Promise<UnauthenticatedError | RateLimitedError> {
    const failures = await this.budgets.useByClient('failed authentication', request.ip, FACTOR);
    if (!failures.isExceeded) return new UnauthenticatedError();
    logSecurityEvent(request, 'failed_authentications', 'refused');
    return new RateLimitedError(failures.resetSeconds);
  }
}
