import type { Echoes } from './echoes';
import type { Certainty, Classified, Outcome, Reason, Stage } from './outcome';
import { ReadReply } from './read-reply';
import type { Reply } from '../wire/reply';
import { isPermanent, isTemporary, type ReplyFacts } from './reply-facts';
import type { ReplyRule } from './reply-rule';
import { maskedText } from './reply-text';
import { boundedLines } from './reply-words';
import {
  CLIENT_REFUSAL_RULES,
  POLICY_RULES,
  QUOTED_RULES,
  quotesAboutRecipient,
  REPUTATION_RULES,
} from './rules/client-refusal.rules';
import { CODE_RULES } from './rules/code.rules';
import { DOMAIN_RULES } from './rules/domain.rules';
import { POSITIVE_RULES } from './rules/positive.rules';
import { RECIPIENT_RULES } from './rules/recipient.rules';
import { RECIPIENT } from './phrases/recipient.phrases';
import { STAGE_RULES } from './rules/stage.rules';
import { THROTTLING_RULES } from './rules/throttling.rules';
import { refersToClient, unlessItRefersToClient } from './refers-to-client';

/** The first rule that holds decides: the order matters more than the patterns. */
const RULES: readonly ReplyRule[] = [
  ...POSITIVE_RULES,
  ...CLIENT_REFUSAL_RULES,
  ...THROTTLING_RULES,
  ...REPUTATION_RULES,
  ...DOMAIN_RULES,
  ...POLICY_RULES,
  ...STAGE_RULES,
  ...RECIPIENT_RULES,
  ...CODE_RULES,
];
/** For a reply that quotes the host behind it: senders and hosts in the quotation are not this client's. */
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

const NOTHING_SAID = { outcome: 'unclassified', reason: null, certainty: 'low' } as const;

export interface ReplyContext {
  stage: Stage;
  /** Name of the MX host that spoke: a few codes mean something else at Microsoft's. */
  mxHost?: string;
  echoes?: Echoes;
}

/** What a reply means. Never throws; linear in the length of the reply, of which the first 5 KiB are read. */
export function classifyReply(reply: Reply, { stage, mxHost = '', echoes = {} }: ReplyContext): Classified {
  const lines = boundedLines(reply.lines);
  const facts = new ReadReply(stage, reply.code, lines, echoes, mxHost.toLowerCase());
  const { enhanced } = facts;
  const isQuotation = quotesAboutRecipient(facts);
  const rules = isQuotation ? RULES_FOR_QUOTES : RULES;
  const matched = rules.find((candidate) => candidate.when(facts)) ?? NOTHING_SAID;
  const found = unlessItRefersToClient(matched, facts, isQuotation);
  const outcome = reply.code !== 421 || OUTCOMES_OF_421.includes(found.outcome) ? found.outcome : 'temp_failure';
  const certainty = certaintyOf(outcome, found.certainty, facts);
  return {
    outcome,
    reason: reasonOf(outcome, found.reason, facts),
    code: reply.code,
    enhanced,
    certainty,
    ...(certainty === 'low' && !isQuotation && isUnread(outcome, facts) && { isUnread: true as const }),
    text: maskedText([reply.code.toString(), ...lines], echoes),
  };
}

/** What is left when no word was understood: a refusal of this recipient, or a guess at one. */
const UNREAD: readonly Outcome[] = ['unclassified', 'recipient_restricted', 'mailbox_not_found'];

const isUnread = (outcome: Outcome, facts: ReplyFacts): boolean =>
  facts.stage === 'rcpt' && isPermanent(facts) && UNREAD.includes(outcome) && !refersToClient(facts);

/** A "no" is a passing one by its code, by its enhanced class (RFC 3463 3: class 4 may succeed later), or by its words. */
function reasonOf(outcome: Outcome, reason: Reason | null, facts: ReplyFacts): Reason | null {
  if (!ABOUT_MAILBOX_OR_DOMAIN.includes(outcome)) return reason;
  const isPassing =
    facts.enhanced?.startsWith('4.') === true ||
    [RECIPIENT.later, RECIPIENT.laterInLists].some((later) => later.test(facts.words));
  if (isPermanent(facts) && outcome !== 'mailbox_full' && isPassing) return 'temporary';
  return reason ?? (isTemporary(facts) ? 'temporary' : null);
}

/** A class that contradicts the basic code, or a "no" with a 4xx, is worth less than words and code in agreement. */
function certaintyOf(outcome: Outcome, certainty: Certainty, { code, enhanced }: ReplyFacts): Certainty {
  const contradicts = enhanced !== null && !code.toString().startsWith(enhanced.charAt(0));
  const isTemporaryNo =
    code >= 400 && code < 500 && ABOUT_MAILBOX_OR_DOMAIN.includes(outcome) && outcome !== 'mailbox_full';
  return (contradicts || isTemporaryNo) && certainty === 'high' ? 'medium' : certainty;
}
