import { suggestLocalPart } from '../lists/suggest';
import type { Verification } from '../verification';
import { unknownConfidence } from './confidence';
import { ConfidenceTable } from './confidence-table';
import type { AddressFacts, Facts } from './facts';
import { judgeDomain } from './judge-domain';
import { judgeMailbox } from './judge-mailbox';
import { invalid, risky, type Judgement } from './judgement';

/** The part of a verification that follows from the facts. */
export interface Verdict extends Judgement, Pick<Verification, 'mxFound' | 'isCatchAll' | 'didYouMean'> {}

const MAX_WHEN_DISPOSABLE = 20;

const MALFORMED = {
  ...invalid('failed_syntax_check', { confidence: 0, layer: 'syntax' }),
  mxFound: false,
  isCatchAll: null,
};

/**
 * Facts to verdict, in the order: syntax, domain, a definitive "no" about the mailbox, disposable, full, catch-all, valid.
 * The iron rule: `invalid` only on a definitive answer about this address or its domain. Pure; total.
 * @param table what is answered for the confidence that the rules come to
 */
export function decideVerdict(facts: Facts, table: ConfidenceTable = ConfidenceTable.builtIn): Verdict {
  if ('fault' in facts) {
    return { ...MALFORMED, confidence: answeredOf(MALFORMED, table), didYouMean: facts.fault.didYouMean };
  }
  const judgement = judge(facts);
  return {
    ...judgement,
    confidence: answeredOf(judgement, table),
    mxFound: isMxFound(facts.domain),
    isCatchAll: catchAllOf(facts, judgement),
    didYouMean: suggestionOf(facts, judgement),
  };
}

const answeredOf = ({ status, subStatus, confidence: score }: Judgement, table: ConfidenceTable): number =>
  table.confidenceOf(status, subStatus, score);

function judge(facts: AddressFacts): Judgement {
  const { lists } = facts;
  const ofDomain = judgeDomain(facts.domain);
  if (ofDomain?.status === 'invalid') return ofDomain;
  if (lists.providerRuleViolation !== null)
    return invalid('provider_rule_violation', { confidence: 5, layer: 'lists' });

  const found = ofDomain ?? judgeMailbox(facts);
  if (found.status === 'invalid') return found;
  if (lists.isDisposable) {
    const confidence = Math.min(found.confidence, MAX_WHEN_DISPOSABLE);
    return risky('disposable', { confidence, smtpValid: found.smtpValid, layer: 'lists' });
  }
  if (found.status !== 'unknown') return found;
  return { ...found, confidence: unknownConfidence(found.confidence, facts) };
}

/** A usable MX record exists, or nothing speaks against it: its host's address could not be learnt. */
function isMxFound(domain: AddressFacts['domain']): boolean {
  if (domain.kind === 'hosts') return !domain.implicit;
  return (domain.kind === 'error' || domain.kind === 'timeout') && domain.mxFound === true;
}

/** A domain that is known to take everything is no news beside a refusal or a missing answer. */
function catchAllOf({ mailbox }: AddressFacts, { status }: Judgement): boolean | null {
  const catchAll = mailbox?.kind === 'probed' ? mailbox.catchAll : null;
  return catchAll === true && status !== 'catch_all' && status !== 'risky' ? null : catchAll;
}

/** A domain or local part that is merely near another is named when little speaks for it; a domain's known slip always. */
function suggestionOf({ address, suggestion }: AddressFacts, { status, subStatus }: Judgement): string | null {
  const isEvidenceWeak = status === 'invalid' || status === 'unknown' || subStatus === 'disposable';
  const isShown = suggestion !== null && (suggestion.strength === 'table' || isEvidenceWeak);
  const localPart = isEvidenceWeak ? suggestLocalPart(address) : null;
  if (!isShown && localPart === null) return null;
  return `${localPart ?? address.localPart}@${isShown ? suggestion.domain : address.unicodeDomain}`;
}
