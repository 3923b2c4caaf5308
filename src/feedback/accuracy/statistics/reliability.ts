import { wilson, type Share } from './wilson';

/** Verdicts of one confidence, and how many of them mails reached. */
export interface Forecasts {
  /** Chance that mail arrives, 0 to 1. */
  chance: number;
  known: number;
  delivered: number;
}

export interface ReliabilityBin {
  /** Chances from this one on, 0 to 1. */
  from: number;
  /** Below this one; in the last bin also it. */
  to: number;
  known: number;
  delivered: number;
  /** Null: nothing is known. */
  meanChance: number | null;
  /** Of mails that arrived; null: nothing is known. */
  share: Share | null;
}

const BINS = 10;

/**
 * The mean squared distance of forecasts from what happened (G. W. Brier, 1950): 0 is perfect, 0.25 is what saying 50 % each
 * time gets, 1 is always wrong. Null without a case.
 */
export function brier(forecasts: readonly Forecasts[]): number | null {
  let known = 0;
  let sum = 0;
  for (const { chance, known: cases, delivered } of forecasts) {
    known += cases;
    sum += delivered * (1 - chance) ** 2 + (cases - delivered) * chance ** 2;
  }
  return known === 0 ? null : sum / known;
}

/** A reliability diagram: forecasts in ten bins of equal width, against what happened. */
export function reliabilityBins(forecasts: readonly Forecasts[]): ReliabilityBin[] {
  const bins = Array.from({ length: BINS }, () => ({ known: 0, delivered: 0, chances: 0 }));
  for (const { chance, known, delivered } of forecasts) {
    // Chances are whole percents: rounded, since 0.29 * 100 is a little less than 29.
    const bin = bins[Math.min(BINS - 1, Math.floor(Math.round(chance * 100) / BINS))];
    if (bin === undefined) continue;
    bin.known += known;
    bin.delivered += delivered;
    bin.chances += chance * known;
  }
  return bins.map(({ known, delivered, chances }, place) => ({
    from: place / BINS,
    to: (place + 1) / BINS,
    known,
    delivered,
    meanChance: known === 0 ? null : chances / known,
    share: wilson(delivered, known),
  }));
}
