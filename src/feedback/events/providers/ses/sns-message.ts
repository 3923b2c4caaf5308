import { textIn, type Fields } from '../../json-fields';

export const SNS_TYPES = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const;
export type SnsType = (typeof SNS_TYPES)[number];

/** Amazon SNS's envelope: the values are what JSON said, so that they are those that were signed. */
export function snsTypeOf(body: Fields): SnsType | undefined {
  const type = textIn(body, 'Type');
  return SNS_TYPES.find((known) => known === type && typeof body.Message === 'string');
}

const SIGNED: Readonly<Record<SnsType, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

/** What SNS signed: each key that is there and its value, with a newline behind both. */
export function signedText(type: SnsType, body: Fields): string {
  return SIGNED[type]
    .map((key) => [key, body[key]] as const)
    .filter(([, value]) => typeof value === 'string')
    .map(([key, value]) => `${key}\n${value as string}\n`)
    .join('');
}
