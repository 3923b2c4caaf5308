import type { CertificateSource } from '../../certificates/certificate-source';
import {
  MalformedFeedbackError,
  type FeedbackContent,
  type FeedbackProvider,
  type FeedbackRequest,
  type SourceTrust,
  type Verification,
} from '../../feedback-provider';
import { fieldsIn, isFields, parseJson, textIn, type Fields } from '../../json-fields';
import { presentedSecretFault, verifyPresentedSecret } from '../../signatures/presented-secret';
import { usualStatus } from '../statuses';
import { sesEvents } from './ses-events';
import { snsTypeOf } from './sns-message';
import { confirmationUrl, parseTopic } from './topic';
import { verifySns } from './verify-sns';

const EXPECTED = 'a message of Amazon SNS, or an event of Amazon EventBridge';
/** What SES posts as the first message of a topic, in words. */
const GREETING = /^Successfully validated SNS topic/;
const TOKEN = /^[A-Za-z0-9]{1,2048}$/;

/**
 * Amazon SES, by way of SNS (signed) or of EventBridge (unsigned: the token of the address, and a secret if there is one). A source
 * that is bound to a topic takes unsigned events only with a secret: else leaving the signature out would be a way around it.
 *
 * SNS tries again after 5xx alone; a 4xx is the end.
 */
export function createSes(certificates: CertificateSource): FeedbackProvider {
  return {
    name: 'ses',
    signs: true,
    verify: async (request, trust) => {
      const body = bodyOf(request);
      const type = snsTypeOf(body);
      return type ? verifySns(type, body, trust, certificates) : verifyUnsigned(request, body, trust);
    },
    read: (request) => read(bodyOf(request)),
    secretFault: presentedSecretFault,
    statusFor: usualStatus,
  };
}

function bodyOf({ body }: FeedbackRequest): Fields {
  const value = parseJson(body, EXPECTED);
  if (!isFields(value)) throw new MalformedFeedbackError(`The body is not ${EXPECTED}.`);
  return value;
}

const isFromEventBridge = (body: Fields): boolean => textIn(body, 'source') === 'aws.ses' && isFields(body.detail);

function verifyUnsigned(request: FeedbackRequest, body: Fields, trust: SourceTrust): Verification {
  if (!isFromEventBridge(body)) {
    const reason =
      request.headers['x-amz-sns-rawdelivery'] === undefined
        ? `The body is not ${EXPECTED}.`
        : 'Raw message delivery is switched on for the subscription: messages then carry no signature. Switch it off.';
    return { ok: false, reason };
  }
  if (trust.topicArn !== undefined && trust.secrets.length === 0) {
    return { ok: false, reason: 'This source is bound to a topic of Amazon SNS: make another one for EventBridge.' };
  }
  return verifyPresentedSecret(request, trust);
}

function read(body: Fields): FeedbackContent {
  if (isFromEventBridge(body)) return { events: sesEvents(fieldsIn(body, 'detail')) };
  const type = snsTypeOf(body);
  const topic = parseTopic(body.TopicArn);
  if (type === undefined || !topic) throw new MalformedFeedbackError(`The body is not ${EXPECTED}.`);
  if (type === 'UnsubscribeConfirmation') return { events: [] };
  if (type === 'Notification') return { events: published(textIn(body, 'Message') ?? ''), publishedBy: topic.arn };
  const token = textIn(body, 'Token') ?? '';
  if (!TOKEN.test(token)) throw new MalformedFeedbackError('The subscription has no token to confirm it by.');
  return { events: [], confirmation: { topicArn: topic.arn, url: confirmationUrl(topic, token), token } };
}

function published(message: string): FeedbackContent['events'] {
  if (GREETING.test(message)) return [];
  const value = parseJson(message, 'an event of Amazon SES in "Message"');
  if (!isFields(value)) throw new MalformedFeedbackError('The message holds no event of Amazon SES.');
  return sesEvents(value);
}
