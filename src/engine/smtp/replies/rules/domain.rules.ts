import { DOMAIN } from '../phrases/domain.phrases';
import { codeSpeaks } from './code-speaks';
import { isAboutRecipient, isPermanent } from '../reply-facts';
import {
  any,
  codeIs,
  not,
  rule,
  says,
  stageIs,
  subjectIs,
  weaker,
  type Condition,
  type ReplyRule,
} from '../reply-rule';

/** A domain without a name may be the sender's: the code (RFC 3463 3.2: destination) or a name must say that it is not. */
const isRecipientDomain: Condition = any(
  says(DOMAIN.ofRecipient),
  subjectIs('1.0', '1.2', '4.4'),
  (facts) => facts.namesRecipient,
);

/** RFC 7504: 556 is a domain that takes no mail, as 521 is a host; beside other words it is whatever they say. */
const isNullMxCode: Condition = (facts) =>
  facts.code === 556 && (codeSpeaks(facts) || DOMAIN.noMailHost.test(facts.words));

/** About the whole domain. At MAIL a reply's domain is the sender's. */
export const DOMAIN_RULES: readonly ReplyRule[] = [
  rule('domain_not_accepted', 'null_mx', not(stageIs('mail')), any(isNullMxCode, says(DOMAIN.nullMx))),
  // RFC 7504: a host that never accepts mail says so with 521 at the banner or 556.
  rule('domain_not_accepted', 'no_mail_host', not(stageIs('mail')), codeIs(521), says(DOMAIN.noMailHost)),
  weaker('medium', rule('domain_not_accepted', 'tenant', isAboutRecipient, says(DOMAIN.tenant))),
  rule('domain_not_accepted', null, isAboutRecipient, says(DOMAIN.notHosted)),
  rule('domain_not_accepted', null, isAboutRecipient, says(DOMAIN.unknown), isRecipientDomain),
  weaker('low', rule('unclassified', null, isAboutRecipient, isPermanent, says(DOMAIN.unknown))),
  weaker('low', rule('sender_blocked', 'policy', isAboutRecipient, says(DOMAIN.localPolicy), not(isRecipientDomain))),
  weaker(
    'medium',
    rule('domain_not_accepted', 'no_mail_host', isAboutRecipient, codeIs(550, 554), says(DOMAIN.noMailHost)),
  ),
];
