import { isDisposableDomain } from './lists/disposable';
import { classifyReply } from './smtp/replies/classify-reply';
import type { Stage } from './smtp/replies/outcome';

const STAGES: readonly Stage[] = ['connect', 'mail', 'rcpt'];
const CODES = [421, 450, 550];

/**
 * Does once, before anybody waits, what the first check and the first replies of mail hosts would hold all others up for: it
 * reads the large list of disposable domains (some 0.05 s), and has the patterns of the reply rules compiled (0.1 s), which V8
 * does when one is first used, and again at its second use.
 */
export function warmUp(): void {
  isDisposableDomain('example.com');
  for (const stage of STAGES) {
    // Words that no rule knows, so that all are asked.
    for (const code of CODES) {
      for (let use = 1; use <= 2; use += 1) classifyReply({ code, lines: [`x ${code}`] }, { stage });
    }
  }
}
