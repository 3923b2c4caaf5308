import https from 'node:https';
import { EventEmitter } from 'node:events';
import { createHmac, generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { EventWebhook } from '@sendgrid/eventwebhook';
import MessageValidator from 'sns-validator';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Ecdsa, PrivateKey } from 'starkbank-ecdsa';
import { Webhook as SvixWebhook } from 'svix';
import { CERTIFICATE_URL, notification, request, TOPIC } from '../../../../test/feedback/fixtures/requests';
import {
  confirmation,
  later,
  NOW,
  seconds,
  sendgridKeys,
  signedByMailgun,
  signedByMandrill,
  signedBySendgrid,
  signedBySns,
  type SnsBody,
} from '../../../../test/feedback/signed-requests';
import { selfSignedCertificate } from '../../../../test/world/smtp/self-signed-certificate';
import { createProviders } from '../create-providers';
import {
  MalformedFeedbackError,
  type FeedbackRequest,
  type SourceTrust,
  type Verification,
} from '../feedback-provider';

const amazon = selfSignedCertificate('sns.amazonaws.com', 'rsa');
const stranger = selfSignedCertificate('sns.amazonaws.com', 'rsa');
let fetched: string[] = [];
const providers = createProviders({
  certificates: {
    certificateFor: (url) => {
      fetched.push(url);
      return Promise.resolve(new X509Certificate(amazon.cert).publicKey);
    },
  },
});
beforeEach(() => {
  fetched = [];
});
const refused = expect.objectContaining({ ok: false, reason: expect.any(String) });

