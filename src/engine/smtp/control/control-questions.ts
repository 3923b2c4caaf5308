import type { Random } from '../../ports';
import { randomLocalPart } from '../random-local-part';
import type { Classified } from '../replies/outcome';
import type { Answer } from '../session/mail-transactions';
import type { ControlMemory, ControlScope } from './control-memory';
import { decideControl, isSameReply, type ControlAnswers } from './decide-control';
import { digitWordsOf, isNumberOfRecipient, templatesOf } from './reply-template';

/** An answer, and what the host's replies to others make of it. */
export interface ExplainedAnswer extends Answer {
  /** `classified` rests on what the host says to others. */
  by?: 'control';
  /** An acceptance of somebody of the domain, which another row of the list may bring, would settle it. */
  isControlPending?: true;
}

const NOT_ASKED_AGAIN: Pick<ControlAnswers, 'again' | 'hasOwnNumber'> = { again: null, hasOwnNumber: false };

/** Asks about another recipient in the session that gave the answer, after it; null: the session gives no answer any more. */
export type AskInSession = (address: string) => Promise<Answer | null>;

/**
 * Lets a host explain a refusal whose words nobody has read: by what it says, in the same session, to a random address of the
 * domain and to one that it accepted before. See `docs/control-questions.md`.
 */
export class ControlQuestions {
  /** Random addresses that are being asked about. */
  private readonly underWay = new Map<string, Promise<ControlAnswers['random'] | undefined>>();

  constructor(
    readonly memory: ControlMemory,
    private readonly random: Random,
  ) {}

  /** @param recipient the address asked about, as sent */
  async explain(
    answer: Answer,
    recipient: string,
    client: Pick<ControlScope, 'tenant' | 'host'>,
    ask: AskInSession,
  ): Promise<ExplainedAnswer> {
    const at = recipient.lastIndexOf('@');
    const localPart = recipient.slice(0, at);
    const scope = { ...client, domain: recipient.slice(at + 1).toLowerCase() };
    const refusal = templatesOf(answer.classified, localPart);
    const random = await this.askRandom(scope, refusal, ask);
    if (random === undefined) return { ...answer, isControlPending: true };
    if (random === null) return answer;
    const known = this.memory.acceptedOf(scope);
    // The host now refuses whom it accepted.
    if (known === localPart) {
      this.memory.distrust(scope);
      return answer;
    }
    const isSame = random !== 'accepted' && isSameReply(refusal, random.templates);
    const needsAcceptance = isSame || (random !== 'accepted' && !random.isUnderstood);
    const accepted = needsAcceptance && known !== null ? await this.askAccepted(`${known}@${scope.domain}`, ask) : null;
    const { again, hasOwnNumber } =
      isSame && accepted === 'accepted' ? await this.askAgain(answer, refusal, recipient, ask) : NOT_ASKED_AGAIN;
    if (accepted === 'refused' || again === 'other') this.memory.distrust(scope);
    const explanation = decideControl({ refusal, random, accepted, again, hasOwnNumber });
    if (explanation === 'no_such_mailbox') {
      // Another of the same host may have been contradicted meanwhile.
      return (await this.memory.isDistrusted(scope)) ? answer : explained(answer, 'mailbox_not_found');
    }
    if (explanation === 'about_this_mailbox') return explained(answer, 'recipient_restricted');
    const isUnfinished = needsAcceptance && accepted !== 'refused' && again === null;
    return isUnfinished ? { ...answer, isControlPending: true } : answer;
  }

  /**
   * The same of a random address, asked about since the host accepted another: it takes not everybody if it still accepts that one.
   * @param recipient the random address
   */
  async explainRandom(
    answer: Answer,
    recipient: string,
    client: Pick<ControlScope, 'tenant' | 'host'>,
    accepted: string,
    ask: AskInSession,
  ): Promise<ExplainedAnswer> {
    const again = await this.askAccepted(accepted, ask);
    const at = recipient.lastIndexOf('@');
    const scope = { ...client, domain: recipient.slice(at + 1).toLowerCase() };
    if (again === null) return { ...answer, isControlPending: true };
    if (again === 'refused') this.memory.distrust(scope);
    if (again === 'refused' || (await this.memory.isDistrusted(scope))) return answer;
    this.memory.learnRandom(scope, randomAnswer(answer, recipient.slice(0, at)));
    return explained(answer, 'mailbox_not_found');
  }

