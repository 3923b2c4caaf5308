import { generateKeyPairSync, sign } from 'node:crypto';
import { CertificateUnavailableError } from '../../src/feedback/events/feedback-provider';
import { GuardedFetch } from '../../src/common/guarded-fetch';
import { createProviders } from '../../src/feedback/events/create-providers';
import { PROVIDERS } from '../../src/feedback/providers.token';
import { ScriptedEngine } from '../batches/scripted-engine';
import { BatchService, type Customer } from '../batches/batch-service';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { FeedbackClient, type Source } from './feedback-service';

const TOPIC = 'arn:aws:sns:eu-west-1:111122223333:feedback';
const CERTIFICATE = `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${'0123456789abcdef'.repeat(2)}.pem`;
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const TOKEN = '2336412f37fb687f5d51e6e2425e'.repeat(8);

let made = 0;

/** An envelope of Amazon SNS, signed by version 2. */
function envelope(type: string, more: Record<string, string>): Record<string, string> {
  made += 1;
  const message: Record<string, string> = {
    Type: type,
    MessageId: `message-${made}`,
    TopicArn: TOPIC,
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    SigningCertURL: CERTIFICATE,
    ...more,
  };
  const names = type === 'Notification' ? [] : ['SubscribeURL', 'Token'];
  const signed = ['Message', 'MessageId', 'Subject', ...names, 'Timestamp', 'TopicArn', 'Type'].sort();
  const text = signed.flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`])).join('');
  return { ...message, Signature: sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64') };
}

const subscription = (topic = TOPIC) =>
  envelope('SubscriptionConfirmation', {
    TopicArn: topic,
    Message: 'You have chosen to subscribe',
    Token: TOKEN,
    SubscribeURL: 'https://evil.test/?Action=ConfirmSubscription',
  });

function bounce(email: string, topic = TOPIC) {
  const timestamp = new Date().toISOString();
  const recipient = {
    emailAddress: email,
    action: 'failed',
    status: '5.1.1',
    diagnosticCode: 'smtp; 550 5.1.1 unknown',
  };
  const bounced = { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: [recipient], timestamp };
  const message = {
    notificationType: 'Bounce',
    mail: { messageId: `mail-${email}`, timestamp, destination: [email, 'innocent@sns.test'] },
    bounce: { ...bounced, feedbackId: `feedback-${email}` },
  };
  return envelope('Notification', { TopicArn: topic, Message: JSON.stringify(message) });
}

describe.each(setUps)('Amazon SES through SNS, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let feedback: FeedbackClient;
  let customer: Customer;
  const fetched: string[] = [];
  /** Certificates. */
  const asked: string[] = [];
  let isReachable = true;
  let isCertificateThere = true;

  const fetch = {
    get: (url: string) => {
      fetched.push(url);
      return isReachable
        ? Promise.resolve({ status: 200, body: Buffer.from('<ok/>') })
        : Promise.reject(new Error('no way out'));
    },
  };
  const certificates = {
    certificateFor: (url: string) => {
      asked.push(url);
      return isCertificateThere ? Promise.resolve(publicKey) : Promise.reject(new CertificateUnavailableError('away'));
    },
  };

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await BatchService.start(setUp.env, new ScriptedEngine(), undefined, [
      { provide: GuardedFetch, useValue: fetch },
      { provide: PROVIDERS, useValue: createProviders({ certificates }) },
    ]);
    feedback = new FeedbackClient(service);
    customer = await feedback.customer();
  });

  beforeEach(() => {
    fetched.length = 0;
    asked.length = 0;
    isReachable = true;
    isCertificateThere = true;
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  async function send({ path }: Source, message: Record<string, string>): Promise<number> {
    const response = await feedback.post(path, JSON.stringify(message), {
      'Content-Type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': message['Type'] ?? '',
    });
    await response.text();
    return response.status;
  }

  it('is confirmed at an address of ours, and bound to the first topic', async () => {
    const source = await feedback.source(customer, 'ses');
    expect(await send(source, subscription())).toBe(200);
    await eventually('it is confirmed', () => fetched.length > 0);
    expect(fetched).toEqual([
      `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${encodeURIComponent(TOPIC)}&Token=${TOKEN}`,
    ]);
    await feedback.read(source);
    expect(await feedback.state(source)).toMatchObject({ topicArn: TOPIC, confirmationUrl: null, lastError: null });

    const another = TOPIC.replace(':feedback', ':other');
    expect(await send(source, subscription(another))).toBe(401);
    expect(await send(source, bounce('gone@sns.test', another))).toBe(401);
    expect(await feedback.waiting(source)).toBe(0);
    expect(fetched).toHaveLength(1);

    expect(await send(source, bounce('gone@sns.test'))).toBe(200);
    expect(await feedback.read(source)).toMatchObject({ eventCount: 1 });
    expect(await feedback.known(customer, 'gone@sns.test')).toMatchObject({ known: 'hard_bounce' });
    expect(await feedback.known(customer, 'innocent@sns.test')).toBeNull();
  });

  it('counts a message that is sent again once, before anything is read', async () => {
    const source = await feedback.source(customer, 'ses');
    const message = bounce('again@sns.test');
    for (let time = 0; time < 3; time += 1) expect(await send(source, message)).toBe(200);
    expect(await feedback.read(source)).toMatchObject({ eventCount: 1, duplicateCount: 0 });
  });

  it('shows where to confirm it, where this machine can not', async () => {
    isReachable = false;
    const source = await feedback.source(customer, 'ses');
    expect(await send(source, subscription())).toBe(200);
    await feedback.read(source);
    await eventually('the fault is noted', async () => (await feedback.state(source)).lastError !== null);
    expect(await feedback.state(source)).toMatchObject({ topicArn: TOPIC, confirmationUrl: fetched[0] });
  });

  it('waits no longer once messages come, whoever confirmed it', async () => {
    isReachable = false;
    const source = await feedback.source(customer, 'ses');
    expect(await send(source, subscription())).toBe(200);
    await feedback.read(source);
    await eventually('the fault is noted', async () => (await feedback.state(source)).lastError !== null);
    expect(await feedback.state(source)).toMatchObject({ topicArn: TOPIC, confirmationUrl: fetched[0] });
    // Opened by a person.
    expect(await send(source, bounce('opened@sns.test'))).toBe(200);
    expect(await feedback.read(source)).toMatchObject({ eventCount: 1 });
    const confirmed = { topicArn: TOPIC, confirmationUrl: null, lastError: null, lastErrorAt: null };
    expect(await feedback.state(source)).toMatchObject(confirmed);
  });

  it('shows no fault of its confirmation any more once we could confirm it, and others still', async () => {
    isReachable = false;
    const source = await feedback.source(customer, 'ses');
    expect(await send(source, subscription())).toBe(200);
    await feedback.read(source);
    await eventually('the fault is noted', async () => (await feedback.state(source)).lastError !== null);
    isReachable = true;
    // Amazon asks again.
    expect(await send(source, subscription())).toBe(200);
    await feedback.read(source);
    expect(await feedback.state(source)).toMatchObject({ confirmationUrl: null, lastError: null, lastErrorAt: null });

    const other = TOPIC.replace(':feedback', ':other');
    expect(await send(source, subscription(other))).toBe(401);
    expect(await send(source, subscription())).toBe(200);
    expect(await send(source, bounce('still@sns.test'))).toBe(200);
    await feedback.read(source);
    expect((await feedback.state(source)).lastError).toContain('another topic');
  });

  it('is bound to the topic of the first message that is rightly signed', async () => {
    const source = await feedback.source(customer, 'ses');
    const other = TOPIC.replace(':feedback', ':other');
    const forged = { ...bounce('forged@sns.test', other), Signature: 'AAAA' };
    expect(await send(source, forged)).toBe(401);
    expect(
      await send(source, envelope('UnsubscribeConfirmation', { TopicArn: other, Message: 'x', Token: TOKEN })),
    ).toBe(200);
    expect((await feedback.state(source)).topicArn).toBeNull();
    const bound = await Promise.all(
      [TOPIC, other].map((topic) => send(source, bounce(`first.${topic.split(':').at(-1)}@sns.test`, topic))),
    );
    expect([...bound].sort()).toEqual([200, 401]);
    const topicArn = bound[0] === 200 ? TOPIC : other;
    expect(await feedback.state(source)).toMatchObject({ topicArn });
    expect(await send(source, bounce('later@sns.test', topicArn))).toBe(200);
    expect(await send(source, bounce('later@sns.test', topicArn === TOPIC ? other : TOPIC))).toBe(401);
    expect(await feedback.read(source)).toMatchObject({ eventCount: 2, faultCount: 3 });
  });

  it('is asked to come again while the certificate can not be had', async () => {
    isCertificateThere = false;
    const source = await feedback.source(customer, 'ses');
    expect(await send(source, bounce('later@sns.test'))).toBe(503);
    isCertificateThere = true;
    expect(await send(source, bounce('later@sns.test'))).toBe(200);
    expect(await feedback.read(source)).toMatchObject({ eventCount: 1 });
  });

  it('refuses what is not signed by Amazon', async () => {
    const source = await feedback.source(customer, 'ses');
    const message = bounce('forged@sns.test');
    for (const forged of [
      { ...message, Message: message['Message']!.replace('forged@', 'jane@') },
      { ...message, Signature: 'AAAA' },
      { ...message, SignatureVersion: '3' },
      { ...message, SigningCertURL: CERTIFICATE.replace('sns.eu-west-1', 'sns.s3-us-west-2') },
      { ...message, SigningCertURL: CERTIFICATE.replace('amazonaws.com', 'amazonaws.com.evil.test') },
      { ...message, SigningCertURL: CERTIFICATE.replace('eu-west-1', 'us-east-1') },
    ]) {
      expect(await send(source, forged)).toBe(401);
    }
    expect(await feedback.state(source)).toMatchObject({ eventCount: 0, faultCount: 6 });
    expect(new Set(asked)).toEqual(new Set([CERTIFICATE]));
    expect(fetched).toEqual([]);
  });
});
