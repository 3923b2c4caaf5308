import { DOMAIN } from '../phrases/domain.phrases';
import { CLIENT_HOST } from '../phrases/client/client-host.phrases';
import { isAboutRecipient, isPermanent, isTemporary } from '../reply-facts';
import { any, codeIs, not, rule, says, stageIs, subjectIs, weaker, type ReplyRule } from '../reply-rule';

/** Before RCPT nothing can be said about a mailbox: what is left is about the host's state or the client. */
export const STAGE_RULES: readonly ReplyRule[] = [
  rule('temp_failure', 'server_storage', any(says(DOMAIN.serverStorage), subjectIs('3.1'))),
  rule('tls_unavailable', null, stageIs('starttls')),
  weaker('medium', rule('protocol_error', null, isPermanent, says(DOMAIN.outOfStep))),
  weaker('medium', rule('sender_blocked', 'helo', stageIs('ehlo'), isPermanent)),
  weaker('medium', rule('protocol_error', null, stageIs('mail'), codeIs(455, 500, 502, 503, 504, 555))),
  rule('temp_failure', null, not(isAboutRecipient), isTemporary),
  weaker(
    'medium',
    rule('sender_blocked', 'policy', not(isAboutRecipient), (facts) => CLIENT_HOST.network.test(facts.prose)),
  ),
  weaker('low', rule('sender_blocked', 'policy', not(isAboutRecipient))),
];