  /** Undefined: the session ended over it. One question per host and domain at a time. */
  private async askRandom(
    scope: ControlScope,
    refusal: readonly string[],
    ask: AskInSession,
  ): Promise<ControlAnswers['random'] | undefined> {
    const key = `${scope.host} ${scope.domain}`;
    const running = this.underWay.get(key);
    if (running) return running;
    const asking = this.learnRandom(scope, refusal, ask).finally(() => this.underWay.delete(key));
    this.underWay.set(key, asking);
    return asking;
  }

  private async learnRandom(
    scope: ControlScope,
    refusal: readonly string[],
    ask: AskInSession,
  ): Promise<ControlAnswers['random'] | undefined> {
    const known = await this.memory.randomOfAll(scope, refusal);
    if (known !== undefined) return known;
    const localPart = randomLocalPart(this.random);
    const answer = await ask(`${localPart}@${scope.domain}`);
    if (answer === null) return undefined;
    const random = randomAnswer(answer, localPart);
    this.memory.learnRandom(scope, random);
    return random;
  }

  /**
   * Asks about the refused address again, and before that, where its refusal has words with digits, about another random one: what
   * then stands in the two alone is neither the session's nor the time's.
   */
  private async askAgain(
    answer: Answer,
    refusal: readonly string[],
    recipient: string,
    ask: AskInSession,
  ): Promise<Pick<ControlAnswers, 'again' | 'hasOwnNumber'>> {
    const at = recipient.lastIndexOf('@');
    const hasNumber = digitWordsOf(answer.classified).length > 0;
    const other = hasNumber ? await ask(`${randomLocalPart(this.random)}${recipient.slice(at)}`) : null;
    const repeated = hasNumber && other === null ? null : await ask(recipient);
    if (repeated === null) return NOT_ASKED_AGAIN;
    const twice = [answer.classified, repeated.classified] as const;
    return {
      again: againOf(repeated, refusal, recipient.slice(0, at)),
      hasOwnNumber: other !== null && isNumberOfRecipient(twice, other.classified),
    };
  }

  private async askAccepted(address: string, ask: AskInSession): Promise<ControlAnswers['accepted']> {
    const answer = await ask(address);
    if (answer?.stage !== 'rcpt') return null;
    const { outcome, code } = answer.classified;
    if (outcome === 'accepted') return 'accepted';
    return (code ?? 0) >= 500 ? 'refused' : null;
  }
}

function againOf({ classified, stage }: Answer, refusal: readonly string[], localPart: string): 'refused' | 'other' {
  const isRefused = stage === 'rcpt' && (classified.code ?? 0) >= 500;
  return isRefused && isSameReply(refusal, templatesOf(classified, localPart)) ? 'refused' : 'other';
}

function randomAnswer({ classified, stage }: Answer, localPart: string): ControlAnswers['random'] {
  if (stage !== 'rcpt') return null;
  const { outcome, code, certainty, isUnread } = classified;
  if (outcome === 'accepted') return 'accepted';
  const isUnderstood = outcome === 'mailbox_not_found' && certainty !== 'low';
  if ((code ?? 0) < 500 || (!isUnderstood && isUnread !== true)) return null;
  return { templates: templatesOf(classified, localPart), isUnderstood };
}

function explained(answer: Answer, outcome: Classified['outcome']): ExplainedAnswer {
  // What was unread is read now.
  const { isUnread: _, ...classified } = answer.classified;
  return { ...answer, classified: { ...classified, outcome, reason: null, certainty: 'medium' }, by: 'control' };
}
