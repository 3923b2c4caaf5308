import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Actor } from '../../audit/actor';
import { AuditLog } from '../../audit/audit-log';
import { addressKey } from '../../common/address-key';
import { Clock } from '../../common/clock';
import { Database } from '../../database/database';
import { isDuplicate } from '../../database/is-duplicate';
import { StoredEvent } from '../record/stored-event.entity';
import { keyOfEvent } from '../record/to-stored-event';
import { isTestSide } from '../test-side';
import { AddressData } from './address-data';
import { AddressTurns, PATIENT_TRIES } from './address-turns';
import { addressBusy } from './address-busy';
import { MOST_AHEAD, clearedState } from './fold-events';
import { KnownAddressesRepository } from './known-addresses.repository';

/**
 * Deletes all that is kept of one address for an organization: what is known, its events, its verdicts with what came of them, its single checks. Of
 * the address a hash stays for a month, and of events from ahead of our clock, so that what providers tell again of the time before does not
 * bring it back.
 */
@Injectable()
export class AddressDeletion {
  constructor(
    private readonly database: Database,
    @InjectRepository(StoredEvent) private readonly events: Repository<StoredEvent>,
    private readonly addresses: KnownAddressesRepository,
    private readonly data: AddressData,
    private readonly turns: AddressTurns,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @param organizationId or its test side, whose deletions are no news; @param email normalised; @throws DatabaseUnavailableError */
  async delete(organizationId: number, email: string, by: Actor): Promise<void> {
    const key = addressKey(email);
    const attempt = async () => (await this.tryToDelete(organizationId, email, key, by)) || null;
    if ((await this.turns.take(organizationId, [key], PATIENT_TRIES, attempt)) === null) throw addressBusy();
    this.data.forget({ organizationId, email });
  }

  private async tryToDelete(organizationId: number, email: string, key: string, by: Actor): Promise<boolean> {
    await this.data.prepare({ organizationId, email });
    const now = this.clock.now();
    const before = await this.addresses.findOne(organizationId, key);
    const state = clearedState(before?.state ?? {}, now, await this.ahead(organizationId, key));
    const outcome = await this.database
      .atomically([
        ...this.addresses.writeSteps([{ organizationId, addressKey: key, email: null, state, before, now }]),
        this.events.createQueryBuilder().delete().where({ organizationId, addressKey: key }),
        ...this.data.deletionsOf({ organizationId, email }),
        ...(isTestSide(organizationId)
          ? []
          : [this.audit.entry({ organizationId, by, action: 'feedback_address_deletion', details: { email } })]),
      ])
      .catch((error: unknown) => {
        if (isDuplicate(error)) return 'rolled_back' as const;
        throw error;
      });
    return outcome === 'done';
  }

  /** Events of clocks that went ahead of ours: by their time they will happen only after the deletion, so they are known by their keys. */
  private async ahead(organizationId: number, addressKey: string): Promise<string[]> {
    const found = await this.events
      .createQueryBuilder('e')
      .select(['e.id', 'e.sourceId', 'e.dedupHash'])
      .where({ organizationId, addressKey })
      // What will happen in years has happened when it was told.
      .andWhere('e.occurredAt >= e.receivedAt')
      .orderBy('e.id', 'DESC')
      .limit(MOST_AHEAD)
      .getMany();
    return found.map(keyOfEvent);
  }
}
