import type { Status } from '../../engine';
import type { Outcome } from './answered-verdict.entity';
import { brier, reliabilityBins, type Forecasts, type ReliabilityBin } from './statistics/reliability';
import { wilson, type Share } from './statistics/wilson';

/** How many verdicts have all of this in common. */
export interface VerdictGroup {
  status: Status;
  subStatus: string | null;
  /** Percent. */
  confidence: number;
  ofFeedback: boolean;
  provider: string | null;
  outcome: Outcome | null;
  count: number;
}

/** What became of some verdicts. */
export interface Outcomes {
  answered: number;
  /** Those of which it is known. */
  known: number;
  delivered: number;
  hardBounced: number;
  /** Of those of which it is known; null: of none. */
  bounceRate: Share | null;
  /** Of too few to go by. */
  isFew: boolean;
}

export interface Accuracy extends Pick<Outcomes, 'answered' | 'known' | 'delivered' | 'hardBounced'> {
  byStatus: ({ status: Status } & Outcomes)[];
  bySubStatus: ({ status: Status; subStatus: string | null } & Outcomes)[];
  /** Of verdicts that were not made of feedback. */
  reliability: { known: number; brier: number | null; bins: ReliabilityBin[] };
  /** Of addresses that were called `valid`, not for feedback: the worst first; last, all at hosts of no known provider (null). */
  providers: ({ provider: string | null } & Outcomes)[];
}

/** Thirty without a bounce still leave a rate of 11 % possible (the upper bound of Wilson's interval). */
export const FEW = 30;
const MOST_PROVIDERS = 10;

/** What groups of verdicts say of all. Pure. */
export function accuracyOf(groups: readonly VerdictGroup[]): Accuracy {
  const judged = groups.filter(({ ofFeedback }) => !ofFeedback);
  const forecasts = forecastsOf(judged);
  const { answered, known, delivered, hardBounced } = outcomesOf(groups);
  return {
    answered,
    known,
    delivered,
    hardBounced,
    byStatus: by(groups, ({ status }) => status).map(([{ status }, some]) => ({ status, ...outcomesOf(some) })),
    bySubStatus: by(groups, ({ status, subStatus }) => `${status} ${subStatus}`).map(
      ([{ status, subStatus }, some]) => ({
        status,
        subStatus,
        ...outcomesOf(some),
      }),
    ),
    reliability: {
      known: forecasts.reduce((sum, one) => sum + one.known, 0),
      brier: brier(forecasts),
      bins: reliabilityBins(forecasts),
    },
    providers: worstProviders(judged.filter(({ status }) => status === 'valid')),
  };
}

/** By the bounce rate that is certain at least, so that two mails to a small host don't stand above all. */
function worstProviders(groups: readonly VerdictGroup[]): Accuracy['providers'] {
  const all = by(groups, ({ provider }) => provider ?? '')
    .map(([{ provider }, some]) => ({ provider, ...outcomesOf(some) }))
    .filter(({ known }) => known > 0);
  const named = all
    .filter(({ provider }) => provider !== null)
    .sort((a, b) => (b.bounceRate?.low ?? 0) - (a.bounceRate?.low ?? 0) || b.known - a.known)
    .slice(0, MOST_PROVIDERS);
  return [...named, ...all.filter(({ provider }) => provider === null)];
}

function outcomesOf(groups: readonly VerdictGroup[]): Outcomes {
  const sum = (outcome?: Outcome): number =>
    groups.reduce((total, one) => total + (outcome === undefined || one.outcome === outcome ? one.count : 0), 0);
  const delivered = sum('delivered');
  const hardBounced = sum('hard_bounced');
  const known = delivered + hardBounced;
  return {
    answered: sum(),
    known,
    delivered,
    hardBounced,
    bounceRate: wilson(hardBounced, known),
    isFew: known < FEW,
  };
}

function forecastsOf(groups: readonly VerdictGroup[]): Forecasts[] {
  return by(groups, ({ confidence }) => String(confidence)).map(([{ confidence }, some]) => {
    const { known, delivered } = outcomesOf(some);
    return { chance: confidence / 100, known, delivered };
  });
}

/** Sorted into those that have something in common, each with one of them; those with the most verdicts first. */
function by(
  groups: readonly VerdictGroup[],
  key: (group: VerdictGroup) => string,
): (readonly [VerdictGroup, VerdictGroup[]])[] {
  const sorted = new Map<string, [VerdictGroup, VerdictGroup[]]>();
  for (const group of groups) {
    const found = sorted.get(key(group));
    if (found === undefined) sorted.set(key(group), [group, [group]]);
    else found[1].push(group);
  }
  const size = ([, some]: readonly [VerdictGroup, VerdictGroup[]]): number =>
    some.reduce((sum, { count }) => sum + count, 0);
  return [...sorted.values()].sort((a, b) => size(b) - size(a));
}
