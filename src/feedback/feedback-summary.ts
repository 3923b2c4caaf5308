import { Injectable } from '@nestjs/common';
import { AddressPages, MOST_COUNTED } from './known/address-pages';
import { EventPages } from './record/event-pages';
import { FeedbackSources } from './sources/feedback-sources.service';

export interface Summary {
  sourceCount: number;
  /** `MOST_COUNTED` at most. */
  bouncedCount: number;
  hasMoreBounced: boolean;
  /** Milliseconds since the epoch; null: never. */
  lastEventAt: number | null;
}

/** An organization's feedback in a line. */
@Injectable()
export class FeedbackSummary {
  constructor(
    private readonly sources: FeedbackSources,
    private readonly addresses: AddressPages,
    private readonly pages: EventPages,
  ) {}

  async of(organizationId: number): Promise<Summary> {
    const newest = { before: null, limit: 1, types: null, sourceId: null, email: null };
    const [sources, bouncedCount, { events }] = await Promise.all([
      this.sources.list(organizationId),
      this.addresses.count(organizationId, 'bounced'),
      // Programs tell events too, which no source counts.
      this.pages.read(organizationId, newest),
    ]);
    const instants = [...sources.map(({ lastEventAt }) => lastEventAt), events[0]?.receivedAt ?? null];
    const last = Math.max(...instants.map((at) => at ?? -Infinity));
    return {
      sourceCount: sources.length,
      bouncedCount,
      hasMoreBounced: bouncedCount === MOST_COUNTED,
      lastEventAt: Number.isFinite(last) ? last : null,
    };
  }
}
