import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { holdOf, releaseOf } from '../credits/causes';
import { CreditEntry } from '../credits/credit-entry.entity';
import { Ledger, type EntryNote } from '../credits/ledger';
import type { Step } from '../database/database';
import { prepared } from '../database/prepared';
import { Organization } from '../organizations/organization.entity';
import { Batch } from './batch.entity';

/** What a batch holds of its organization's credits, and gives back at its end, as steps for `Database.atomically`. */
@Injectable()
export class BatchCredits {
  // They stand behind each chunk that is saved.
  private readonly giveBack;
  private readonly enterRelease;

  constructor(
    @InjectRepository(Batch) private readonly batches: Repository<Batch>,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    @InjectRepository(CreditEntry) entries: Repository<CreditEntry>,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {
    const ofBatch = (value: string): string =>
      `(${batches.createQueryBuilder('batch').select(value).where('batch.id = :batchId').getQuery()})`;
    // What the allowance gave to the hold and the batch did not use; never more than this month has used.
    const back = ofBatch(
      'CASE WHEN batch.allowanceHeld > batch.creditsUsed THEN batch.allowanceHeld - batch.creditsUsed ELSE 0 END',
    );
    this.giveBack = prepared<'batchId'>(
      organizations
        .createQueryBuilder()
        .update()
        .set({
          allowanceUsed: () => `CASE WHEN allowanceUsed > ${back} THEN allowanceUsed - ${back} ELSE 0 END`,
          balance: () => `balance + ${ofBatch('batch.creditsHeld - batch.creditsUsed')}`,
        })
        .where(`id = ${ofBatch('batch.organizationId')}`),
    );
    // In the order of the entity's columns.
    const released = batches
      .createQueryBuilder('batch')
      .select('batch.organizationId', 'organizationId')
      .addSelect('batch.creditsHeld - batch.creditsUsed', 'amount')
      .addSelect(':kind', 'kind')
      .addSelect(':cause', 'cause')
      .addSelect(':createdAt', 'createdAt')
      .where('batch.id = :batchId AND batch.creditsHeld > batch.creditsUsed')
      .setParameters({ kind: 'release' });
    this.enterRelease = prepared<'batchId' | 'cause' | 'createdAt'>(
      entries
        .createQueryBuilder()
        .insert()
        .into(CreditEntry, ['organizationId', 'amount', 'kind', 'cause', 'createdAt'])
        .valuesFromSelect(released),
    );
  }

  /**
   * Sets aside what a batch can cost at most, and notes in its row what of it came out of the allowance; rolls back where the
   * balance does not suffice.
   * @param about what the list is called, and who sends it
   */
  hold(organizationId: number, batchId: number, amount: number, about: EntryNote = {}): Step[] {
    if (amount === 0) return [];
    const left = this.organizations
      .createQueryBuilder('organization')
      .select(
        'CASE WHEN organization.allowanceMonthly - organization.allowanceUsed < :amount ' +
          'THEN organization.allowanceMonthly - organization.allowanceUsed ELSE :amount END',
      )
      .where('organization.id = :organizationId');
    const note = this.batches
      .createQueryBuilder()
      .update()
      .set({ creditsHeld: amount, allowanceHeld: () => `(${left.getQuery()})` })
      .where('id = :batchId', { batchId, organizationId, amount });
    return [note, ...this.ledger.spend(organizationId, amount, holdOf(batchId), 'hold', about)];
  }

  /**
   * Gives back what a batch held and did not use, read from its row. It goes to the credits first and to the allowance
   * last, the reverse of spending: an unused allowance must not turn into credits that never expire.
   */
  release(batchId: number): Step[] {
    return [
      this.giveBack({ batchId }),
      this.enterRelease({ batchId, cause: releaseOf(batchId), createdAt: this.clock.now() }),
    ];
  }
}
