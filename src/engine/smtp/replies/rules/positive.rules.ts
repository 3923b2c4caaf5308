import { RECIPIENT } from '../phrases/recipient.phrases';
import { isAboutRecipient } from '../reply-facts';
import { codeIs, not, rule, says, stageIs, weaker, type ReplyRule } from '../reply-rule';

/** 2xx and 3xx. The basic code is trusted whatever enhanced code comes with it. */
export const POSITIVE_RULES: readonly ReplyRule[] = [
  rule('ok', null, stageIs('banner', 'starttls'), codeIs(220)),
  rule('ok', null, stageIs('ehlo', 'mail'), codeIs(250)),
  weaker('medium', rule('accepted_unverified', null, isAboutRecipient, codeIs(252))),
  weaker(
    'medium',
    rule('accepted_unverified', null, isAboutRecipient, codeIs(250, 251), says(RECIPIENT.acceptedUnverified)),
  ),
  rule('accepted', 'forwarded', isAboutRecipient, codeIs(251)),
  rule('accepted', null, isAboutRecipient, codeIs(250)),
  // 211, 214, 220, 221, 354 …: out of step, the session cannot be trusted any more.
  rule(
    'protocol_error',
    null,
    not((facts) => facts.code >= 400),
  ),
];
