import type { Reason } from '../smtp/outcome';
import type { ProbeFacts } from './facts';
import { unknown, type Judgement } from './judgement';

/** Words about the sender, wherever they come. */
const ABOUT_SENDER: readonly (Reason | null)[] = ['sender_address', 'null_sender'];
/** Words about our machine and its reputation, wherever they come. */
const ABOUT_MACHINE: readonly (Reason | null)[] = ['blocklist', 'ptr', 'tls', 'auth', 'geo'];

/** The host refuses us, and so says nothing of the mailbox. What of us: the sender, or the machine? */
export function judgeRefusalOfUs({ classified: { reason }, stage, layer }: ProbeFacts): Judgement {
  // SPF, the HELO name and "policy" are the sender's affair at MAIL, and the machine's elsewhere.
  const isAboutSender = ABOUT_SENDER.includes(reason) || (stage === 'mail' && !ABOUT_MACHINE.includes(reason));
  return unknown(isAboutSender ? 'sender_rejected' : 'antispam_system', { confidence: 50, layer });
}
