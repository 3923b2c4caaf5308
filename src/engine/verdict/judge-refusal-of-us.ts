import type { Reason } from '../smtp/outcome';
import type { ProbeFacts } from './facts';
import { unknown, type Judgement } from './judgement';

/** Words about the sender, wherever they come. */
const ABOUT_SENDER: readonly (Reason | null)[] = ['sender_address', 'null_sender'];
/** Words about our machine and its reputation, wherever they come. */
const ABOUT_MACHINE: readonly (Reason | null)[] = ['blocklist', 'ptr', 'tls', 'auth', 'geo'];

/** The host refuses us, and so says nothing of the mailbox. What of us: the sender, or the machine? */
export function judgeRefusalOfUs({ classified, stage, layer }: ProbeFacts): Judgement {
  return unknown(isAboutSender(classified, stage) ? 'sender_rejected' : 'antispam_system', { confidence: 50, layer });
}

/** At MAIL, SPF, the HELO name and a refusal without a reason are the sender's affair; elsewhere the machine's. */
function isAboutSender({ reason, certainty }: ProbeFacts['classified'], stage: ProbeFacts['stage']): boolean {
  if (ABOUT_SENDER.includes(reason)) return true;
  if (stage !== 'mail' || ABOUT_MACHINE.includes(reason)) return false;
  // Words about a policy are about the machine that it keeps out.
  return reason !== 'policy' || certainty === 'low';
}
