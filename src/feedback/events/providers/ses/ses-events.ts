import { feedbackEvent, type EventFacts } from '../../event-builder';
import { timeIn } from '../../event-time';
import type { FeedbackEvent } from '../../feedback-event';
import { fieldsIn, listIn, textIn, type Fields } from '../../json-fields';
import { sesBounce } from './ses-bounce';
import { subscriptionEvent } from './ses-subscription';

type Common = Omit<EventFacts, 'type' | 'strength' | 'recipient' | 'key'>;

/** Addresses at which SES plays its own bounces and complaints. */
const SIMULATOR = /@simulator\.amazonses\.com$/i;
/** Feedback types (RFC 5965 7.3) that are none of a recipient's complaints. */
const NO_COMPLAINT = /^(?:not-spam|auth-failure|virus|other)$/i;

/**
 * The events of what SES publishes: `notificationType` of an identity's notifications, `eventType` of a configuration set's. Who is meant
 * stands in the event's own list, never in `mail.destination`, which names all recipients of the mail.
 */
export function sesEvents(message: Fields): FeedbackEvent[] {
  const type = textIn(message, 'eventType') ?? textIn(message, 'notificationType') ?? '';
  const mail = fieldsIn(message, 'mail');
  switch (type) {
    case 'Bounce':
      return bounces(fieldsIn(message, 'bounce'), mail);
    case 'Complaint':
      return complaints(fieldsIn(message, 'complaint'), mail);
    case 'Delivery':
      return deliveries(fieldsIn(message, 'delivery'), mail);
    case 'DeliveryDelay':
      return delays(fieldsIn(message, 'deliveryDelay'), mail);
    case 'Subscription':
      return [subscriptionEvent(fieldsIn(message, 'subscription'), mail)];
    default:
      return [ignored(type, mail)];
  }
}

/** What all events of one message share. */
function commonOf(event: Fields, mail: Fields): Common {
  return { occurredAt: timeIn(event, 'timestamp') ?? timeIn(mail, 'timestamp'), messageId: textIn(mail, 'messageId') };
}

/** By the id of the report and the recipient; of reports without an id, by the mail and the time. */
const keyOf = (kind: string, event: Fields, mail: Fields, recipient: string | undefined): (string | undefined)[] => [
  kind,
  textIn(event, 'feedbackId') ?? textIn(mail, 'messageId'),
  textIn(event, 'feedbackId') === undefined ? textIn(event, 'timestamp') : undefined,
  recipient?.toLowerCase(),
];

const withoutSimulator = (event: FeedbackEvent): FeedbackEvent => {
  if (!SIMULATOR.test(event.recipient ?? '')) return event;
  const { recipient: _, strength: __, ...rest } = event;
  return { ...rest, type: 'ignored' };
};

function bounces(bounce: Fields, mail: Fields): FeedbackEvent[] {
  const [type = '', subType = ''] = ['bounceType', 'bounceSubType'].map((key) => textIn(bounce, key));
  const common = commonOf(bounce, mail);
  return listIn(bounce, 'bouncedRecipients').map((entry) => {
    const recipient = textIn(entry, 'emailAddress');
    const facts = {
      ...common,
      recipient,
      key: keyOf('bounce', bounce, mail, recipient),
      diagnostic: textIn(entry, 'diagnosticCode'),
      enhancedCode: textIn(entry, 'status'),
    };
    const isDelayed = textIn(entry, 'action')?.toLowerCase() === 'delayed';
    return withoutSimulator(
      isDelayed
        ? feedbackEvent({ ...facts, type: 'soft_bounce', providerClass: `${type}/${subType}` })
        : sesBounce(type, subType, facts),
    );
  });
}

/** SES guesses who complained where the complaint does not say: of several nobody is meant. */
function complaints(complaint: Fields, mail: Fields): FeedbackEvent[] {
  const recipients = listIn(complaint, 'complainedRecipients').map((entry) => textIn(entry, 'emailAddress'));
  const recipient = recipients.length === 1 ? recipients[0] : undefined;
  const [subType, feedbackType] = ['complaintSubType', 'complaintFeedbackType'].map((key) => textIn(complaint, key));
  const facts = {
    ...commonOf(complaint, mail),
    recipient,
    key: keyOf('complaint', complaint, mail, recipients.join()),
    providerClass: ['Complaint', subType, feedbackType].filter(Boolean).join('/'),
  };
  if (subType === 'OnAccountSuppressionList')
    return [withoutSimulator(feedbackEvent({ ...facts, type: 'suppressed' }))];
  const type = NO_COMPLAINT.test(feedbackType ?? '') ? 'ignored' : 'complaint';
  return [withoutSimulator(feedbackEvent({ ...facts, type }))];
}

function deliveries(delivery: Fields, mail: Fields): FeedbackEvent[] {
  const { recipients } = delivery;
  const list: unknown[] = Array.isArray(recipients) ? recipients : [];
  return list
    .filter((recipient) => typeof recipient === 'string')
    .map((recipient) =>
      withoutSimulator(
        feedbackEvent({
          ...commonOf(delivery, mail),
          type: 'delivered',
          recipient,
          key: ['delivery', textIn(mail, 'messageId'), recipient.toLowerCase()],
          diagnostic: textIn(delivery, 'smtpResponse'),
          providerClass: 'Delivery',
        }),
      ),
    );
}

function delays(delay: Fields, mail: Fields): FeedbackEvent[] {
  return listIn(delay, 'delayedRecipients').map((entry) => {
    const recipient = textIn(entry, 'emailAddress');
    return withoutSimulator(
      feedbackEvent({
        ...commonOf(delay, mail),
        type: 'soft_bounce',
        recipient,
        key: ['delay', textIn(mail, 'messageId'), textIn(delay, 'timestamp'), recipient?.toLowerCase()],
        diagnostic: textIn(entry, 'diagnosticCode'),
        enhancedCode: textIn(entry, 'status'),
        providerClass: ['DeliveryDelay', textIn(delay, 'delayType')].filter(Boolean).join('/'),
      }),
    );
  });
}

function ignored(type: string, mail: Fields): FeedbackEvent {
  const common = commonOf({}, mail);
  return feedbackEvent({ ...common, type: 'ignored', key: [type, common.messageId], providerClass: type });
}
