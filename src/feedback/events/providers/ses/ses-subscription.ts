import { feedbackEvent } from '../../event-builder';
import { timeIn } from '../../event-time';
import type { FeedbackEvent } from '../../feedback-event';
import { fieldsIn, listIn, textIn, type Fields } from '../../json-fields';

/** A change in a contact list of SES. It names no address of its own: the mail's, if that went to one alone. */
export function subscriptionEvent(subscription: Fields, mail: Fields): FeedbackEvent {
  const { destination } = mail;
  const recipients: readonly unknown[] = Array.isArray(destination) ? destination : [];
  const recipient = recipients.length === 1 ? recipients[0] : undefined;
  const preferences = fieldsIn(subscription, 'newTopicPreferences');
  const topics = listIn(preferences, 'topicSubscriptionStatus')
    .filter((topic) => textIn(topic, 'subscriptionStatus')?.toLowerCase() === 'optout')
    .map((topic) => textIn(topic, 'topicName'));
  const isAll = preferences.unsubscribeAll === true;
  return feedbackEvent({
    occurredAt: timeIn(subscription, 'timestamp'),
    messageId: textIn(mail, 'messageId'),
    type: isAll || topics.length > 0 ? 'unsubscribe' : 'ignored',
    recipient: typeof recipient === 'string' ? recipient : undefined,
    key: ['subscription', textIn(mail, 'messageId'), textIn(subscription, 'timestamp')],
    scope: isAll ? textIn(subscription, 'contactList') : topics.join(','),
    providerClass: 'Subscription',
  });
}
