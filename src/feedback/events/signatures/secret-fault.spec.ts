import { generateKeyPairSync } from 'node:crypto';
import { createProviders } from '../create-providers';
import { FEEDBACK_PROVIDERS, type FeedbackProviderName } from '../feedback-provider';

const providers = createProviders({ certificates: { certificateFor: () => Promise.reject(new Error('not asked')) } });

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const base64 = ec.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const pem = ec.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const privatePem = ec.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const rsaBase64 = rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const whsec = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const whpk = `whpk_${Buffer.alloc(32, 7).toString('base64')}`;
const short = `whsec_${Buffer.alloc(23, 7).toString('base64')}`;

const OF_HMAC = {
  usable: ['a'.repeat(32), 'p1eHkL6aHN1m-8ZgCmkAXg'],
  faulty: ['two words', 'key\n', ' key', 'Schlüssel'],
};
const OF_STANDARD = {
  usable: [whsec, whsec.slice('whsec_'.length), whpk],
  faulty: ['abc', 'hello', short, 'whsec_', 'whpk_AAAA', `${whsec}\n`, `"${whsec}"`, pem],
};
const PRESENTED = {
  usable: ['s3cret', 'joe:s3cret', 'joe:two words', 'joe:häßlich'],
  faulty: ['s3cret\n', ' s3cret', 'joe:\r\nX: y', 'x'.repeat(3100)],
};

const KEYS: Readonly<Record<FeedbackProviderName, { usable: readonly string[]; faulty: readonly string[] }>> = {
  ses: PRESENTED,
  sendgrid: {
    usable: [base64, pem, pem.trim(), pem.replaceAll('\n', '\r\n'), `${base64}\n`],
    faulty: ['hello', base64.slice(0, 60), rsaBase64, privatePem, whsec],
  },
  mailgun: OF_HMAC,
  postmark: PRESENTED,
  sparkpost: PRESENTED,
  brevo: PRESENTED,
  mailjet: PRESENTED,
  resend: OF_STANDARD,
  mandrill: OF_HMAC,
  generic: OF_STANDARD,
};

const rows = (which: 'usable' | 'faulty') =>
  FEEDBACK_PROVIDERS.flatMap((name) => KEYS[name][which].map((secret) => [name, secret] as const));

describe('a key of signatures', () => {
  it.each(rows('usable'))('of %s is taken: %j', (name, secret) => {
    expect(providers[name].secretFault(secret)).toBeUndefined();
  });

  it.each(rows('faulty'))('of %s is refused, with a sentence that says which is meant: %j', (name, secret) => {
    expect(providers[name].secretFault(secret)).toMatch(/^(?:This is no|The secret) .{20,}\.$/);
  });
});
