/** What a host says to an address other than the one asked about. */
export interface ControlRefusal {
  /** See `templatesOf`. */
  templates: readonly string[];
  /** Its words say that there is no such mailbox. */
  isUnderstood: boolean;
}

/** What is known about an unread refusal: replies of the same host, about the same domain, to the same client. */
export interface ControlAnswers {
  /** The templates of the refusal itself, which was lasting (5xx, at RCPT) and spoke of nobody but the recipient. */
  refusal: readonly string[];
  /** Of a random local part; null: it was not asked, or got no lasting answer. */
  random: 'accepted' | ControlRefusal | null;
  /**
   * Of an address that this host had accepted before, asked in the same session after the refusal. Null: none is known, or it got no
   * lasting answer.
   */
  accepted: 'accepted' | 'refused' | null;
  /**
   * Of the refused address itself, asked once more after the acceptance: `refused` in the same words, or `other`. Null: it was not asked, or
   * got no answer.
   */
  again: 'refused' | 'other' | null;
  /** See `isNumberOfRecipient`; it can only be told where the address was asked about again. */
  hasOwnNumber: boolean;
}

/**
 * `no_such_mailbox`: the host says the same to an address that can't be anybody's, and takes others.
 * `about_this_mailbox`: the host says something else to an address that can't be anybody's.
 */
export type Explanation = 'no_such_mailbox' | 'about_this_mailbox' | 'nothing';

/**
 * What a refusal in words that nobody has read means, by what the same host says to others. Pure and total. The iron rule: without
 * an acceptance after the refusal a host may be refusing everybody, and without a second refusal after that anybody now and then, so
 * then it is never `no_such_mailbox`.
 */
export function decideControl({ refusal, random, accepted, again, hasOwnNumber }: ControlAnswers): Explanation {
  if (random === null || accepted === 'refused' || again === 'other') return 'nothing';
  if (random === 'accepted') return 'about_this_mailbox';
  if (isSameReply(refusal, random.templates)) {
    return accepted === 'accepted' && again === 'refused' && !hasOwnNumber ? 'no_such_mailbox' : 'nothing';
  }
  return random.isUnderstood || accepted === 'accepted' ? 'about_this_mailbox' : 'nothing';
}

export const isSameReply = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((template) => other.includes(template));
