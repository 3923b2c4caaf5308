import { replaceWhole } from '../replies/echoes';
import type { Classified } from '../replies/outcome';

/** Words with a digit: ids, times, counters, addresses of machines. */
const WITH_DIGIT = /[\p{L}\p{N}_.:/+=#-]*\p{N}[\p{L}\p{N}_.:/+=#-]*/gu;

/**
 * The form of a reply, with what differs from one recipient to the next masked: addresses, words with digits, and the local part
 * where it stands alone. Two forms where it does: "no such user" names the mailbox `user` only to those who asked about it. Two
 * replies are the same when they share a form.
 */
export function templatesOf({ code, enhanced, text }: Classified, localPart: string): readonly string[] {
  const words = (text ?? '').toLowerCase();
  const of = (form: string): string => `${code ?? ''} ${enhanced ?? ''} ${form.replace(WITH_DIGIT, '#')}`;
  const plain = of(words);
  const masked = of(replaceWhole(words, localPart.toLowerCase(), '<local>'));
  return masked === plain ? [plain] : [plain, masked];
}

/** What `templatesOf` masks of a reply beside addresses, in order: words with digits, other than its codes. */
export function digitWordsOf({ code, enhanced, text }: Classified): readonly string[] {
  const words = (text ?? '').toLowerCase().match(WITH_DIGIT) ?? [];
  return words.filter((word) => word !== String(code) && word !== enhanced);
}

/**
 * Whether some word with digits belongs to the recipient: the host repeats it to the one, and has another for the other. Such a word may be
 * the host's reason (`E1002`), which no template shows; an id or a time is a new one each time, or the session's.
 * @param twice two replies about one recipient
 * @param other a reply about another, in the same session between the two
 */
export function isNumberOfRecipient(twice: readonly [Classified, Classified], other: Classified): boolean {
  const [first, second] = twice.map(digitWordsOf) as [readonly string[], readonly string[]];
  const others = digitWordsOf(other);
  if (first.length !== second.length || first.length !== others.length) return true;
  return first.some((word, at) => word === second[at] && word !== others[at]);
}
