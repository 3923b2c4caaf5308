import type { Stage, TransportOutcome } from '../smtp/replies/outcome';
import type { Truthfulness } from '../smtp/mailbox-prober';

/** What DNS says of the domain, where it is not that it has a mail host. */
export type DomainScript = 'not_found' | 'no_data' | 'null_mx' | 'unroutable' | 'error' | 'timeout';

/** What the mail host says, in a line such as `550 5.1.1 User unknown`. */
export interface ReplyScript {
  reply: string;
  /** Default: `rcpt`. */
  stage?: Stage;
  /** What it says to a random address. Default: null, it was not asked. */
  catchAll?: boolean | null;
  /** Default: `decides_by_probe`. */
  truthfulness?: Truthfulness;
  /** Milliseconds until it says so to somebody who waits; a list is answered at once. Default: 0. */
  afterMs?: number;
  /** Default: false. */
  everyHostSaid?: boolean;
}

/** How it fails to say anything. */
export interface FailureScript {
  failure: TransportOutcome | 'smtputf8_required';
  stage: Stage;
  /** Default: false. */
  everyHostSaid?: boolean;
}

/** What there is in the world around one mailbox. */
export type MailScript = (
  | { domain: DomainScript }
  | ReplyScript
  | FailureScript
  /** Mail hosts are not asked. */
  | { smtp: 'off' }
) & {
  /** The domain is on the list of those that hand out throw-away addresses. */
  isDisposable?: true;
  /** Id of the rule of its provider that the address breaks. */
  breaksRule?: string;
  /** The local part that is checked in its place: one that a name of ASCII can't be. */
  localPart?: string;
};
