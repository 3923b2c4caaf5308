import type { FeedbackEventType } from '../events/feedback-event';
import type { NewEvent } from '../record/to-stored-event';

/** How the event was read that tests a source: all that is kept of it. */
export type ReadTestEvent = Pick<NewEvent, 'email' | 'strength' | 'smtpCode' | 'enhancedCode' | 'diagnostic'> & {
  type: FeedbackEventType;
};

/** What came of a test, once something has. */
export type TestOutcome =
  | { state: 'read'; /** Milliseconds since the epoch. */ at: number; event: ReadTestEvent }
  /** A sentence for the account's holder. */
  | { state: 'refused'; reason: string };

export const parseOutcome = (text: string | null): TestOutcome | null =>
  text === null ? null : (JSON.parse(text) as TestOutcome);
