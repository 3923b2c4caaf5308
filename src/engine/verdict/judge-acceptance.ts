import { catchAllConfidence, validConfidence } from './confidence';
import type { AddressFacts, ProbeFacts } from './facts';
import { unknown, type Judgement } from './judgement';

/** The address was accepted, or said to exist: what that is worth depends on what the host says to a random address. */
export function judgeAcceptance(probe: ProbeFacts, facts: AddressFacts): Judgement {
  const { classified, catchAll, truthfulness, layer } = probe;
  if (catchAll === true) return judgeCatchAll(probe, facts);
  if (truthfulness === 'accepts_all') return unknown('provider_unverifiable', { confidence: 50, layer });
  if (classified.outcome === 'accepted_unverified') {
    // 252 to this address and a refusal to a random one: the host does tell them apart.
    if (catchAll === false && truthfulness === 'decides_by_probe') return valid(validConfidence(85, facts), probe);
    return unknown('provider_unverifiable', { confidence: 50, layer });
  }
  if (catchAll === false) return valid(validConfidence(97, facts), probe);
  if (truthfulness === 'truthful') return valid(validConfidence(95, facts), probe);
  return unknown('catch_all_undetermined', { confidence: 65, smtpValid: true, retryable: true, layer });
}

/** "Receiving too fast": there is a mailbox. Without the words it is a guess: X.2.1 is used for inactive ones as well. */
export function judgeThrottledRecipient(probe: ProbeFacts, facts: AddressFacts): Judgement {
  const { classified, catchAll, truthfulness, layer } = probe;
  if (classified.certainty !== 'high' || truthfulness === 'accepts_all') {
    return unknown('throttled', { confidence: 50, retryable: true, layer });
  }
  return catchAll === true ? judgeCatchAll(probe, facts) : valid(validConfidence(88, facts), probe);
}

function judgeCatchAll({ classified, layer }: ProbeFacts, facts: AddressFacts): Judgement {
  const smtpValid = classified.outcome === 'accepted_unverified' ? null : true;
  const confidence = catchAllConfidence(facts);
  return { status: 'catch_all', subStatus: null, confidence, smtpValid, retryable: false, layer };
}

function valid(confidence: number, { layer }: ProbeFacts): Judgement {
  return { status: 'valid', subStatus: null, confidence, smtpValid: true, retryable: false, layer };
}
