import type { SubStatus, Verification } from '../../engine';
import type { KnownKind } from './known-kind';

/** Chances, in percent, that a mail would arrive. */
const AFTER_HARD_BOUNCE = 2;
const MOST_AFTER_WEAK_BOUNCE = 15;
const MOST_WHEN_SUPPRESSED = 20;
const WHEN_DELIVERED = 92;
const LEAST_OF_DELIVERED_CATCH_ALL = 85;

/** Why a host let nobody know, though it delivers. */
const UNKNOWN_BY_HOST: ReadonlySet<SubStatus | null> = new Set<SubStatus>([
  'provider_unverifiable',
  'greylisted',
  'antispam_system',
]);

/**
 * What is answered, of what the engine found and what the organization's own mails say:
 *
 * - what is definitive about the address stays: the engine's `invalid`;
 * - a hard bounce is `invalid`, a complaint, a doubtful hard bounce and a suppression are `risky`, whatever else was found;
 * - a delivery makes `valid` of what is `unknown` because of the host, and adds to the confidence in a `catch_all`;
 * - soft bounces change nothing.
 *
 * The evidence stays what the engine saw. Pure, total.
 */
export function orderEvidence(found: Verification, known: KnownKind | null): Verification {
  if (found.status === 'invalid') return found;
  switch (known) {
    case 'hard_bounce':
      return {
        ...settled(found),
        status: 'invalid',
        subStatus: 'known_hard_bounce',
        confidence: AFTER_HARD_BOUNCE,
      };
    case 'complaint':
      // The mailbox is there: how likely a mail would arrive is what it was.
      return { ...settled(found), status: 'risky', subStatus: 'known_complaint' };
    case 'weak_hard_bounce': {
      const confidence = Math.min(found.confidence, MOST_AFTER_WEAK_BOUNCE);
      return { ...settled(found), status: 'risky', subStatus: 'known_hard_bounce', confidence };
    }
    case 'suppressed': {
      const confidence = Math.min(found.confidence, MOST_WHEN_SUPPRESSED);
      return { ...settled(found), status: 'risky', subStatus: 'known_suppressed', confidence };
    }
    case 'delivered':
      if (found.status === 'catch_all') {
        return { ...found, confidence: Math.max(found.confidence, LEAST_OF_DELIVERED_CATCH_ALL) };
      }
      if (found.status !== 'unknown' || !UNKNOWN_BY_HOST.has(found.subStatus)) return found;
      return { ...settled(found), status: 'valid', subStatus: 'known_delivery', confidence: WHEN_DELIVERED };
    case 'soft_bounces':
    case null:
      return found;
  }
}

/** There is nothing to ask again. */
function settled(found: Verification): Verification {
  return { ...found, retryAfterSeconds: null };
}
