import type { Status } from '../../../../../src/engine/verification';
import { t } from '../../../texts';
import { feedbackTexts } from '../../../texts/feedback';

/** A result with its reason; a reason without a word of ours is one of a newer service, and is shown as it came. */
export function reasonName(status: Status, subStatus: string | null): string {
  const words: Readonly<Record<string, string>> = t.story.reasons;
  const reason = subStatus === null ? feedbackTexts().accuracy.noReason : (words[subStatus] ?? subStatus);
  return `${t.verdict.statuses[status].name}: ${reason}`;
}
