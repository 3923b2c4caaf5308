import { parse } from 'tldts';
import { MARK, MARKS, markEchoes, type Echoes } from './echoes';
import { MAILBOX, oneLine } from './reply-text';

/** The text of a reply, ready for matching: NFKC, lower case, one line, the client's names marked. */
export interface ReplyWords {
  /** Without the recipient's names and without any other address; URLs are kept. */
  words: string;
  /** `words` without URLs, codes and host names, whose parts (`spam`, `policy`) say nothing. */
  prose: string;
  /** The reply names the address asked about, or its domain. */
  namesRecipient: boolean;
  /** The reply names the address asked about. */
  namesAddress: boolean;
}

/** A reply is judged by so many lines of so many characters: what a hostile one can cost. */
const MAX_LINES = 10;
const MAX_LINE_CHARACTERS = 512;

/** Bounded everywhere, so that hostile text costs a constant per character. */
const ANGLE_BRACKETED = /<[^<>]{0,320}>/gu;
const PARENTHESES = /\([^()]{0,320}\)/gu;
const URL = /(?:https?:\/\/|(?<![\p{L}\p{N}])www\.)\S{1,500}/gu;
const DOTTED_NAME = /(?<![\p{L}\p{N}_.-])[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){1,10}/gu;
/** The client's address as a tag beside words about something else. */
const ADDRESS_ASIDE = new RegExp(`[[(](?:ip:? ?)?${MARK.address}[\\])]|=${MARK.address}|${MARK.address}:`, 'gu');
/** The client's address as some hosts append it: `relay=[192.0.2.10]`. */
const RELAY_TAG = /\brelay=\[?[\w.:]{2,60}\]?/gu;
/** What the names that were taken out stood in: `Mailbox ( ) not found`. */
const EMPTY_BRACKETS = /\(\s{0,10}\)|\[\s{0,10}\]|"\s{0,10}"|'\s{1,10}'/gu;
/** Any address as a tag: `[MAW77ic63OtZB8 IP: 192.0.2.10]`. */
const ADDRESS_TAG = /\[(?:[^\s[\]]{1,40} ){0,2}(?:ip:? ?)?(?:\d{1,3}\.){3}\d{1,3}\]/gu;

/** The part of a reply that is read. */
export const boundedLines = (lines: readonly string[]): string[] =>
  lines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE_CHARACTERS));

export function readWords(lines: readonly string[], echoes: Echoes): ReplyWords {
  // Bounded again, since NFKC makes up to 18 characters out of one.
  const folded = boundedLines(boundedLines(lines).map((line) => line.normalize('NFKC').toLowerCase())).join(' ');
  const { text, namesRecipient, namesAddress } = markEchoes(folded, echoes);
  const anonymous = text.replace(ANGLE_BRACKETED, marksOf).replace(MAILBOX, marksOf);
  // Beside the recipient's name, the client's in parentheses is a remark: `<joe@x> unknown (client.example [192.0.2.1])`.
  const marked = namesRecipient ? anonymous.replace(PARENTHESES, withoutMarks) : anonymous;
  const words = oneLine(marked.replace(ADDRESS_ASIDE, ' ').replace(RELAY_TAG, ' ').replace(EMPTY_BRACKETS, ' '));
  const prose = oneLine(words.replace(ADDRESS_TAG, ' ').replace(URL, ' ').replace(DOTTED_NAME, unlessName));
  return { words, prose, namesRecipient, namesAddress };
}

const marksOf = (text: string): string => ` ${(text.match(MARKS) ?? []).join(' ')} `;

const withoutMarks = (text: string): string => text.replace(MARKS, ' ');

/** Numbers, and names under a real top-level domain: `rejected.Please` is two words without a space. */
const unlessName = (text: string): string => (/^[\d.]+$/.test(text) || parse(text).isIcann === true ? ' ' : text);
