import type { Reason } from '../smtp/replies/outcome';
import type { ProbeFacts } from './facts';
import { unknown, type Judgement } from './judgement';

/** About the sender, at any stage. */
const ABOUT_SENDER: readonly (Reason | null)[] = ['sender_address', 'null_sender'];
/** About the client's host and its reputation, at any stage. */
const ABOUT_HOST: readonly (Reason | null)[] = ['blocklist', 'ptr', 'tls', 'auth', 'geo'];

/** A refusal of the SMTP client says nothing of the mailbox; the sub-status tells whether its sender or its host is refused. */
export function judgeClientRefusal({ classified, stage, layer }: ProbeFacts): Judgement {
  return unknown(isAboutSender(classified, stage) ? 'sender_rejected' : 'antispam_system', { confidence: 50, layer });
}

/** At MAIL, SPF, the HELO name and a refusal without a reason are about the sender; elsewhere about the host. */
function isAboutSender({ reason, certainty }: ProbeFacts['classified'], stage: ProbeFacts['stage']): boolean {
  if (ABOUT_SENDER.includes(reason)) return true;
  if (stage !== 'mail' || ABOUT_HOST.includes(reason)) return false;
  // A policy is about the host that it keeps out.
  return reason !== 'policy' || certainty === 'low';
}
