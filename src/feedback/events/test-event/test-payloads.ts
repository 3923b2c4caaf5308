import type { FeedbackProviderName } from '../feedback-provider';

/** Of a top-level domain that nobody can have (RFC 6761 6.4). */
export const TEST_RECIPIENT = 'nobody@feedback-test.invalid';

const CODE = 550;
const STATUS = '5.1.1';
const REPLY = `550 5.1.1 <${TEST_RECIPIENT}>: Recipient address rejected: User unknown`;

export interface TestFacts {
  /** What tells this event from all others. */
  id: string;
  at: Date;
  /** Amazon SES: the topic that the source is bound to; null: none yet. */
  topicArn: string | null;
}

type Payload = (facts: TestFacts) => unknown;
const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** One hard bounce in the form of each provider, as its adapter reads it; Mailgun's and Mandrill's without what is round it. */
export const TEST_PAYLOADS: Readonly<Record<FeedbackProviderName, Payload>> = {
  ses: ({ id, at, topicArn }) => ({
    Type: 'Notification',
    MessageId: id,
    TopicArn: topicArn ?? 'arn:aws:sns:eu-west-1:000000000000:feedback-test',
    Timestamp: at.toISOString(),
    Message: JSON.stringify({
      eventType: 'Bounce',
      mail: { messageId: id, timestamp: at.toISOString(), destination: [TEST_RECIPIENT] },
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'NoEmail',
        feedbackId: id,
        timestamp: at.toISOString(),
        bouncedRecipients: [
          { emailAddress: TEST_RECIPIENT, action: 'failed', status: STATUS, diagnosticCode: `smtp; ${REPLY}` },
        ],
      },
    }),
  }),
  sendgrid: ({ id, at }) => [
    {
      email: TEST_RECIPIENT,
      timestamp: seconds(at),
      event: 'bounce',
      type: 'bounce',
      bounce_classification: 'Invalid Address',
      status: STATUS,
      reason: REPLY,
      sg_event_id: id,
      sg_message_id: id,
    },
  ],
  mailgun: ({ id, at }) => ({
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    recipient: TEST_RECIPIENT,
    timestamp: at.getTime() / 1000,
    id,
    'delivery-status': { code: CODE, message: REPLY },
    message: { headers: { 'message-id': id } },
  }),
  postmark: ({ id, at }) => ({
    RecordType: 'Bounce',
    Type: 'HardBounce',
    TypeCode: 1,
    MessageID: id,
    Email: TEST_RECIPIENT,
    Details: `smtp;${REPLY}`,
    BouncedAt: at.toISOString(),
  }),
  sparkpost: ({ id, at }) => [
    {
      msys: {
        message_event: {
          type: 'bounce',
          event_id: id,
          message_id: id,
          bounce_class: '10',
          error_code: String(CODE),
          raw_reason: REPLY,
          raw_rcpt_to: TEST_RECIPIENT,
          timestamp: String(seconds(at)),
        },
      },
    },
  ],
  brevo: ({ id, at }) => ({
    event: 'hard_bounce',
    email: TEST_RECIPIENT,
    'message-id': id,
    ts_epoch: at.getTime(),
    reason: REPLY,
  }),
  mailjet: ({ id, at }) => [
    {
      event: 'bounce',
      time: seconds(at),
      Message_GUID: id,
      email: TEST_RECIPIENT,
      blocked: true,
      hard_bounce: true,
      error_related_to: 'recipient',
      error: 'user unknown',
      comment: REPLY,
    },
  ],
  resend: ({ id, at }) => ({
    type: 'email.bounced',
    created_at: at.toISOString(),
    data: {
      email_id: id,
      to: [TEST_RECIPIENT],
      bounce: { type: 'Permanent', subType: 'NoEmail', diagnosticCode: [REPLY] },
    },
  }),
  mandrill: ({ id, at }) => [
    {
      event: 'hard_bounce',
      _id: id,
      ts: seconds(at),
      msg: { _id: id, email: TEST_RECIPIENT, bounce_description: 'bad_mailbox', diag: `smtp;${REPLY}` },
    },
  ],
  generic: ({ id, at }) => ({
    events: [
      {
        id,
        type: 'bounce',
        email: TEST_RECIPIENT,
        occurred_at: at.toISOString(),
        smtp_code: CODE,
        enhanced_code: STATUS,
        diagnostic: REPLY,
        message_id: id,
      },
    ],
  }),
};
