import { ABOUT_US } from './cues/about-us.cues';
import { RECIPIENT } from './cues/recipient.cues';
import { THROTTLING } from './cues/throttling.cues';
import { OUR_MARK, US } from './cues/us.cues';
import type { Outcome, Reason } from './outcome';
import { isTemporary, type ReplyFacts } from './reply-facts';
import type { ReplyRule } from './reply-rule';

/** Outcomes that say something of the recipient or its domain, or would by a verdict's rules. */
const ABOUT_THEM: readonly Outcome[] = [
  'mailbox_not_found',
  'mailbox_disabled',
  'mailbox_full',
  'mailbox_moved',
  'recipient_throttled',
  'domain_not_accepted',
  'smtputf8_required',
  // So that the reason is named.
  'unclassified',
];

/** What a temporary code lets stand as a word about the mailbox; all else with such a code is no verdict anyway. */
const ABOUT_THEM_FOR_NOW: readonly Outcome[] = ['mailbox_full', 'recipient_throttled'];

const COUNTS_OF_OURS = [US.sendingQuota, THROTTLING.harvest, THROTTLING.errors, THROTTLING.restOfWorld];

/** The first that is found names the reason. */
const REASONS: readonly (readonly [RegExp, Reason])[] = [
  [US.helo, 'helo'],
  [US.authentication, 'auth'],
  [US.dns, 'ptr'],
  [US.reputation, 'blocklist'],
  [OUR_MARK.sender, 'sender_address'],
  [OUR_MARK.machine, 'policy'],
  [US.line, 'policy'],
  [US.conduct, 'policy'],
  [US.sender, 'sender_address'],
  [US.policy, 'policy'],
  [US.literal, 'policy'],
  [US.elsewhere, 'policy'],
  [US.possession, 'policy'],
  [US.possessionAnywhere, 'policy'],
  [ABOUT_US.relay, 'policy'],
  [ABOUT_US.policy, 'policy'],
  [ABOUT_US.blocklist, 'blocklist'],
];

type Found = Pick<ReplyRule, 'outcome' | 'reason' | 'certainty'>;

/**
 * The gate before every word about the recipient: a reply that speaks of us says nothing of a mailbox or a domain, whatever
 * words, codes and first lines it has beside (`550 5.1.1 sender ip address rejected`). Better a "no" not believed than a
 * mailbox called missing for what we are.
 */
export function unlessItSpeaksOfUs(found: Found, facts: ReplyFacts, isQuotation: boolean): Found {
  if (!(isTemporary(facts) ? ABOUT_THEM_FOR_NOW : ABOUT_THEM).includes(found.outcome)) return found;
  const reason = reasonAboutUs(facts);
  if (reason === null) return found;
  if (isTemporary(facts)) return { outcome: 'temp_failure', reason: null, certainty: 'medium' };
  // The host behind refused the host in front.
  if (isQuotation) return { outcome: 'recipient_restricted', reason: 'relayed', certainty: 'low' };
  if (reason === 'sending_quota') return { outcome: 'throttled', reason: null, certainty: 'medium' };
  return { outcome: 'sender_blocked', reason, certainty: 'medium' };
}

function reasonAboutUs(facts: ReplyFacts): Reason | 'sending_quota' | null {
  const { words, prose } = facts;
  if (COUNTS_OF_OURS.some((pattern) => pattern.test(prose))) return 'sending_quota';
  if (US.otherDomain.test(words)) return 'sender_address';
  return REASONS.find(([pattern]) => pattern.test(prose))?.[1] ?? (isPolicyOverNobody(facts) ? 'policy' : null);
}

/**
 * RFC 3463 3.8: X.7 is of security and policy, thus of who sends, unless the reply says by name that it means the recipient
 * (`550 5.7.1 No such user!`, against `550 5.7.1 Address does not exist`). X.7.13 is a disabled account's own code.
 */
const isPolicyOverNobody = ({ subject, words, namesTheirs }: ReplyFacts): boolean =>
  subject !== null &&
  /^7\.(?!13$)/.test(subject) &&
  !namesTheirs &&
  ![RECIPIENT.named, RECIPIENT.namedAnywhere].some((named) => named.test(words));
