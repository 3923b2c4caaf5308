import type { MailRoute } from '../dns/mail-route';
import type { ListFacts } from '../lists/classify-lists';
import type { DomainSuggestion } from '../lists/suggest';
import type { ProbeResult } from '../smtp/mailbox-prober';
import type { ParsedAddress } from '../syntax/parsed-address';
import type { SyntaxFault } from '../syntax/syntax-fault';

/** Everything that was learnt about one address: what a verdict is made of. */
export type Facts = MalformedFacts | AddressFacts;

export interface MalformedFacts {
  fault: SyntaxFault;
}

export interface AddressFacts {
  address: ParsedAddress;
  lists: ListFacts;
  /** As `suggestDomain` gave it: whether it is shown is part of the verdict. */
  suggestion: DomainSuggestion | null;
  domain: DomainFacts;
  /** Null when the mail hosts were not asked, because of what the domain or a list said. */
  mailbox: MailboxFacts | null;
}

/** Work that ended without an answer: the deadline passed, or a local error. */
export type Unfinished = { kind: 'deadline' } | { kind: 'exception' };

/** What is known of the domain. The kinds of a mail route, and two that need no question. */
export type DomainFacts =
  | { kind: 'hosts'; implicit: boolean }
  /** `mxFound`: there is an MX record, and nothing was learnt about its host. */
  | { kind: 'error' | 'timeout'; mxFound?: boolean }
  /** This machine had no descriptor or port left for a query. */
  | { kind: 'out_of_resources' }
  | { kind: Exclude<MailRoute['kind'], 'hosts' | 'error' | 'timeout'> }
  /** `user@[192.0.2.1]`: well-formed, never dialled. */
  | { kind: 'address_literal' }
  /** A name such as `host.invalid`, where the configuration does not allow for it. */
  | { kind: 'special_use' }
  | Unfinished;

/** What the mail hosts said. */
export type MailboxFacts = ProbeFacts | { kind: 'smtp_disabled' | 'proxy_down' } | Unfinished;

export type ProbeFacts = { kind: 'probed' } & Pick<
  ProbeResult,
  'classified' | 'stage' | 'catchAll' | 'truthfulness' | 'everyHostSaid' | 'layer'
>;
