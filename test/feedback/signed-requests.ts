import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { FeedbackRequest } from '../../src/feedback/events/feedback-provider';
import { CERTIFICATE_URL, notification, request, TOPIC } from './fixtures/requests';

/** Requests as their providers sign them, by the providers' own descriptions and without the code that checks them. */

export const NOW = new Date('2026-01-05T10:00:00.000Z');
export const seconds = (time: Date): string => Math.floor(time.getTime() / 1000).toString();
export const later = (secondsLater: number): Date => new Date(NOW.getTime() + secondsLater * 1000);

/** `pem`: the verification key with lines of PEM around it. */
export const sendgridKeys = (): { privateKey: KeyObject; verificationKey: string; pem: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    privateKey,
    verificationKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
};

export function signedBySendgrid(
  body: Buffer | string,
  privateKey: KeyObject,
  timestamp = seconds(NOW),
): FeedbackRequest {
  const content = Buffer.concat([Buffer.from(timestamp), Buffer.from(body)]);
  return request(body, {
    'x-twilio-email-event-webhook-signature': sign('sha256', content, privateKey).toString('base64'),
    'x-twilio-email-event-webhook-timestamp': timestamp,
  });
}

export function signedByMailgun(
  event: unknown,
  key: string,
  timestamp = seconds(NOW),
  token = 't'.repeat(50),
): FeedbackRequest {
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex');
  return request(JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event }));
}

export function signedByMandrill(
  events: unknown,
  key: string,
  url: string,
  more: Record<string, string> = {},
): FeedbackRequest {
  const fields: Record<string, string> = { ...more, mandrill_events: JSON.stringify(events) };
  const text = Object.keys(fields)
    .sort()
    .map((name) => name + (fields[name] ?? ''))
    .join('');
  const signature = createHmac('sha1', key)
    .update(url + text)
    .digest('base64');
  return { ...request(new URLSearchParams(fields).toString(), { 'x-mandrill-signature': signature }), url };
}

export type SnsBody = Record<string, string>;

const ORDER: Readonly<Record<string, string>> = {
  Notification: 'Message MessageId Subject Timestamp TopicArn Type',
  SubscriptionConfirmation: 'Message MessageId SubscribeURL Timestamp Token TopicArn Type',
  UnsubscribeConfirmation: 'Message MessageId SubscribeURL Timestamp Token TopicArn Type',
};

/** By version 1 with SHA-1, by 2 with SHA-256. */
export function signedBySns(body: SnsBody, key: string, version = '2'): SnsBody {
  const text = (ORDER[body.Type ?? ''] ?? '')
    .split(' ')
    .filter((name) => body[name] !== undefined)
    .map((name) => `${name}\n${body[name] ?? ''}\n`)
    .join('');
  const signature = sign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256', Buffer.from(text), key).toString('base64');
  return { ...body, SignatureVersion: version, Signature: signature };
}

export function confirmation(topicArn = TOPIC, type = 'SubscriptionConfirmation'): SnsBody {
  const { UnsubscribeURL: _, ...body } = notification('You have chosen to subscribe to the topic.');
  return {
    ...body,
    Type: type,
    TopicArn: topicArn,
    Token: '2336412f37fb687f5d51e6e241d09c805a5a57b30d712f794cc5f6a988666d92',
    SubscribeURL: 'https://internal.example.com/?Action=ConfirmSubscription',
    SigningCertURL: CERTIFICATE_URL,
  };
}
