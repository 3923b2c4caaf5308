import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { RequestBudgets } from '../auth/request-budgets';
import { sessionOf, type SignedInRequest } from './session.guard';
import { requestOf } from '../common/http-context';

/** What one account's pages may ask for in a minute, as a multiple of a token's budget: a page asks for several things. */
const FACTOR = 10;

/** Limits the rate of all pages of an account together (429). */
@Injectable()
export class AccountThrottlerGuard implements CanActivate {
  constructor(private readonly budgets: RequestBudgets) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { accountId } = sessionOf(requestOf<SignedInRequest>(context));
    await this.budgets.use(`account ${accountId}`, FACTOR);
    return true;
  }
}
