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
  body: string;
  headers: Record<string, string>;
}

type Event = Record<string, unknown>;

const JSON_TYPE = { 'Content-Type': 'application/json' };
const WORDS = '550 5.1.1 user unknown';

/** Those whose requests tell of one event. */
const ONE_AT_A_TIME: readonly FeedbackProviderName[] = ['ses', 'mailgun', 'postmark', 'resend'];

let numbers = 0;

/** An event of each provider, of a mail that came back; all ids are new each time. */
const BOUNCES: Readonly<Record<FeedbackProviderName, (email: string, at: Date, seconds: number) => Event>> = {
  ses: (emailAddress, at) => {
    const timestamp = at.toISOString();
    const bounced = { emailAddress, action: 'failed', status: '5.1.1', diagnosticCode: `smtp; ${WORDS}` };
    const bounce = { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: [bounced], timestamp };
    return {
      eventType: 'Bounce',
      mail: { messageId: randomUUID(), timestamp, destination: [emailAddress] },
      bounce: { ...bounce, feedbackId: randomUUID() },
    };
  },
  sendgrid: (email, _, timestamp) => ({
    ...{ email, timestamp, event: 'bounce', type: 'bounce', status: '5.1.1', reason: WORDS },
    ...{ sg_event_id: randomUUID(), sg_message_id: `${randomUUID()}.filter` },
  }),
  mailgun: (recipient, _, timestamp) => ({
    ...{ event: 'failed', severity: 'permanent', reason: 'bounce', recipient, timestamp, id: randomUUID() },
    'delivery-status': { code: 550, message: '5.1.1 user unknown' },
    message: { headers: { 'message-id': `${randomUUID()}@example.org` } },
  }),
  postmark: (email, at) => ({
    ...{ RecordType: 'Bounce', ID: (numbers += 1), Type: 'HardBounce', TypeCode: 1, MessageID: randomUUID() },
    ...{ Email: email, Details: `smtp;${WORDS}`, BouncedAt: at.toISOString(), Inactive: true },
  }),
  sparkpost: (email, _, timestamp) => ({
    ...{ type: 'bounce', event_id: randomUUID(), bounce_class: '10', error_code: '550', raw_reason: WORDS },
    ...{ raw_rcpt_to: email, rcpt_to: email, timestamp: String(timestamp), message_id: randomUUID() },
  }),
  brevo: (email, at) => ({
    ...{ event: 'hard_bounce', email, id: 1, 'message-id': `<${randomUUID()}@brevo.test>` },
    ...{ ts_epoch: at.getTime(), reason: `RecipientError: ${WORDS}` },
  }),
  mailjet: (email, _, time) => ({
    ...{ event: 'bounce', time, MessageID: (numbers += 1), Message_GUID: randomUUID(), email, blocked: true },
    ...{ hard_bounce: true, error_related_to: 'recipient', error: 'user unknown', comment: WORDS },
  }),
  resend: (email, at) => {
    const bounce = { type: 'Permanent', subType: 'General', message: 'x', diagnosticCode: [WORDS] };
    const data = { email_id: randomUUID(), message_id: `<${randomUUID()}@resend.test>`, to: [email], bounce };
    return { type: 'email.bounced', created_at: at.toISOString(), data };
  },
  mandrill: (email, _, ts) => {
    const _id = randomUUID();
    const msg = { _id, email, bounce_description: 'bad_mailbox', diag: `smtp;${WORDS}` };
    return { event: 'hard_bounce', _id, ts, msg };
  },
  generic: (email, at) => ({
    ...{ id: randomUUID(), type: 'bounce', email, occurred_at: at.toISOString(), diagnostic: WORDS },
    message_id: `<${randomUUID()}@generic.test>`,
  }),
};

/** Tells of mails that came back, in the form and with the signature of one provider. */
export class ProviderDouble {
  /** What a source of it needs; null: nothing is signed with a key of the source. */
  readonly secret: string | null;
  private readonly key: KeyObject | null = null;

  /**
   * @param url the address of its source, as it was given
   * @param sns the key of Amazon SNS; null: events come by EventBridge
   */
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

  get isOneAtATime(): boolean {
    return ONE_AT_A_TIME.includes(this.name);
  }

  bounce(email: string, at = new Date(Date.now() - 60_000)): Event {
    return BOUNCES[this.name](email, at, Math.floor(at.getTime() / 1000));
  }

  /** A request about these recipients, each of a mail of its own. */
  bounces(...emails: readonly string[]): SentRequest {
    return this.request(emails.map((email) => this.bounce(email)));
  }

  /** These events as it sends them; of a provider that tells one at a time, the first. */
  request(events: readonly Event[]): SentRequest {
    const [event = {}] = events;
    const now = seconds(new Date());
    switch (this.name) {
      case 'ses':
        return this.bySns(event);
      case 'sendgrid':
        if (this.key === null) throw new Error('It has no key.');
        return sent(signedBySendgrid(JSON.stringify(events), this.key, now), JSON_TYPE);
      case 'mailgun':
        return sent(signedByMailgun(event, this.secret ?? '', now, randomBytes(25).toString('hex')), JSON_TYPE);
      case 'postmark':
        return json(event);
      case 'sparkpost':
        return json(events.map((one) => ({ msys: { message_event: one } })));
      case 'brevo':
      case 'mailjet':
        return json(events);
      case 'resend':
        return this.byStandardWebhooks(event, 'svix');
      case 'mandrill': {
        const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
        return sent(signedByMandrill(events, this.secret ?? '', this.url()), type);
      }
      case 'generic':
        return this.byStandardWebhooks({ events }, 'webhook');
    }
  }

  /** By their own library. */
  private byStandardWebhooks(body: object, prefix: 'svix' | 'webhook'): SentRequest {
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

  private bySns(detail: Event): SentRequest {
    const id = randomUUID();
    if (this.sns === null) return json({ version: '0', id, 'detail-type': 'Email Bounced', source: 'aws.ses', detail });
    const envelope = notification(JSON.stringify(detail));
    const signed = { ...envelope, MessageId: id, Timestamp: new Date().toISOString() };
    const key = this.sns.export({ type: 'pkcs8', format: 'pem' }).toString();
    return {
      body: JSON.stringify(signedBySns(signed, key)),
      headers: { 'Content-Type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': 'Notification' },
    };
  }
}

const json = (body: object): SentRequest => ({ body: JSON.stringify(body), headers: JSON_TYPE });

function sent(
  { body, headers }: { body: Buffer; headers: Readonly<Record<string, string | undefined>> },
  more: Record<string, string>,
): SentRequest {
  const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { body: body.toString(), headers: { ...(Object.fromEntries(given) as Record<string, string>), ...more } };
}
