import type { FeedbackEventType } from '../../../src/feedback/events/feedback-event';
import type { FeedbackProviderName } from '../../../src/feedback/events/provider-names';
import type { KnownGroup, KnownKind } from '../../../src/feedback/known/kinds';
import type { Status } from '../../../src/engine/verification';

/** What is known of feedback, as it travels. Times are ISO 8601. */

export type { FeedbackEventType, FeedbackProviderName, KnownGroup, KnownKind };

export interface FeedbackSummary {
  source_count: number;
  /** 10,000 at most. */
  bounced_count: number;
  has_more_bounced: boolean;
  last_event_at: string | null;
}

/** What an operator sees of a source. */
export interface OperatedSource {
  id: number;
  provider: FeedbackProviderName;
  name: string;
  is_enabled: boolean;
  has_secret: boolean;
  old_secret_until: string | null;
  old_address_until: string | null;
  event_count: number;
  duplicate_count: number;
  ignored_count: number;
  fault_count: number;
  last_event_at: string | null;
  last_error: string | null;
  last_error_at: string | null;
  created_at: string;
}

export interface FeedbackSource extends OperatedSource {
  /** Of Amazon SES. */
  topic_arn: string | null;
  confirmation_url: string | null;
}

export interface FeedbackTest {
  state: 'none' | 'waiting' | 'read' | 'refused';
  sent_at: string | null;
  signature: 'checked' | 'not_checked' | 'none';
  duration_ms: number | null;
  event: { type: FeedbackEventType; email: string | null; diagnostic: string | null } | null;
  reason: string | null;
}

export interface ListedAddress {
  email: string;
  /** Null: nothing that still counts. */
  known: KnownKind | null;
  since: string | null;
}

export interface AddressEvent {
  id: number;
  type: FeedbackEventType;
  diagnostic: string | null;
  occurred_at: string;
}

export interface KnownAddress extends ListedAddress {
  last_hard_bounce_at: string | null;
  last_soft_bounce_at: string | null;
  last_complaint_at: string | null;
  last_suppression_at: string | null;
  last_delivery_at: string | null;
  events: AddressEvent[];
}

export interface ImportedRows {
  rows: number;
  accepted: number;
  duplicates: number;
  /** What the rows that were taken, or known before, were read as. */
  events: Record<Exclude<FeedbackEventType, 'ignored'>, number>;
  rejected_count: number;
  rejected: { line: number; message: string }[];
}

/** Shares of 1. */
export interface Range {
  value: number;
  low: number;
  high: number;
}

export interface Outcomes {
  answered: number;
  /** Those of which it is known what became of a mail. */
  known: number;
  delivered: number;
  hard_bounced: number;
  bounce_rate: Range | null;
  /** Too few to go by. */
  few: boolean;
}

export type StatusOutcomes = Outcomes & { status: Status };

export interface ReliabilityBin {
  from: number;
  to: number;
  known: number;
  delivered: number;
  mean_confidence: number | null;
  share: Range | null;
}

export interface Accuracy {
  days: number;
  since: string;
  answered: number;
  known: number;
  by_status: StatusOutcomes[];
  by_sub_status: (StatusOutcomes & { sub_status: string | null })[];
  reliability: { known: number; brier: number | null; bins: ReliabilityBin[] };
  /** Null: hosts of no known provider. */
  providers: (Outcomes & { provider: string | null })[];
}
