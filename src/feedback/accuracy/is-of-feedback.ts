import type { Verification } from '../../engine';
import type { KnownKind } from '../known/known-kind';

/** Whether earlier feedback made a verdict what it is, its confidence included (`orderEvidence`). */
export function isOfFeedback({ status, subStatus }: Verification, known: KnownKind | null): boolean {
  return subStatus?.startsWith('known_') === true || (status === 'catch_all' && known === 'delivered');
}
