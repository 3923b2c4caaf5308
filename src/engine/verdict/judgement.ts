import type { Evidence, Status, SubStatus, SUB_STATUSES } from '../verification';

/** A status with its reason, before lists and suggestion have their say. */
export interface Judgement {
  status: Status;
  subStatus: SubStatus | null;
  /** Percent; what is answered for it stands in `ConfidenceTable`. */
  confidence: number;
  smtpValid: boolean | null;
  /** A later question by the same sender may settle it. */
  retryable: boolean;
  /** What it rests on. */
  layer: Evidence['layer'];
}

type Details = Pick<Judgement, 'confidence' | 'layer'> & Partial<Pick<Judgement, 'smtpValid' | 'retryable'>>;

/** A definitive answer: the address cannot receive mail. */
export function invalid(subStatus: (typeof SUB_STATUSES)['invalid'][number], details: Details): Judgement {
  return { status: 'invalid', subStatus, smtpValid: null, retryable: false, ...details };
}

/** Nothing definitive: about the client, about the moment, or about nothing in particular. */
export function unknown(subStatus: (typeof SUB_STATUSES)['unknown'][number], details: Details): Judgement {
  return { status: 'unknown', subStatus, smtpValid: null, retryable: false, ...details };
}

export function risky(subStatus: (typeof SUB_STATUSES)['risky'][number], details: Details): Judgement {
  return { status: 'risky', subStatus, smtpValid: null, retryable: false, ...details };
}
