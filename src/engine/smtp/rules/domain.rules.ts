import { DOMAIN } from '../cues/domain.cues';
import { isAboutRecipient } from '../reply-facts';
import { any, codeIs, not, rule, says, stageIs, weaker, type ReplyRule } from '../reply-rule';

/** The whole domain. At MAIL the domain that is spoken of is our sender's. */
export const DOMAIN_RULES: readonly ReplyRule[] = [
  rule('domain_not_accepted', 'null_mx', not(stageIs('mail')), any(codeIs(556), says(DOMAIN.nullMx))),
  // RFC 7504: a host that never accepts mail says so with 521 at the banner or 556.
  rule('domain_not_accepted', 'no_mail_host', not(stageIs('mail')), codeIs(521), says(DOMAIN.noMailHost)),
  weaker('medium', rule('domain_not_accepted', 'tenant', isAboutRecipient, says(DOMAIN.tenant))),
  rule('domain_not_accepted', null, isAboutRecipient, says(DOMAIN.unknown)),
  weaker(
    'medium',
    rule('domain_not_accepted', 'no_mail_host', isAboutRecipient, codeIs(550, 554), says(DOMAIN.noMailHost)),
  ),
];
