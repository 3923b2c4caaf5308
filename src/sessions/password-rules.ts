import { COMMON_WORDS, KEY_RUNS } from './common-passwords';
import { isLeaked } from './is-leaked';

export const MIN_PASSWORD_LENGTH = 10;
/** Beyond it a password is only work for the hash. */
export const MAX_PASSWORD_LENGTH = 200;
/** So many characters must not follow from the one before them. */
const MIN_SURPRISES = 5;
const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * What is wrong with a new password, in a sentence, or null. By length and by what attackers try first; no rule asks for
 * kinds of characters (NIST SP 800-63B 5.1.1.2).
 * @param email the account's address: a password made of it is guessed at once
 */
export function passwordFault(password: string, email: string): string | null {
  const { length } = Array.from(password);
  if (length < MIN_PASSWORD_LENGTH) return `The password must have at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (length > MAX_PASSWORD_LENGTH) return `The password must have at most ${MAX_PASSWORD_LENGTH} characters.`;
  const text = withoutAccents(password.toLowerCase());
  if (isMadeOf(text, email)) return 'The password must not be made of the e-mail address.';
  if (surprises(text) < MIN_SURPRISES || isCommon(text)) {
    return 'This password is one of the first that others would try. Choose another, such as four words of your own.';
  }
  return null;
}

function isMadeOf(text: string, email: string): boolean {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const [name = ''] = domain.split('.');
  const core = bare(text);
  return [email.toLowerCase(), local, domain, name].some(
    (part) => part.length >= 4 && (text === part || core === bare(part) || unitOf(core) === bare(part)),
  );
}

/** A word of so many letters says what a password is made of; shorter ones stand in random texts too. */
const MIN_WORD = 5;

/** Whether nothing is left but a word that is in every list, whatever stands around it or how often it is repeated. */
function isCommon(text: string): boolean {
  if (isLeaked(text)) return true;
  return [text, text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign), withoutEnds(text)]
    .flatMap((form) => [bare(form), bare(withoutEnds(form).replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign))])
    .some((core) => core === '' || isWord(core, text) || isWord(unitOf(core), text) || isTwoWords(core));
}

/** A leaked word counts where it is at least half of the text. */
function isWord(core: string, text: string): boolean {
  const isMost = core.length >= MIN_WORD && core.length * 2 >= text.length;
  return COMMON_WORDS.has(core) || (isMost && isLeaked(core));
}

function isTwoWords(core: string): boolean {
  for (let cut = 3; cut <= core.length - 3; cut += 1) {
    if (COMMON_WORDS.has(core.slice(0, cut)) && COMMON_WORDS.has(core.slice(cut)) && core.length <= 14) return true;
  }
  return false;
}

/** Its letters, without digits and signs. */
function bare(text: string): string {
  return text.replace(/[^\p{L}]/gu, '');
}

/** The lists have their words without accents, as leaked passwords mostly are. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}

function withoutEnds(text: string): string {
  return text.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '');
}

/** The shortest piece that makes up the text when it is repeated. */
function unitOf(text: string): string {
  const at = (text + text).indexOf(text, 1);
  return text.slice(0, at === -1 ? text.length : at);
}

/** How many characters neither repeat what stands close before them nor go on along a row of keys or letters. */
function surprises(text: string): number {
  const characters = Array.from(text);
  return characters.filter((character, index) => {
    const before = characters[index - 1];
    return (
      before === undefined ||
      !(characters.slice(Math.max(0, index - 4), index).includes(character) || isStep(before, character))
    );
  }).length;
}

function isStep(from: string, to: string): boolean {
  return KEY_RUNS.some((run) => run.includes(from + to) || run.includes(to + from));
}
