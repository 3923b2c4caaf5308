import { BARE_CODE } from '../phrases/bare-code.phrases';
import { RECIPIENT } from '../phrases/recipient.phrases';
import type { ReplyFacts } from '../reply-facts';

/** Beside a noun for the recipient a reply may say so much in words that we don't know: `gebruiker onvindbaar`. */
const UNREAD_WORDS_BESIDE_RECIPIENT = 1;
const NOUNS = [RECIPIENT.named, RECIPIENT.subject];

/**
 * Whether a code may decide alone: RFC 3463 gives 5.1.1 to a bad mailbox, but hosts also send it with block lists, faults of
 * their own and whatever a rule's author wrote. Thus only where every word says the same or nothing, or a single word that we
 * don't know goes with a noun for the recipient. Words in a language that we can't read are never a "no".
 */
export function codeSpeaks({ prose, words: all }: ReplyFacts): boolean {
  const unread = prose.replace(BARE_CODE.neutral, ' ').replace(/[\p{L}\p{N}_-]*\d[\p{L}\p{N}_-]*/gu, ' ');
  const words = unread.match(/[\p{L}\p{M}'’-]{2,}/gu) ?? [];
  const namesRecipient = NOUNS.some((noun) => noun.test(prose.replace(BARE_CODE.stock, ' ')));
  // A page that we can't read.
  if (!namesRecipient && /https?:/.test(all)) return false;
  if (words.length === 0) return true;
  return (
    namesRecipient &&
    words.filter((word) => !NOUNS.some((noun) => noun.test(word))).length <= UNREAD_WORDS_BESIDE_RECIPIENT &&
    words.every((word) => /^[\p{Script=Latin}\p{Script=Cyrillic}\p{M}'’-]+$/u.test(word)) &&
    !BARE_CODE.refusal.test(unread)
  );
}
