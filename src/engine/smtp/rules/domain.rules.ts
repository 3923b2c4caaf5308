import { DOMAIN } from '../cues/domain.cues';
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

/** A domain that nobody names may be our sender's: the code (RFC 3463 3.2: destination) or a name must say whose it is. */
const isOfTheirDomain: Condition = any(
  says(DOMAIN.theirs),
  subjectIs('1.0', '1.2', '4.4'),
  (facts) => facts.namesTheirs,
);

/** The whole domain. At MAIL the domain that is spoken of is our sender's. */
export const DOMAIN_RULES: readonly ReplyRule[] = [
  rule('domain_not_accepted', 'null_mx', not(stageIs('mail')), any(codeIs(556), says(DOMAIN.nullMx))),
  // RFC 7504: a host that never accepts mail says so with 521 at the banner or 556.
  rule('domain_not_accepted', 'no_mail_host', not(stageIs('mail')), codeIs(521), says(DOMAIN.noMailHost)),
  weaker('medium', rule('domain_not_accepted', 'tenant', isAboutRecipient, says(DOMAIN.tenant))),
  rule('domain_not_accepted', null, isAboutRecipient, says(DOMAIN.notHosted)),
  rule('domain_not_accepted', null, isAboutRecipient, says(DOMAIN.unknown), isOfTheirDomain),
  weaker('low', rule('unclassified', null, isAboutRecipient, isPermanent, says(DOMAIN.unknown))),
  weaker('low', rule('sender_blocked', 'policy', isAboutRecipient, says(DOMAIN.houseRule), not(isOfTheirDomain))),
  weaker(
    'medium',
    rule('domain_not_accepted', 'no_mail_host', isAboutRecipient, codeIs(550, 554), says(DOMAIN.noMailHost)),
  ),
];
