import type { ReactElement } from 'react';
import type { KnownKind } from '../../../api/feedback';
import { feedbackTexts } from '../../../texts/feedback';

const TONES: Record<KnownKind, string> = {
  hard_bounce: 'invalid',
  weak_hard_bounce: 'risky',
  complaint: 'risky',
  suppressed: 'risky',
  soft_bounces: 'unknown',
  delivered: 'valid',
};

export function KnownBadge({ known }: { known: KnownKind | null }): ReactElement {
  const words = feedbackTexts();
  if (known === null) return <span className="hint">{words.addresses.nothingCounts}</span>;
  return <span className={`badge ${TONES[known]}`}>{words.known[known]}</span>;
}
