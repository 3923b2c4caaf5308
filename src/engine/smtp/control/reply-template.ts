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
