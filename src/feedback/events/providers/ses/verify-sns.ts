import { verify as verifySignature } from 'node:crypto';
import type { CertificateSource } from '../../certificates/certificate-source';
import { shortId } from '../../event-builder';
import type { SourceTrust, Verification } from '../../feedback-provider';
import { textIn, type Fields } from '../../json-fields';
import { signedText, type SnsType } from './sns-message';
import { isCertificateOf, parseTopic } from './topic';

/** RSA with PKCS #1 v1.5: version 1 is still what topics have that nobody changed. */
const DIGESTS: Readonly<Record<string, string | undefined>> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };

/**
 * Checks that SNS signed the message, and that it is of the topic that the source is bound to. That SNS signed it says only that some
 * account sent it: anybody may point a topic of theirs at our address.
 *
 * @throws {CertificateUnavailableError} when the certificate can't be had for the moment
 */
export async function verifySns(
  type: SnsType,
  body: Fields,
  { topicArn }: SourceTrust,
  certificates: CertificateSource,
): Promise<Verification> {
  const topic = parseTopic(body.TopicArn);
  if (!topic) return refused('The message names no topic of Amazon SNS.');
  if (topicArn !== undefined && topic.arn !== topicArn)
    return refused('The message is of another topic than this source.');
  const version = textIn(body, 'SignatureVersion') ?? '';
  const digest = Object.hasOwn(DIGESTS, version) ? DIGESTS[version] : undefined;
  if (digest === undefined) return refused('The signature is of a version that is not known; 1 and 2 are.');
  const address = body.SigningCertURL;
  if (!isCertificateOf(topic, address))
    return refused("The certificate's address is not one of Amazon SNS in the topic's region.");
  const signature = textIn(body, 'Signature');
  const messageId = textIn(body, 'MessageId');
  if (signature === undefined || messageId === undefined) return refused('The message is not signed.');
  const key = await certificates.certificateFor(address);
  const isValid = verifySignature(digest, Buffer.from(signedText(type, body)), key, Buffer.from(signature, 'base64'));
  if (!isValid) return refused('The signature does not fit the message.');
  // Who unsubscribes a topic leaves it: it binds no source.
  const binds = type === 'UnsubscribeConfirmation' ? {} : { topicArn: topic.arn };
  return { ok: true, replayKey: shortId(messageId), ...binds };
}

const refused = (reason: string): Verification => ({ ok: false, reason });
