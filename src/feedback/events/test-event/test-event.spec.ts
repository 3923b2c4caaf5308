import { createProviders } from '../create-providers';
import { FEEDBACK_PROVIDERS, type FeedbackProviderName } from '../feedback-provider';
import { testRequest, testSignatureOf, type SignedTestFacts } from './test-event';
import { TEST_RECIPIENT } from './test-payloads';

const providers = createProviders({
  certificates: { certificateFor: () => Promise.reject(new Error('Nobody signs a test for Amazon.')) },
});
const at = new Date('2026-01-05T10:00:00.000Z');
const facts: SignedTestFacts = { id: 'test-7', at, topicArn: null, secret: null, url: 'https://check.test/in/7/x' };
const SECRETS: Partial<Record<FeedbackProviderName, string>> = {
  mailgun: 'a signing key',
  mandrill: 'a webhook key',
  resend: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
  generic: `whsec_${Buffer.alloc(24, 9).toString('base64')}`,
  postmark: 'somebody:kettle',
  sparkpost: 'kettle',
  brevo: 'kettle',
  mailjet: 'kettle',
};

describe('the event that tests a source', () => {
  it.each(FEEDBACK_PROVIDERS)('of %s is read as a hard bounce of a reserved address, without a doubt', (name) => {
    const { events } = providers[name].read(testRequest(name, facts));
    expect(events).toMatchObject([
      { type: 'hard_bounce', strength: 'strong', recipient: TEST_RECIPIENT, enhancedCode: '5.1.1', occurredAt: at },
    ]);
  });

  it.each(Object.entries(SECRETS) as [FeedbackProviderName, string][])(
    'of %s carries a signature that is checked, and refused with another key',
    async (name, secret) => {
      expect(testSignatureOf(name, secret)).toBe('checked');
      const request = testRequest(name, { ...facts, secret });
      const other = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
      const verify = (secrets: string[]) => providers[name].verify(request, { secrets }, at);
      expect([(await verify([secret])).ok, (await verify([other])).ok]).toEqual([true, false]);
    },
  );

  it.each([
    ['ses', null, 'not_checked'],
    ['sendgrid', null, 'none'],
    ['sendgrid', 'MFkw', 'not_checked'],
    ['generic', null, 'none'],
    ['generic', 'whpk_x', 'not_checked'],
    ['resend', 'whpk_x', 'not_checked'],
    ['resend', null, 'checked'],
    ['mailgun', null, 'checked'],
    ['postmark', null, 'none'],
  ] as const)('of %s, with the key %s, shows of signatures: %s', (name, secret, signature) => {
    expect(testSignatureOf(name, secret)).toBe(signature);
  });

  it.each(['mailgun', 'mandrill', 'resend'] as const)(
    'of %s is refused without a key, with what is to be done',
    async (name) => {
      const verification = await providers[name].verify(testRequest(name, facts), { secrets: [] }, at);
      expect(verification).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/^This source has no .+ yet: store/),
      });
    },
  );
});
