import type { Classified, Outcome, Stage } from './replies/outcome';
import type { PoolAnswer } from './pool/question';

/**
 * What to do after an answer: `stop` it is final; `next_address` this address cannot be talked to; `next_host` this host has
 * nothing to say about the address, another may have.
 */
export type NextStep = 'stop' | 'next_address' | 'next_host';

const TRANSPORT: readonly Outcome[] = [
  'connect_timeout',
  'connect_refused',
  'banner_timeout',
  'reply_timeout',
  'dropped',
  'tls_failed',
  'protocol_error',
];
/** About the domain or about this host's part in it: the other hosts are asked too. */
const ABOUT_HOST: readonly Outcome[] = ['relay_denied', 'domain_not_accepted', 'smtputf8_required', 'temp_failure'];

export function nextStep({ classified, stage, layer, wasNotAsked }: PoolAnswer): NextStep {
  // The question timed out in the queue; another host's may be empty.
  if (classified.outcome === 'aborted' && wasNotAsked) return 'next_address';
  if (layer === 'proxy' || isLocal(classified)) return 'stop';
  if (TRANSPORT.includes(classified.outcome)) return 'next_address';
  // Refused before RCPT: blocked, busy or closed. At MAIL it is about the sender, which is the same everywhere.
  if (stage === 'banner' || stage === 'ehlo' || stage === 'starttls') return 'next_host';
  if (ABOUT_HOST.includes(classified.outcome)) return 'next_host';
  return classified.outcome === 'unclassified' ? 'next_host' : 'stop';
}

/** A local error, which says nothing about a host and would be the same with the next. */
const isLocal = ({ outcome }: Classified): boolean => outcome === 'aborted' || outcome === 'out_of_resources';

const STAGES: readonly Stage[] = ['connect', 'banner', 'starttls', 'ehlo', 'mail', 'rcpt'];

/** Of two answers that are no verdict, the one that got further; the better MX when both got as far. */
export const further = (first: PoolAnswer, second: PoolAnswer): PoolAnswer =>
  rank(second) > rank(first) ? second : first;

const rank = ({ classified, stage }: PoolAnswer): number =>
  classified.outcome === 'aborted' ? -1 : STAGES.indexOf(stage) * 2 + (classified.code === null ? 0 : 1);

/** The outcomes that become a verdict when every host of a domain gives them, lasting ones only. */
export const isLastingRefusalOfDomain = ({ outcome, code }: Classified): boolean =>
  outcome === 'smtputf8_required'
    ? code === null || code >= 500
    : (outcome === 'relay_denied' || outcome === 'domain_not_accepted') && (code ?? 0) >= 500;
