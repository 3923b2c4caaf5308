import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import { OPERATOR } from '../audit/actor';
import type { OperatorRight } from '../audit/operator-right';
import { UnauthenticatedError } from '../auth/auth.errors';
import { Clock } from '../common/clock';
import { bareColumnOf } from '../database/columns';
import type { Statement } from '../database/database';
import { Account } from '../organizations/account.entity';
import { StoredSession } from '../sessions/session.entity';
import type { Session } from '../sessions/sessions.service';

/** What an operator who is signed in may do, as `SessionGuard` and `OperatorGuard` see it. */
@Injectable()
export class OperatorRights {
  constructor(
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @InjectRepository(StoredSession) private readonly sessions: Repository<StoredSession>,
    private readonly clock: Clock,
  ) {}

  isOperator(accountId: number): Promise<boolean> {
    return this.accounts.existsBy({ id: accountId, isOperator: 1, disabledAt: IsNull() });
  }

  /** Locks the operator's row in the write, so that it is done before the right goes, or not at all. */
  of(session: Session): OperatorRight {
    return {
      by: { ...OPERATOR, accountId: session.accountId },
      steps: [{ statement: this.stillHeld(session), ifNone: 'rollback' }],
      require: async () => {
        if (!(await this.live(session.id).getExists())) throw new UnauthenticatedError();
        if (!(await this.isOperator(session.accountId))) throw new NotFoundException();
      },
    };
  }

  private stillHeld({ id, accountId }: Session): Statement {
    const live = this.live(id);
    return this.accounts
      .createQueryBuilder()
      .update()
      .set({ createdAt: () => bareColumnOf(this.accounts.metadata, 'createdAt') })
      .where({ id: accountId, isOperator: 1, disabledAt: IsNull() })
      .andWhere(`EXISTS (${live.getQuery()})`, live.getParameters());
  }

  private live(sessionId: number) {
    return this.sessions
      .createQueryBuilder('s')
      .select('1')
      .where('s.id = :sessionId AND s.expiresAt > :now', { sessionId, now: this.clock.now() });
  }
}