describe('Standard Webhooks', () => {
  const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  const BODY = '{"events":[]}\r\n';
  const verify = (headers: Record<string, string>, secrets = [SECRET], now = NOW): Promise<Verification> =>
    providers.generic.verify(request(BODY, headers), { secrets }, now);
  const headersOf = (signature: string, id = 'msg_1', timestamp = seconds(NOW)): Record<string, string> => ({
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  });
  const signature = (secret: string, id = 'msg_1', timestamp = seconds(NOW)): string =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`${id}.${timestamp}.${BODY}`)
      .digest('base64')}`;

  const isTakenByReference = (headers: Record<string, string>): boolean => {
    try {
      new StandardWebhook(SECRET).verify(BODY, headers);
      return true;
    } catch {
      return false;
    }
  };

  beforeEach(() => {
    jest.useFakeTimers({ now: NOW });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('takes what the reference and Svix sign', async () => {
    for (const signer of [new StandardWebhook(SECRET), new SvixWebhook(SECRET)]) {
      expect(await verify(headersOf(signer.sign('msg_1', NOW, BODY)))).toEqual({ ok: true, replayKey: 'msg_1' });
    }
  });

  it('takes Svix’s names of headers', async () => {
    const signed = new SvixWebhook(SECRET).sign('msg_1', NOW, BODY);
    const headers = { 'svix-id': 'msg_1', 'svix-timestamp': seconds(NOW), 'svix-signature': signed };
    expect(await verify(headers)).toEqual({ ok: true, replayKey: 'msg_1' });
    expect(await providers.resend.verify(request(BODY, headers), { secrets: [SECRET] }, NOW)).toMatchObject({
      ok: true,
    });
  });

  it.each([
    ['as it is', headersOf(signature(SECRET)), true],
    ['beside another', headersOf(`${signature(OTHER)} ${signature(SECRET)}`), true],
    ['beside a version of tomorrow', headersOf(`v9,abc ${signature(SECRET)}`), true],
    ['of another secret', headersOf(signature(OTHER)), false],
    ['of another id', headersOf(signature(SECRET), 'msg_2'), false],
    ['of another time', headersOf(signature(SECRET), 'msg_1', seconds(later(1))), false],
    [
      'five minutes old',
      headersOf(signature(SECRET, 'msg_1', seconds(later(-299))), 'msg_1', seconds(later(-299))),
      true,
    ],
    ['too old', headersOf(signature(SECRET, 'msg_1', seconds(later(-301))), 'msg_1', seconds(later(-301))), false],
    ['too new', headersOf(signature(SECRET, 'msg_1', seconds(later(301))), 'msg_1', seconds(later(301))), false],
    ['without a version', headersOf(signature(SECRET).slice(3)), false],
    ['empty', headersOf('v1,'), false],
    ['not there', { 'webhook-id': 'msg_1', 'webhook-timestamp': seconds(NOW) }, false],
    ['with no headers at all', {}, false],
  ] as const)('judges a signature %s as the reference does', async (_what, headers, isGood) => {
    expect(await verify(headers)).toEqual(isGood ? { ok: true, replayKey: 'msg_1' } : refused);
    expect(isTakenByReference(headers)).toBe(isGood);
  });

  it('takes two secrets while one replaces the other', async () => {
    expect(await verify(headersOf(signature(SECRET)), [OTHER, SECRET])).toMatchObject({ ok: true });
    expect(await verify(headersOf(signature(SECRET)), [SECRET, OTHER])).toMatchObject({ ok: true });
    expect(await verify(headersOf(signature(SECRET)), [OTHER])).toEqual(refused);
  });

  it.each(['whsec_', '', 'whpk_', 'whpk_AAAA'])('takes nothing by the secret %j', async (secret) => {
    expect(await verify(headersOf(signature(SECRET)), [secret])).toEqual(refused);
    expect(
      await verify(
        headersOf(
          `v1,${createHmac('sha256', '')
            .update(`msg_1.${seconds(NOW)}.${BODY}`)
            .digest('base64')}`,
        ),
        [secret],
      ),
    ).toEqual(refused);
  });

  it('takes no id with a dot, and no time that is none', async () => {
    const id = 'msg.1';
    expect(await verify(headersOf(signature(SECRET, id), id))).toEqual(refused);
    for (const time of ['1e9', `${seconds(NOW)}.5`, ` ${seconds(NOW)}`, '']) {
      expect(await verify(headersOf(signature(SECRET, 'msg_1', time), 'msg_1', time))).toEqual(refused);
    }
  });

  it('takes Ed25519', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const key = `whpk_${publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`;
    const signed = `v1a,${sign(null, Buffer.from(`msg_1.${seconds(NOW)}.${BODY}`), privateKey).toString('base64')}`;
    expect(await verify(headersOf(signed), [key])).toMatchObject({ ok: true });
    expect(await verify(headersOf(signed.replace('v1a', 'v1')), [key])).toEqual(refused);
    expect(await verify(headersOf(signed, 'msg_2'), [key])).toEqual(refused);
  });

  it('looks at so many signatures and no more', async () => {
    expect(await verify(headersOf(`${'v1,abc '.repeat(10_000)}${signature(SECRET)}`))).toEqual(refused);
  });

  it('of our own form is an option, of Resend is none', async () => {
    expect(await verify({}, [])).toEqual({ ok: true });
    expect(await providers.resend.verify(request('{}'), { secrets: [] }, NOW)).toEqual(refused);
  });
});

describe('SendGrid', () => {
  const BODY = '[{"email":"a@example.com","event":"delivered"}]\r\n';
  const { privateKey, verificationKey, pem } = sendgridKeys();
  const verify = (signed: FeedbackRequest, secrets = [verificationKey], now = NOW): Promise<Verification> =>
    providers.sendgrid.verify(signed, { secrets }, now);
  const byTheirs = ({ headers }: FeedbackRequest, body: string): boolean => {
    const theirs = new EventWebhook();
    return theirs.verifySignature(
      theirs.convertPublicKeyToECDSA(verificationKey),
      body,
      headers['x-twilio-email-event-webhook-signature'] ?? '',
      headers['x-twilio-email-event-webhook-timestamp'] ?? '',
    );
  };

  it('is judged as by SendGrid’s own library', async () => {
    const signed = signedBySendgrid(BODY, privateKey);
    expect(await verify(signed)).toEqual({ ok: true });
    expect(byTheirs(signed, BODY)).toBe(true);
    // Without the line's end, which is signed.
    const trimmed = { ...signed, body: Buffer.from(BODY.trim()) };
    expect(await verify(trimmed)).toEqual(refused);
    expect(byTheirs(signed, BODY.trim())).toBe(false);
  });

  it('takes its key with the lines of PEM around it, too', async () => {
    const signed = signedBySendgrid(BODY, privateKey);
    expect(await verify(signed, [pem])).toEqual({ ok: true });
    expect(await verify(signed, [sendgridKeys().pem])).toEqual(refused);
  });

  it('takes what SendGrid’s own library signs', async () => {
    const key = new PrivateKey();
    const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'sec1', format: 'pem' })
      .toString();
    const p256 = PrivateKey.fromPem(pem);
    const signed = (by: PrivateKey): FeedbackRequest =>
      request(BODY, {
        'x-twilio-email-event-webhook-signature': Ecdsa.sign(seconds(NOW) + BODY, by).toBase64(),
        'x-twilio-email-event-webhook-timestamp': seconds(NOW),
      });
    const verification = p256
      .publicKey()
      .toPem()
      .replace(/-----[^-]+-----|\s/g, '');
    expect(await verify(signed(p256), [verification])).toEqual({ ok: true });
    expect(await verify(signed(key), [verification])).toEqual(refused);
  });

  it.each([
    ['25 hours old', -25 * 3600, true],
    ['27 hours old', -27 * 3600, false],
    ['of next hour', 3600, false],
  ] as const)('%s', async (_what, age, isGood) => {
    expect(await verify(signedBySendgrid(BODY, privateKey, seconds(later(age))))).toEqual(
      isGood ? { ok: true } : refused,
    );
  });

  it('takes two keys while one replaces the other, and no bad one', async () => {
    const other = sendgridKeys().verificationKey;
    expect(await verify(signedBySendgrid(BODY, privateKey), [other, verificationKey])).toEqual({ ok: true });
    expect(await verify(signedBySendgrid(BODY, privateKey), [other])).toEqual(refused);
    expect(await verify(signedBySendgrid(BODY, privateKey), ['nonsense'])).toEqual(refused);
  });

  it('is unsigned where no key was given, and never where one was', async () => {
    expect(await verify(request(BODY), [])).toEqual({ ok: true });
    expect(await verify(request(BODY))).toEqual(refused);
    expect(
      await verify(
        request(BODY, {
          'x-twilio-email-event-webhook-signature': '%%',
          'x-twilio-email-event-webhook-timestamp': seconds(NOW),
        }),
      ),
    ).toEqual(refused);
  });
});

describe('Mailgun', () => {
  const KEY = 'key-0123456789';
  const verify = (signed: FeedbackRequest, secrets = [KEY]): Promise<Verification> =>
    providers.mailgun.verify(signed, { secrets }, NOW);

  it('is good once: by its token', async () => {
    expect(await verify(signedByMailgun({}, KEY))).toEqual({ ok: true, replayKey: 't'.repeat(50) });
  });

  it.each([
    ['of another key', signedByMailgun({}, 'another'), false],
    ['eight hours old', signedByMailgun({}, KEY, seconds(later(-8 * 3600))), true],
    ['ten hours old', signedByMailgun({}, KEY, seconds(later(-10 * 3600))), false],
    ['of two hours ahead', signedByMailgun({}, KEY, seconds(later(2 * 3600))), false],
    ['without a token', request('{"signature":{"timestamp":"1","signature":"00"},"event-data":{}}'), false],
    [
      'of an empty signature',
      request(`{"signature":{"timestamp":"${seconds(NOW)}","token":"t","signature":""},"event-data":{}}`),
      false,
    ],
    [
      'whose parts are no texts',
      request('{"signature":{"timestamp":{},"token":[],"signature":5},"event-data":{}}'),
      false,
    ],
  ] as const)('%s', async (_what, signed, isGood) => {
    expect(await verify(signed)).toMatchObject({ ok: isGood });
  });

  it('takes two keys while one replaces the other, and none without', async () => {
    expect(await verify(signedByMailgun({}, KEY), ['another', KEY])).toMatchObject({ ok: true });
    expect(await verify(signedByMailgun({}, KEY), [])).toEqual(refused);
  });

  it('takes no form', async () => {
    await expect(verify(request('timestamp=1&token=x&signature=y'))).rejects.toThrow(MalformedFeedbackError);
  });
});

describe('Mandrill', () => {
  const [KEY, URL] = ['mandrill-key', 'https://user:pass@mail.example.org/v1/feedback/in/1/token?x=1'];
  const EVENTS = [{ event: 'spam', msg: { email: 'ä+b&c=d@example.com' } }];
  const verify = (signed: FeedbackRequest, secrets = [KEY]): Promise<Verification> =>
    providers.mandrill.verify(signed, { secrets }, NOW);

  it.each([
    ['as it is', signedByMandrill(EVENTS, KEY, URL), true],
    ['with more fields, in their order', signedByMandrill(EVENTS, KEY, URL, { zebra: '1', apple: '2' }), true],
    ['of another key', signedByMandrill(EVENTS, 'another', URL), false],
    ['of another address', { ...signedByMandrill(EVENTS, KEY, URL), url: `${URL}/` }, false],
    ['of another body', { ...signedByMandrill(EVENTS, KEY, URL), body: signedByMandrill([{}], KEY, URL).body }, false],
    ['without a signature', { ...signedByMandrill(EVENTS, KEY, URL), headers: {} }, false],
    ['of nothing, when it is set up', { ...signedByMandrill([], 'test-webhook', URL), headers: {} }, true],
  ] as const)('%s', async (_what, signed, isGood) => {
    expect(await verify(signed)).toEqual(isGood ? { ok: true } : refused);
  });

  it('takes two keys while one replaces the other, and none without', async () => {
    expect(await verify(signedByMandrill(EVENTS, KEY, URL), ['another', KEY])).toMatchObject({ ok: true });
    expect(await verify(signedByMandrill(EVENTS, KEY, URL), [])).toEqual(refused);
  });
});

describe.each(['postmark', 'sparkpost', 'brevo', 'mailjet'] as const)('%s, which signs nothing', (name) => {
  const basic = (pair: string): Record<string, string> => ({
    authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
  });
  const verify = (headers: Record<string, string>, secrets: string[]): Promise<Verification> =>
    providers[name].verify(request('{}', headers), { secrets }, NOW);

  it('is known by its address alone, or by a secret that comes along', async () => {
    expect(providers[name].signs).toBe(false);
    expect(await verify({}, [])).toEqual({ ok: true });
    expect(await verify({}, ['s3cret'])).toEqual(refused);
    for (const headers of [basic('joe:s3cret'), basic(':s3cret'), { authorization: 'Bearer s3cret' }]) {
      expect(await verify(headers, ['old', 's3cret'])).toEqual({ ok: true });
      expect(await verify(headers, ['other'])).toEqual(refused);
    }
    expect(await verify(basic('joe:s3cret'), ['joe:s3cret'])).toEqual({ ok: true });
    expect(await verify(basic('jim:s3cret'), ['joe:s3cret'])).toEqual(refused);
    expect(await verify({ authorization: 'Digest s3cret' }, ['s3cret'])).toEqual(refused);
  });
});

describe('Amazon SNS', () => {
  const EVENT = JSON.stringify({ eventType: 'Send', mail: { messageId: 'm1', timestamp: '2026-01-05T10:00:00Z' } });
  const verify = (
    body: unknown,
    trust: Partial<SourceTrust> = { topicArn: TOPIC },
    headers = {},
  ): Promise<Verification> =>
    providers.ses.verify(request(JSON.stringify(body), headers), { secrets: [], ...trust }, NOW);
  /** Without its fetching: what it fetches is our certificate. */
  const byTheirs = (body: SnsBody): Promise<boolean> => {
    const get = jest.spyOn(https, 'get').mockImplementation(((_url: string, done: (response: EventEmitter) => void) => {
      const response = Object.assign(new EventEmitter(), { statusCode: 200 });
      done(response);
      response.emit('data', Buffer.from(amazon.cert));
      response.emit('end');
      return new EventEmitter();
    }) as unknown as typeof https.get);
    return new Promise<boolean>((resolve) => {
      new MessageValidator().validate({ ...body }, (error) => {
        resolve(error === null);
      });
    }).finally(() => {
      get.mockRestore();
    });
  };
  const with_ = (more: SnsBody): SnsBody => ({ ...notification(EVENT), ...more });

  it.each([
    ['version 1', signedBySns(notification(EVENT), amazon.key, '1'), true],
    ['version 2', signedBySns(notification(EVENT), amazon.key, '2'), true],
    ['a subject', signedBySns(with_({ Subject: 'Amazon SES' }), amazon.key), true],
    ['signs of all kinds', signedBySns(with_({ Message: 'Ä\n"\\ \u2028 😀' }), amazon.key), true],
    ['a confirmation', signedBySns(confirmation(), amazon.key), true],
    ['a stranger’s key', signedBySns(notification(EVENT), stranger.key), false],
    ['another message', { ...signedBySns(notification(EVENT), amazon.key), Message: '{}' }, false],
    ['another time', { ...signedBySns(notification(EVENT), amazon.key), Timestamp: '2026-01-05T10:00:01.000Z' }, false],
    ['a subject that was added', { ...signedBySns(notification(EVENT), amazon.key), Subject: 'x' }, false],
    [
      'the digest of another version',
      { ...signedBySns(notification(EVENT), amazon.key, '1'), SignatureVersion: '2' },
      false,
    ],
    ['version 3', { ...signedBySns(notification(EVENT), amazon.key), SignatureVersion: '3' }, false],
    ['no signature', { ...notification(EVENT), Signature: '' }, false],
    ['a signature that is none', { ...notification(EVENT), Signature: '%%%' }, false],
  ] as const)('%s is judged as by sns-validator', async (_what, body: SnsBody, isGood) => {
    const good = { ok: true, replayKey: body.MessageId, topicArn: TOPIC };
    expect(await verify(body)).toEqual(isGood ? good : refused);
    expect(await byTheirs(body)).toBe(isGood);
  });

  it('has a subject that is null, and then it is not signed', async () => {
    expect(await verify({ ...signedBySns(notification(EVENT), amazon.key), Subject: null })).toMatchObject({
      ok: true,
    });
  });

  it('signs the token of what ends a subscription as well', async () => {
    const signed = signedBySns(confirmation(TOPIC, 'UnsubscribeConfirmation'), amazon.key);
    // It binds no source to the topic that it leaves.
    expect(await verify(signed)).toEqual({ ok: true, replayKey: signed.MessageId });
    expect(await verify({ ...signed, Token: 'other' })).toEqual(refused);
    expect(providers.ses.read(request(JSON.stringify(signed)))).toEqual({ events: [] });
  });

  it.each([
    ['https://sns.s3-us-west-2.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem'],
    ['https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem'],
    ['https://sns.eu-west-1.amazonaws.com.cn/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem'],
    ['https://sns.eu-west-1.amazonaws.com.example.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem'],
    ['https://sns.eu-west-1.amazonaws.com@example.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem'],
    ['https://joe:x@sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem'],
    ['http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem'],
    ['https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem'],
    ['https://sns.eu-west-1.amazonaws.com:443/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem'],
    [`${CERTIFICATE_URL}?x=1`],
    [`${CERTIFICATE_URL}#x`],
    [`${CERTIFICATE_URL}\n`],
    ['https://sns.eu-west-1.amazonaws.com/x/../SimpleNotificationService-0123456789abcdef0123456789abcdef.pem'],
    ['https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123.pem'],
    ['https://sns.eu-west-1.amazonaws.com/other.pem'],
    [''],
  ])('fetches no certificate from %s', async (SigningCertURL) => {
    expect(await verify(signedBySns(with_({ SigningCertURL }), amazon.key))).toEqual(refused);
    expect(fetched).toEqual([]);
  });

  it.each([
    ['arn:aws-cn:sns:cn-north-1:111122223333:feedback', 'sns.cn-north-1.amazonaws.com.cn', true],
    ['arn:aws-us-gov:sns:us-gov-west-1:111122223333:feedback', 'sns.us-gov-west-1.amazonaws.com', true],
    ['arn:aws:sns:ap-southeast-2:111122223333:feedback.fifo', 'sns.ap-southeast-2.amazonaws.com', true],
    ['arn:aws:sns:s3-us-west-2:111122223333:feedback', 'sns.s3-us-west-2.amazonaws.com', false],
    ['arn:aws:sqs:eu-west-1:111122223333:feedback', 'sns.eu-west-1.amazonaws.com', false],
    ['arn:aws:sns:eu-west-1:1111:feedback', 'sns.eu-west-1.amazonaws.com', false],
    ['arn:aws:sns:eu-west-1:111122223333:feed back', 'sns.eu-west-1.amazonaws.com', false],
  ])('the topic %s at %s: %s', async (TopicArn, host, isGood) => {
    const SigningCertURL = `https://${host}/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem`;
    const body = signedBySns(with_({ TopicArn, SigningCertURL }), amazon.key);
    expect(await verify(body, {})).toMatchObject({ ok: isGood });
    expect(fetched).toEqual(isGood ? [SigningCertURL] : []);
  });

  it('takes no message and no confirmation of another topic', async () => {
    const TopicArn = 'arn:aws:sns:eu-west-1:999999999999:theirs';
    expect(await verify(signedBySns(with_({ TopicArn }), amazon.key))).toEqual(refused);
    expect(await verify(signedBySns(confirmation(TopicArn), amazon.key))).toEqual(refused);
    expect(fetched).toEqual([]);
  });

  it('confirms at an address that we build', () => {
    const content = providers.ses.read(request(JSON.stringify(confirmation())));
    expect(content).toEqual({
      events: [],
      confirmation: {
        topicArn: TOPIC,
        token: confirmation().Token,
        url: `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${encodeURIComponent(TOPIC)}&Token=${confirmation().Token ?? ''}`,
      },
    });
    const odd = (): unknown => providers.ses.read(request(JSON.stringify({ ...confirmation(), Token: '../x?y' })));
    expect(odd).toThrow(MalformedFeedbackError);
  });

  it('greets with a sentence that is no event', () => {
    const greeting = notification('Successfully validated SNS topic for Amazon SES event publishing.');
    expect(providers.ses.read(request(JSON.stringify(greeting)))).toEqual({ events: [], publishedBy: TOPIC });
  });

  it('passes on that a certificate can’t be had', async () => {
    const without = createProviders({ certificates: { certificateFor: () => Promise.reject(new Error('away')) } });
    const body = JSON.stringify(signedBySns(notification(EVENT), amazon.key));
    await expect(without.ses.verify(request(body), { secrets: [] }, NOW)).rejects.toThrow('away');
  });

  it('is refused raw, with a hint', async () => {
    const raw = await verify(JSON.parse(EVENT), {}, { 'x-amz-sns-rawdelivery': 'true' });
    expect(raw).toEqual({ ok: false, reason: expect.stringContaining('Raw message delivery') });
    expect(await verify(JSON.parse(EVENT), {})).toEqual(refused);
  });

  it('has a sister that signs nothing, which is no way around it', async () => {
    const bridge = {
      version: '0',
      id: 'e1',
      'detail-type': 'Email Bounced',
      source: 'aws.ses',
      detail: JSON.parse(EVENT) as unknown,
    };
    expect(await verify(bridge, {})).toEqual({ ok: true });
    expect(await verify(bridge, { topicArn: TOPIC })).toEqual(refused);
    expect(await verify(bridge, { secrets: ['s3cret'] })).toEqual(refused);
    const headers = { authorization: 'Bearer s3cret' };
    expect(await verify(bridge, { topicArn: TOPIC, secrets: ['s3cret'] }, headers)).toEqual({ ok: true });
    expect(providers.ses.read(request(JSON.stringify(bridge))).events).toMatchObject([{ type: 'ignored' }]);
  });
});
