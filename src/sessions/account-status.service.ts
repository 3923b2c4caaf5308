import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, type FindOptionsWhere, type Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import { COMMAND_LINE, type OperatorRight } from '../audit/operator-right';
import { AccessChanges } from '../common/access-changes';
import { Clock } from '../common/clock';
import { Database, type Proof } from '../database/database';
import { Account } from '../organizations/account.entity';
import { AccountNotFoundError } from '../organizations/organizations.errors';
import { AccountStateError } from './sessions.errors';
import { SessionsService } from './sessions.service';

/**
 * Switches accounts off and on, and says who operates the service. While an account is off nobody signs in to it, its
 * sessions have ended and its tokens are refused; what it sent goes on, and nothing of it is lost.
 */
@Injectable()
export class AccountStatusService {
  constructor(
    private readonly database: Database,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly sessions: SessionsService,
    private readonly audit: AuditLog,
    private readonly changes: AccessChanges,
    private readonly clock: Clock,
  ) {}

  /** Twice is no error. @throws AccountNotFoundError, AccountStateError of an operator's, what the right says */
  async disable(id: number, right: OperatorRight = COMMAND_LINE): Promise<void> {
    const disabledAt = this.clock.now();
    const outcome = await this.database.atomically(
      [
        ...right.steps,
        {
          statement: this.accounts
            .createQueryBuilder()
            .update()
            .set({ disabledAt })
            .where({ id, disabledAt: IsNull(), isOperator: 0 }),
          ifNone: 'rollback',
        },
        this.sessions.ending(id),
        this.audit.entry({ organizationId: null, by: right.by, action: 'account_disabling', subject: id }),
      ],
      this.proof({ id, disabledAt }),
    );
    if (outcome !== 'done') {
      await right.require();
      await this.requireNoOperator(id);
    }
    await this.changes.announce();
  }

  /** Twice is no error. @throws AccountNotFoundError, what the right says */
  async enable(id: number, right: OperatorRight = COMMAND_LINE): Promise<void> {
    const outcome = await this.database.atomically(
      [
        ...right.steps,
        {
          statement: this.accounts
            .createQueryBuilder()
            .update()
            .set({ disabledAt: null })
            .where({ id, disabledAt: Not(IsNull()) }),
          ifNone: 'rollback',
        },
        this.audit.entry({ organizationId: null, by: right.by, action: 'account_enabling', subject: id }),
      ],
      this.proof({ id, disabledAt: IsNull() }),
    );
    if (outcome !== 'done') {
      await right.require();
      await this.find(id);
    }
    await this.changes.announce();
  }

  /** For the command line alone. Twice is no error. @throws AccountNotFoundError, AccountStateError of one that is off */
  async setOperator(id: number, isOperator: boolean): Promise<void> {
    const [before, after] = isOperator ? [0, 1] : [1, 0];
    const update = this.accounts.createQueryBuilder().update().set({ isOperator: after });
    const outcome = await this.database.atomically(
      [
        { statement: update.where({ id, isOperator: before, disabledAt: IsNull() }), ifNone: 'rollback' },
        this.audit.entry({
          organizationId: null,
          by: COMMAND_LINE.by,
          action: 'operator_change',
          subject: id,
          details: { operator: isOperator },
        }),
      ],
      this.proof({ id, isOperator: after }),
    );
    if (outcome === 'done') return;
    const { disabledAt } = await this.find(id);
    if (disabledAt !== null)
      throw new AccountStateError(`Account ${id} is switched off: \`account enable\` comes first.`);
  }

  /** @throws AccountNotFoundError, AccountStateError of an operator's account */
  async requireNoOperator(id: number): Promise<void> {
    if ((await this.find(id)).isOperator === 0) return;
    throw new AccountStateError(
      `Account ${id} operates this service: \`account operator off ${id}\` on the command line comes first.`,
    );
  }

  private async find(id: number): Promise<Account> {
    const account = await this.accounts.findOneBy({ id });
    if (account === null) throw new AccountNotFoundError(String(id));
    return account;
  }

  private proof(where: FindOptionsWhere<Account>): Proof {
    return this.accounts.createQueryBuilder('account').select('1').where(where);
  }
}
