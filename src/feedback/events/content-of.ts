import type { FeedbackContent } from './feedback-provider';
import type { FeedbackEvent } from './feedback-event';

/**
 * What a body of many events holds. They are made when somebody asks for them: that a body is of its provider's form is seen
 * without, in a tenth of the time, and is all that the answer to it waits for.
 */
export function contentOf<Item>(items: readonly Item[], eventOf: (item: Item) => FeedbackEvent): FeedbackContent {
  let events: readonly FeedbackEvent[] | null = null;
  return {
    get events() {
      events ??= items.map((item) => eventOf(item));
      return events;
    },
  };
}
