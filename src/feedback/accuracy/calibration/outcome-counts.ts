import type { ConfidenceRow } from '../../../engine';
import type { Outcome } from '../answered-verdict.entity';

export interface Counts {
  delivered: number;
  bounced: number;
}

type Answered = Pick<ConfidenceRow, 'status' | 'subStatus' | 'confidence'>;

/** How many mails arrived after verdicts of each status, reason and confidence. */
export class OutcomeCounts {
  private readonly counts = new Map<string, Counts>();

  add(answered: Answered, outcome: Outcome, number = 1): void {
    const key = keyOf(answered);
    const counts = this.counts.get(key) ?? { delivered: 0, bounced: 0 };
    counts[outcome === 'delivered' ? 'delivered' : 'bounced'] += number;
    this.counts.set(key, counts);
  }

  of(answered: Answered): Counts {
    return this.counts.get(keyOf(answered)) ?? { delivered: 0, bounced: 0 };
  }

  /** One of so many parts of like size, each with as many of every kind; what is left; pairs of one kind are alike. */
  split(part: number, parts: number): { part: OutcomeCounts; rest: OutcomeCounts } {
    const split = { part: new OutcomeCounts(), rest: new OutcomeCounts() };
    for (const [key, { delivered, bounced }] of this.counts) {
      // From the other end, so that small kinds don't all fall to the first parts.
      const taken = { delivered: shareOf(delivered, part, parts), bounced: shareOf(bounced, parts - 1 - part, parts) };
      split.part.counts.set(key, taken);
      split.rest.counts.set(key, { delivered: delivered - taken.delivered, bounced: bounced - taken.bounced });
    }
    return split;
  }
}

const keyOf = ({ status, subStatus, confidence }: Answered): string => `${status} ${subStatus} ${confidence}`;

/** Of things dealt out one after the other how many a part gets. */
const shareOf = (count: number, part: number, parts: number): number => Math.floor((count + parts - 1 - part) / parts);
