import { Injectable } from '@nestjs/common';
import { AnsweredVerdicts } from '../accuracy/answered-verdicts';
import type { AnsweredVerdict } from '../accuracy/answered-verdict.entity';
import { UnknownAddressError } from '../feedback.errors';
import type { AddressState } from '../known/fold-events';
import { KnownAddresses } from '../known/known-addresses';
import type { Known } from '../known/known-kind';
import { EventPages } from './event-pages';
import type { StoredEvent } from './stored-event.entity';

const EVENTS_OF_AN_ADDRESS = 10;

export interface RecordOfAddress {
  told: { state: AddressState; known: Known | null };
  /** Its last ones, the newest first. */
  events: StoredEvent[];
  verdicts: AnsweredVerdict[];
}

/** All that is kept of one address for an organization. */
@Injectable()
export class AddressRecord {
  constructor(
    private readonly known: KnownAddresses,
    private readonly pages: EventPages,
    private readonly verdicts: AnsweredVerdicts,
  ) {}

  /** @param email normalised; @throws UnknownAddressError */
  async read(organizationId: number, email: string): Promise<RecordOfAddress> {
    const wanted = { before: null, limit: EVENTS_OF_AN_ADDRESS, types: null, sourceId: null, email };
    const [told, { events }, verdicts] = await Promise.all([
      this.known.state(organizationId, email),
      this.pages.read(organizationId, wanted),
      this.verdicts.of(organizationId, email),
    ]);
    if (told === null && events.length === 0 && verdicts.length === 0) throw new UnknownAddressError();
    return { told: told ?? { state: {}, known: null }, events, verdicts };
  }
}
