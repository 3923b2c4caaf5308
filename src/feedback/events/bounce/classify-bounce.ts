import { classifyReply, isRelayDomain, type Classified } from '../../../engine';
import { BLOCK, SOFT, STRONG, UNKNOWN, WEAK, type BounceClass } from './bounce-class';
import { exceptionFor } from './bounce-exceptions';
import { addressesIn, readBounceText, type BounceText } from './bounce-text';
import { classOfBasicCode, classOfEnhancedCode } from './enhanced-codes';

/** What a provider tells of a refusal. */
export interface Bounce {
  readonly recipient?: string;
  /** 400 to 599; others say nothing. */
  readonly smtpCode?: number;
  readonly enhancedCode?: string;
  readonly diagnostic?: string;
  /** What the provider's own word for it means: the last word, where neither words nor codes say anything. */
  readonly otherwise?: BounceClass;
}

/**
 * What a refusal says of its recipient: exceptions that are known, then words, then codes, then the provider's class. Words that
 * speak of the sender, its host, its content or its rate beat every code: a block never marks an address. Codes within the text
 * beat those beside it, which providers fill in (`5.0.0`, or a `5.1.1` that nobody said).
 *
 * What is left to its caller: events in which the provider did not try at all.
 */
export function classifyBounce(bounce: Bounce): BounceClass {
  const text = readBounceText(bounce.diagnostic ?? '');
  const enhanced = text.enhanced ?? bounce.enhancedCode;
  const code = text.code ?? refusal(bounce.smtpCode);
  const found = classify(text, code, enhanced, bounce.recipient ?? '');
  if (found.type !== 'unknown' && ((code !== undefined && code < 500) || enhanced?.startsWith('4.'))) return SOFT;
  const known = found.type === 'unknown' ? (bounce.otherwise ?? UNKNOWN) : found;
  return known === STRONG && isUnsure(bounce) ? WEAK : known;
}

/** A name as the subject of a sentence: `lab.example.com could not be found`. */
const NAME_IN_FRONT = /^(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,63}(?= )/u;

/**
 * An alias that forwards also refuses senders that its owner's provider does not know, in the words for an unknown user. And who is
 * unknown may be the sender, or where the mail was forwarded to, if the text names another address or begins with another domain.
 */
function isUnsure({ recipient = '', diagnostic = '' }: Bounce): boolean {
  const domain = recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase();
  if (domain === '') return false;
  if (isRelayDomain(domain)) return true;
  const addresses = addressesIn(diagnostic);
  if (addresses.length > 0 && !addresses.includes(recipient.toLowerCase())) return true;
  const name = NAME_IN_FRONT.exec(readBounceText(diagnostic).lines[0] ?? '')?.[0].toLowerCase();
  return name !== undefined && name !== domain && !name.endsWith(`.${domain}`) && !domain.endsWith(`.${name}`);
}

function classify(
  text: BounceText,
  code: number | undefined,
  enhanced: string | undefined,
  recipient: string,
): BounceClass {
  if (text.isBeforeRecipient) return BLOCK;
  const words = withoutAddresses(text.lines.join(' ').toLowerCase());
  const exception = exceptionFor(words, enhanced);
  if (exception) return exception;
  if (text.lines.length === 0) {
    return (enhanced && classOfEnhancedCode(enhanced)) || (code && classOfBasicCode(code)) || UNKNOWN;
  }
  const [first = '', ...others] = text.lines;
  const said = classifyReply(
    {
      code: code ?? (enhanced?.startsWith('4.') ? 450 : 550),
      lines: [enhanced ? `${enhanced} ${first}` : first, ...others],
    },
    { stage: 'rcpt', echoes: { recipient } },
  );
  return classOf(said, enhanced);
}

const withoutAddresses = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => word !== '' && !word.includes('@'))
    .join(' ');

type Said = Classified['outcome'];

const NO_MAILBOX: readonly Said[] = ['mailbox_not_found', 'mailbox_disabled', 'mailbox_moved', 'domain_not_accepted'];
const FOR_NOW: readonly Said[] = [
  'mailbox_full',
  'recipient_throttled',
  'greylisted',
  'verify_in_progress',
  'separate_transaction',
  'temp_failure',
];
const ABOUT_SENDER: readonly Said[] = [
  'throttled',
  'sender_blocked',
  'relay_denied',
  'protocol_error',
  'smtputf8_required',
  'recipient_restricted',
];

/** The engine's outcome of a refusal, as a bounce. */
function classOf({ outcome, reason, certainty }: Classified, enhanced: string | undefined): BounceClass {
  if (ABOUT_SENDER.includes(outcome)) return BLOCK;
  // Full, and not used any more.
  if (reason === 'abandoned') return WEAK;
  if (FOR_NOW.includes(outcome)) return SOFT;
  if (!NO_MAILBOX.includes(outcome)) return unread(enhanced);
  if (reason === 'temporary') return SOFT;
  // Quoted from behind a relay, blocked by the recipient's own host, or no more than a guess.
  if (reason === 'relayed' || reason === 'policy' || certainty === 'low') return WEAK;
  return certainty === 'high' || (enhanced && classOfEnhancedCode(enhanced) === STRONG) ? STRONG : WEAK;
}

/** Words that nobody could read stand beside the code: it may be about anything, so it is worth less than alone. */
function unread(enhanced: string | undefined): BounceClass {
  const byCode = enhanced === undefined ? undefined : classOfEnhancedCode(enhanced);
  if (byCode === STRONG) return WEAK;
  // Two weak ones are a "no": words that nobody read, beside a code that says nothing, must not become one.
  return byCode === undefined || byCode === WEAK ? UNKNOWN : byCode;
}

const refusal = (code: number | undefined): number | undefined =>
  code !== undefined && code >= 400 && code <= 599 ? code : undefined;
