/** What an event says of its recipient, in one word for all providers. */
export const FEEDBACK_EVENT_TYPES = [
  'hard_bounce',
  'soft_bounce',
  'block',
  'complaint',
  'unsubscribe',
  'suppressed',
  'delivered',
  'ignored',
  'unknown',
] as const;

export type FeedbackEventType = (typeof FEEDBACK_EVENT_TYPES)[number];

/** One event about one recipient, whoever told it and in whatever form. */
export interface FeedbackEvent {
  readonly type: FeedbackEventType;
  /** Of `hard_bounce` alone: whether its words and codes leave no doubt. */
  readonly strength?: 'strong' | 'weak';
  /** As the provider wrote it; absent where it can't be told who is meant: then nobody is marked. */
  readonly recipient?: string;
  /** When it happened, by the provider's word. */
  readonly occurredAt: Date;
  /** The same for the same event however often it is told; unique within a source. At most 255 characters. */
  readonly dedupKey: string;
  /** 200 to 599. */
  readonly smtpCode?: number;
  /** RFC 3463, such as `5.1.1`. */
  readonly enhancedCode?: string;
  /** The receiving server's or the provider's words, at most 1,000 characters. */
  readonly diagnostic?: string;
  /** The provider's own words for the kind, such as `Permanent/General`, at most 100 characters. */
  readonly providerClass?: string;
  /** The mail that it is about: two bounces of one message are one. At most 255 characters. */
  readonly messageId?: string;
  /** The list or stream that an `unsubscribe` is about. */
  readonly scope?: string;
}
