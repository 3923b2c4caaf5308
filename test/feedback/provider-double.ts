import { randomBytes, randomUUID, type KeyObject } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { FeedbackProviderName } from '../../src/feedback/events/feedback-provider';
import { notification } from './fixtures/requests';
import {
  seconds,
  sendgridKeys,
  signedByMailgun,
  signedByMandrill,
  signedBySendgrid,
  signedBySns,
} from './signed-requests';

/** A request as its provider sends it. */
export interface SentRequest {
  body: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const WORDS = '550 5.1.1 user unknown';

/** How many events the requests of those have at most that do not send many at once. */
const ONE_AT_A_TIME: readonly FeedbackProviderName[] = ['mailgun', 'postmark', 'resend'];

/** Tells of mails that came back, in the form and with the signature of one provider. All ids are new each time. */
export class ProviderDouble {
  /** What a source of it needs; null: nothing is signed. */
  readonly secret: string | null;
  private readonly key: KeyObject | null = null;

  /** @param url the address of its source, as it was given */
  constructor(
    readonly name: FeedbackProviderName,
    private readonly url: () => string = () => '',
    private readonly sns: KeyObject | null = null,
  ) {
    if (name === 'sendgrid') {
      const { privateKey, verificationKey } = sendgridKeys();
      this.key = privateKey;
      this.secret = verificationKey;
    } else if (name === 'generic' || name === 'resend') {
      this.secret = `whsec_${randomBytes(32).toString('base64')}`;
    } else {
      this.secret = name === 'mailgun' || name === 'mandrill' ? randomBytes(16).toString('hex') : null;
    }
  }

  get eventsOfARequest(): number {
    return ONE_AT_A_TIME.includes(this.name) ? 1 : 1000;
  }

  /** A request about these recipients, each of a mail of its own; of those that tell one at a time, about the first. */
  bounces(emails: readonly string[], at = new Date(Date.now() - 60_000)): SentRequest {
    const [email = ''] = emails;
    const time = Math.floor(at.getTime() / 1000);
    const now = new Date();
    switch (this.name) {
      case 'ses':
        return this.fromSns(emails, at);
      case 'sendgrid': {
        const events = emails.map((to) => ({
          ...{ email: to, timestamp: time, event: 'bounce', type: 'bounce', status: '5.1.1', reason: WORDS },
          ...{ sg_event_id: randomUUID(), sg_message_id: `${randomUUID()}.filter` },
        }));
        if (this.key === null) throw new Error('It has no key.');
        return sent(signedBySendgrid(JSON.stringify(events), this.key, seconds(now)), JSON_TYPE);
      }
      case 'mailgun': {
        const event = {
          ...{ event: 'failed', severity: 'permanent', reason: 'bounce', recipient: email, timestamp: time },
          ...{ id: randomUUID(), 'delivery-status': { code: 550, message: '5.1.1 user unknown' } },
          message: { headers: { 'message-id': `${randomUUID()}@example.org` } },
        };
        return sent(
          signedByMailgun(event, this.secret ?? '', seconds(now), randomBytes(25).toString('hex')),
          JSON_TYPE,
        );
      }
      case 'postmark':
        return json({
          ...{ RecordType: 'Bounce', ID: randomId(), Type: 'HardBounce', TypeCode: 1, MessageID: randomUUID() },
          ...{ Email: email, Details: `smtp;${WORDS}`, BouncedAt: at.toISOString(), Inactive: true },
        });
      case 'sparkpost':
        return json(
          emails.map((to) => ({
            msys: {
              message_event: {
                ...{ type: 'bounce', event_id: randomUUID(), bounce_class: '10', error_code: '550', raw_reason: WORDS },
                ...{ raw_rcpt_to: to, rcpt_to: to, timestamp: String(time), message_id: randomUUID() },
              },
            },
          })),
        );
      case 'brevo':
        return json(
          emails.map((to) => ({
            ...{ event: 'hard_bounce', email: to, id: 1, 'message-id': `<${randomUUID()}@brevo.test>` },
            ...{ ts_epoch: at.getTime(), reason: `RecipientError: ${WORDS}` },
          })),
        );
      case 'mailjet':
        return json(
          emails.map((to) => ({
            ...{ event: 'bounce', time, MessageID: randomId(), Message_GUID: randomUUID(), email: to, blocked: true },
            ...{ hard_bounce: true, error_related_to: 'recipient', error: 'user unknown', comment: WORDS },
          })),
        );
      case 'resend': {
        const data = { email_id: randomUUID(), message_id: `<${randomUUID()}@resend.test>`, to: [email] };
        const bounce = { type: 'Permanent', subType: 'General', message: 'x', diagnosticCode: [WORDS] };
        return this.signed({ type: 'email.bounced', created_at: at.toISOString(), data: { ...data, bounce } }, 'svix');
      }
      case 'mandrill': {
        const events = emails.map((to) => {
          const id = randomUUID();
          const msg = { _id: id, email: to, bounce_description: 'bad_mailbox', diag: `smtp;${WORDS}` };
          return { event: 'hard_bounce', _id: id, ts: time, msg };
        });
        const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
        return sent(signedByMandrill(events, this.secret ?? '', this.url()), type);
      }
      case 'generic':
        return this.signed(
          {
            events: emails.map((to) => ({
              ...{ id: randomUUID(), type: 'bounce', email: to, occurred_at: at.toISOString(), diagnostic: WORDS },
              message_id: `<${randomUUID()}@generic.test>`,
            })),
          },
          'webhook',
        );
    }
  }

  /** Standard Webhooks, by their own library. */
  private signed(body: object, prefix: 'svix' | 'webhook'): SentRequest {
    const text = JSON.stringify(body);
    const id = `msg_${randomBytes(8).toString('hex')}`;
    const now = new Date();
    const headers = {
      [`${prefix}-id`]: id,
      [`${prefix}-timestamp`]: seconds(now),
      [`${prefix}-signature`]: new Webhook(this.secret ?? '').sign(id, now, text),
    };
    return { body: text, headers: { ...JSON_TYPE, ...headers } };
  }

  private fromSns(emails: readonly string[], at: Date): SentRequest {
    const bouncedRecipients = emails.map((emailAddress) => ({
      ...{ emailAddress, action: 'failed', status: '5.1.1', diagnosticCode: `smtp; ${WORDS}` },
    }));
    const timestamp = at.toISOString();
    const message = {
      eventType: 'Bounce',
      mail: { messageId: randomUUID(), timestamp, destination: [...emails] },
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients,
        timestamp,
        feedbackId: randomUUID(),
      },
    };
    // As EventBridge sends it, or signed by SNS.
    if (this.sns === null)
      return json({
        version: '0',
        id: randomUUID(),
        'detail-type': 'Email Bounced',
        source: 'aws.ses',
        detail: message,
      });
    const envelope = {
      ...notification(JSON.stringify(message)),
      MessageId: randomUUID(),
      Timestamp: new Date().toISOString(),
    };
    const key = this.sns.export({ type: 'pkcs8', format: 'pem' }).toString();
    return {
      body: JSON.stringify(signedBySns(envelope, key)),
      headers: { 'Content-Type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': 'Notification' },
    };
  }
}

let numbers = 0;
const randomId = (): number => (numbers += 1) + Date.now();

const json = (body: object): SentRequest => ({ body: JSON.stringify(body), headers: JSON_TYPE });

function sent(
  { body, headers }: { body: Buffer; headers: Readonly<Record<string, string | undefined>> },
  more: Record<string, string>,
): SentRequest {
  const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { body: body.toString(), headers: { ...(Object.fromEntries(given) as Record<string, string>), ...more } };
}
