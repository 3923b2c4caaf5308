import { SUB_STATUSES, STATUSES, type SubStatus, type Verification } from '../../engine';
import { orderEvidence } from '../known/evidence-order';
import { KNOWN_KINDS } from '../known/known-kind';
import { isOfFeedback } from './is-of-feedback';

const found = STATUSES.flatMap((status) => {
  const names: readonly SubStatus[] = SUB_STATUSES[status];
  return [null, ...names.filter((name) => !name.startsWith('known_'))].map(
    (subStatus) => ({ status, subStatus, confidence: 50 }) as unknown as Verification,
  );
});

it.each([...KNOWN_KINDS, null])('is said of what %s changes, and of nothing else', (known) => {
  for (const verification of found) {
    const answered = orderEvidence(verification, known);
    expect([answered, isOfFeedback(answered, known)]).toEqual([answered, answered !== verification]);
  }
});
