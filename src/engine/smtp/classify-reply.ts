import { enhancedCodeOf } from './enhanced-code';
import type { Certainty, Classified, Outcome, Reason, Stage } from './outcome';
import type { Reply } from './reply';
import type { ReplyFacts } from './reply-facts';
import type { ReplyRule } from './reply-rule';
import { maskedText, wordsOf, type Echoes } from './reply-text';
import {
  ABOUT_US_RULES,
  POLICY_RULES,
  QUOTED_RULES,
  quotesAboutRecipient,
  REPUTATION_RULES,
} from './rules/about-us.rules';
import { CODE_RULES } from './rules/code.rules';
import { DOMAIN_RULES } from './rules/domain.rules';
import { POSITIVE_RULES } from './rules/positive.rules';
import { RECIPIENT_RULES } from './rules/recipient.rules';
import { STAGE_RULES } from './rules/stage.rules';
import { THROTTLING_RULES } from './rules/throttling.rules';

/** The first rule that holds decides: the order matters more than the patterns. */
const RULES: readonly ReplyRule[] = [
  ...POSITIVE_RULES,
  ...ABOUT_US_RULES,
  ...THROTTLING_RULES,
  ...REPUTATION_RULES,
  ...DOMAIN_RULES,
  ...POLICY_RULES,
  ...STAGE_RULES,
  ...RECIPIENT_RULES,
  ...CODE_RULES,
];
/** For a reply that quotes the host behind it: words about senders and hosts in the quotation are not about us. */
const RULES_FOR_QUOTES: readonly ReplyRule[] = [...STAGE_RULES, ...QUOTED_RULES, ...RECIPIENT_RULES, ...CODE_RULES];

/** What a 421 may be: the connection is closing, so it never carries a verdict (RFC 5321 3.8). */
const OUTCOMES_OF_421: readonly Outcome[] = ['throttled', 'sender_blocked', 'greylisted', 'temp_failure'];
const ABOUT_MAILBOX_OR_DOMAIN: readonly Outcome[] = [
  'mailbox_not_found',
  'mailbox_disabled',
  'mailbox_full',
  'mailbox_moved',
  'domain_not_accepted',
  'relay_denied',
];

export interface ReplyContext {
  stage: Stage;
  /** Name of the MX host that spoke: a few codes mean something else at Microsoft's. */
  mxHost?: string;
  echoes?: Echoes;
}

/** What a reply means. Never throws; linear in the length of the reply. */
export function classifyReply(reply: Reply, { stage, mxHost = '', echoes = {} }: ReplyContext): Classified {
  const enhanced = enhancedCodeOf(reply.lines);
  const facts: ReplyFacts = {
    stage,
    code: reply.code,
    enhanced,
    subject: enhanced?.slice(2) ?? null,
    words: wordsOf(reply.lines, echoes),
    namesAnAddress: reply.lines.some((line) => /[^\s<>@]{1,64}@[^\s<>@]/.test(line)),
    mxHost: mxHost.toLowerCase(),
  };
  const rules = quotesAboutRecipient(facts) ? RULES_FOR_QUOTES : RULES;
  const found = rules.find((candidate) => candidate.when(facts));
  const outcome = found?.outcome ?? 'unclassified';
  const allowed = reply.code !== 421 || OUTCOMES_OF_421.includes(outcome) ? outcome : 'temp_failure';
  return {
    outcome: allowed,
    reason: reasonOf(allowed, found?.reason ?? null, facts),
    code: reply.code,
    enhanced,
    certainty: certaintyOf(allowed, found?.certainty ?? 'low', facts),
    text: maskedText([reply.code.toString(), ...reply.lines], echoes),
  };
}

function reasonOf(outcome: Outcome, reason: Reason | null, { code }: ReplyFacts): Reason | null {
  const isTemporaryNo = code >= 400 && code < 500 && ABOUT_MAILBOX_OR_DOMAIN.includes(outcome);
  return reason ?? (isTemporaryNo ? 'temporary' : null);
}

/** A class that contradicts the basic code, or a "no" with a 4xx, is worth less than words and code in agreement. */
function certaintyOf(outcome: Outcome, certainty: Certainty, { code, enhanced }: ReplyFacts): Certainty {
  const contradicts = enhanced !== null && !code.toString().startsWith(enhanced.charAt(0));
  const isTemporaryNo =
    code >= 400 && code < 500 && ABOUT_MAILBOX_OR_DOMAIN.includes(outcome) && outcome !== 'mailbox_full';
  return (contradicts || isTemporaryNo) && certainty === 'high' ? 'medium' : certainty;
}
