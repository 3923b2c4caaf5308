import { CLIENT_REFUSAL } from './phrases/client-refusal.phrases';
import { CLIENT_CONDUCT } from './phrases/client/client-conduct.phrases';
import { CLIENT_HOST } from './phrases/client/client-host.phrases';
import { CLIENT_IN_OTHER_LANGUAGES } from './phrases/client/client-in-other-languages.phrases';
import { CLIENT_POLICY } from './phrases/client/client-policy.phrases';
import { SENDER } from './phrases/client/sender.phrases';
import { RECIPIENT } from './phrases/recipient.phrases';
import { THROTTLING } from './phrases/throttling.phrases';
import { MARKED } from './echoes';
import type { Outcome, Reason } from './outcome';
import { isTemporary, type ReplyFacts } from './reply-facts';
import type { ReplyRule } from './reply-rule';

/** Outcomes that say something of the recipient or its domain, or would by a verdict's rules. */
const ABOUT_RECIPIENT: readonly Outcome[] = [
  'mailbox_not_found',
  'mailbox_disabled',
  'mailbox_full',
  'mailbox_moved',
  'recipient_throttled',
  'domain_not_accepted',
  'smtputf8_required',
  // So that the reason is named.
  'unclassified',
  'protocol_error',
];

/** The same for a temporary code: with it the other outcomes are no verdict anyway. */
const ABOUT_RECIPIENT_FOR_NOW: readonly Outcome[] = ['mailbox_full', 'recipient_throttled'];

const CLIENT_QUOTAS = [CLIENT_POLICY.sendingQuota, THROTTLING.harvest, THROTTLING.errors, THROTTLING.inLists];

/** The first that is found names the reason. */
const REASONS: readonly (readonly [RegExp, Reason])[] = [
  [CLIENT_HOST.helo, 'helo'],
  [CLIENT_POLICY.authentication, 'auth'],
  [CLIENT_HOST.dns, 'ptr'],
  [CLIENT_POLICY.reputation, 'blocklist'],
  [MARKED.sender, 'sender_address'],
  [MARKED.host, 'policy'],
  [CLIENT_HOST.network, 'policy'],
  [CLIENT_CONDUCT, 'policy'],
  [SENDER.mention, 'sender_address'],
  [CLIENT_POLICY.policy, 'policy'],
  [CLIENT_HOST.addressLiteral, 'policy'],
  [CLIENT_IN_OTHER_LANGUAGES.inLists, 'policy'],
  [CLIENT_IN_OTHER_LANGUAGES.mention, 'policy'],
  [CLIENT_IN_OTHER_LANGUAGES.possession, 'policy'],
  [CLIENT_IN_OTHER_LANGUAGES.possessionAnywhere, 'policy'],
  [CLIENT_REFUSAL.relay, 'policy'],
  [CLIENT_REFUSAL.policy, 'policy'],
  [CLIENT_REFUSAL.blocklist, 'blocklist'],
];

type Found = Pick<ReplyRule, 'outcome' | 'reason' | 'certainty'>;

/**
 * Behind all rules: a reply that refers to the SMTP client or its sender says nothing of a mailbox or a domain, whatever
 * phrases, codes and first lines it has beside (`550 5.1.1 sender ip address rejected`). A refusal that is not believed costs
 * an `unknown`; a client's refusal that is taken for the mailbox's costs a live mailbox.
 */
export function unlessItRefersToClient(found: Found, facts: ReplyFacts, isQuotation: boolean): Found {
  if (!(isTemporary(facts) ? ABOUT_RECIPIENT_FOR_NOW : ABOUT_RECIPIENT).includes(found.outcome)) return found;
  // By its words, and not by a code that hosts send with anything.
  if (found.outcome === 'protocol_error' && found.certainty === 'high') return found;
  const reason = reasonAboutClient(facts, found.outcome);
  if (reason === null) return found;
  if (isTemporary(facts)) return { outcome: 'temp_failure', reason: null, certainty: 'medium' };
  // The host behind refused the host in front.
  if (isQuotation) return { outcome: 'recipient_restricted', reason: 'relayed', certainty: 'low' };
  if (reason === 'sending_quota') return { outcome: 'throttled', reason: null, certainty: 'medium' };
  return { outcome: 'sender_blocked', reason, certainty: 'medium' };
}

/** Whether anything in the reply speaks of the SMTP client or its sender. */
export const refersToClient = (facts: ReplyFacts): boolean => reasonAboutClient(facts, 'unclassified') !== null;

function reasonAboutClient(facts: ReplyFacts, outcome: Outcome): Reason | 'sending_quota' | null {
  const { words } = facts;
  // A rate that is said to be the recipient's is not the client's as well.
  const prose = outcome === 'recipient_throttled' ? facts.prose.replace(THROTTLING.recipient, ' ') : facts.prose;
  if (CLIENT_QUOTAS.some((pattern) => pattern.test(prose))) return 'sending_quota';
  if (SENDER.otherDomain.test(words)) return 'sender_address';
  return REASONS.find(([pattern]) => pattern.test(prose))?.[1] ?? (isPolicyWithoutRecipient(facts) ? 'policy' : null);
}

/**
 * RFC 3463 3.8: X.7 is of security and policy, thus of the client, unless the reply names the recipient
 * (`550 5.7.1 No such user!`, against `550 5.7.1 Address does not exist`). X.7.13 is a disabled account's own code.
 */
const isPolicyWithoutRecipient = ({ subject, words, namesRecipient }: ReplyFacts): boolean =>
  subject !== null &&
  /^7\.(?!13$)/.test(subject) &&
  !namesRecipient &&
  ![RECIPIENT.named, RECIPIENT.namedInLists].some((named) => named.test(words));
