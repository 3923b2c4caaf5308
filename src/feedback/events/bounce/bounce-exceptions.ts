import { BLOCK, SOFT, STRONG, WEAK, type BounceClass } from './bounce-class';

interface Exception {
  /** Who answers so, or what it is. */
  readonly of: string;
  /** In the words, lower case, without addresses. */
  readonly says: RegExp;
  /** The enhanced code, if that matters. */
  readonly code?: RegExp;
  readonly is: BounceClass;
}

/**
 * Refusals that the words for probing don't know, since they come after the recipient was taken, or whose code says otherwise.
 * The first that fits.
 */
const EXCEPTIONS: readonly Exception[] = [
  {
    of: 'lists and scores of senders, and the codes that hosts have for them',
    says: /\b(?:spamhaus|barracuda|cloudmark|proofpoint\.com|s3140|s3150|s8002|s77\d{1,4}|tss\d{1,3}|bl2\d|ph01|cs01|hme1|ofr_506)\b/,
    is: BLOCK,
  },
  { of: 'a rate of the recipient', says: /receiving (?:e?mail|messages) (?:at a rate|too)/, is: SOFT },
  { of: 'Gmail, of a full mailbox', says: /^(?:the )?(?:email |e-mail |mail )?quota exceeded/, is: SOFT },
  { of: 'Gmail, of a full mailbox that nobody uses', says: /\binactive\b/, code: /^5\.2\.2$/, is: WEAK },
  { of: 'what was tried for as long as mail is kept', says: /(?:message|delivery) (?:time )?expired/, is: SOFT },
  { of: 'Orange, of an unknown recipient', says: /\bofr_416\b/, is: STRONG },
  // By the sender's own relay, whose resolver may be at fault.
  {
    of: 'Postfix, of a domain that it did not find',
    says: /host or domain name not found|name service error/,
    is: WEAK,
  },
  // No host was asked.
  {
    of: 'SendGrid, in its own opinion',
    says: /^(?:mail domain mentioned in email address is unknown|known bad domain|invalid (?:sendgrid )?(?:e?mail )?address)\b/,
    is: WEAK,
  },
  { of: 'a host that could not be found', says: /\b(?:host|domain|mx)\b/, code: /^5\.4\.4$/, is: WEAK },
  {
    of: 'RFC 7293: the mailbox or the domain has another owner now',
    says: /(?:mailbox|domain) owner has changed|^$/,
    code: /^5\.7\.1[78]$/,
    is: STRONG,
  },
  {
    of: 'Microsoft, of a domain that is not there',
    says: /dns domain \S{0,255} ?does not exist/,
    code: /^5\.4\.310$/,
    is: STRONG,
  },
  { of: "Microsoft's edge: an unknown recipient as a rule", says: /access denied/, code: /^5\.4\.1$/, is: WEAK },
];

/** @param words the reply's, in lower case, addresses left out; see `readBounceText` */
export function exceptionFor(words: string, enhanced: string | undefined): BounceClass | undefined {
  return EXCEPTIONS.find(({ says, code }) => says.test(words) && (code === undefined || code.test(enhanced ?? '')))?.is;
}
