import { Injectable, NotFoundException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { sessionOf, type SignedInRequest } from '../sessions/session.guard';
import { OperatorRights } from './operator-rights';
import { requestOf } from '../common/http-context';

/** Lets operators in; to everybody else there is nothing here (404), as on a route that is none. */
@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(private readonly rights: OperatorRights) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { accountId } = sessionOf(requestOf<SignedInRequest>(context));
    if (!(await this.rights.isOperator(accountId))) throw new NotFoundException();
    return true;
  }
}
