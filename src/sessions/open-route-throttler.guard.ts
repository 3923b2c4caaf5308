import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { RequestBudgets } from '../auth/request-budgets';
import { requireBudget } from '../auth/require-budget';
import { logSecurityEvent } from '../common/security-event';
import { requestOf } from '../common/http-context';

/**
 * For routes of the interface that need neither token nor session: counts the client before anything that it sent is
 * looked at. A guard, since guards run before bodies are read.
 */
@Injectable()
export class OpenRouteThrottlerGuard implements CanActivate {
  constructor(private readonly budgets: RequestBudgets) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf<Request>(context);
    const state = await this.budgets.useByClient('open routes', request.ip);
    if (state.isExceeded) logSecurityEvent(request, 'open_routes', 'refused', { reason: 'rate_limited' });
    requireBudget(state);
    return true;
  }
}
