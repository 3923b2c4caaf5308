import { getDomain } from 'tldts';

/** Names of ours, and of the question, that a reply may echo. An echo must never decide a verdict. */
export interface Echoes {
  /** The address asked about, as sent. */
  recipient?: string;
  /** Our MAIL FROM. */
  sender?: string;
  /** Our EHLO name. */
  heloName?: string;
  /** The address that our end of the connection has. */
  localAddress?: string;
}

/**
 * Stand in a reply's words for names of ours. A mark proves that the reply speaks of us; a name that was merely taken out
 * would be a lost proof (`<probe@us.example>: no such user`).
 */
export const MARK = { sender: '‹our-sender›', name: '‹our-name›', address: '‹our-address›' } as const;
export const MARKS = /‹our-(?:sender|name|address)›/gu;

/** `text`, folded, with our names marked and the recipient's taken out; whether there were any of the recipient's. */
export function markEchoes(text: string, echoes: Echoes): { text: string; namesTheirs: boolean } {
  const { recipient = '', sender = '', heloName = '', localAddress = '' } = echoes;
  const theirDomain = domainOf(recipient);
  const names = [sender, heloName].map(domainOf).flatMap((name) => [name, getDomain(name) ?? '']);
  const withoutRecipient = replaceWhole(text, fold(recipient), ' ');
  // Our sender's address before its domain, which may be theirs as well.
  const withSender = replaceWhole(withoutRecipient, fold(sender), MARK.sender);
  const withoutTheirs = replaceWhole(withSender, theirDomain, ' ');
  let marked = replaceWhole(withoutTheirs, fold(localAddress), MARK.address);
  for (const name of new Set(names)) if (name !== theirDomain) marked = replaceWhole(marked, name, MARK.name);
  return { text: marked, namesTheirs: withoutRecipient !== text || withoutTheirs !== withSender };
}

const fold = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Of an address, a host name or an address literal. */
const domainOf = (name: string): string => fold(name.slice(name.lastIndexOf('@') + 1)).replace(/^\[(.*)\]$/, '$1');

/** Replaces `name` in any case where it is not a part of a longer name (`spamhaus.org` in `zen.spamhaus.org` stays). */
export function replaceWhole(text: string, name: string, replacement: string): string {
  if (name === '') return text;
  const lower = text.toLowerCase();
  const wanted = name.toLowerCase();
  // Lower-casing may change the length of exotic text: then an exact match has to do.
  const haystack = lower.length === text.length ? lower : text;
  let result = '';
  let copied = 0;
  for (let at = haystack.indexOf(wanted); at !== -1; at = haystack.indexOf(wanted, at + wanted.length)) {
    if (isNameCharacter(haystack[at - 1]) || isNameCharacter(haystack[at + wanted.length], true)) continue;
    result += text.slice(copied, at) + replacement;
    copied = at + wanted.length;
  }
  return result + text.slice(copied);
}

/** A dot after a name usually ends the sentence; a dot before it makes it the tail of a longer name. */
const isNameCharacter = (character: string | undefined, after = false): boolean =>
  character !== undefined && (/[\p{L}\p{N}-]/u.test(character) || (!after && character === '.'));
