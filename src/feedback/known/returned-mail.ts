import type { Engine, Verification } from '../../engine';
import { orderEvidence } from './evidence-order';

/** The verdict on an address to which mail came back, without asking anybody. */
export function returnedMailVerdict(engine: Pick<Engine, 'describe'>, email: string): Verification {
  const described = engine.describe(email);
  const verdict = orderEvidence(described, 'hard_bounce');
  return { ...verdict, evidence: { ...verdict.evidence, layer: 'feedback' }, isLocalError: false };
}
