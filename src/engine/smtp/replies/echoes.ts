import { getDomain } from 'tldts';

/** Names of the client and of the recipient that a reply may echo. An echo must never decide a verdict. */
export interface Echoes {
  /** The address in RCPT TO, as sent. */
  recipient?: string;
  /** The address in MAIL FROM. */
  sender?: string;
  /** The name in EHLO. */
  heloName?: string;
  /** The client's IP address. */
  localAddress?: string;
}

/**
 * Stand in a reply's words for the client's names. A mark proves that the reply refers to the client; a name that was merely
 * taken out would be a lost proof (`<probe@client.example>: no such user`). No phrase may match in a mark.
 */
export const MARK = { sender: '‹our-sender›', name: '‹our-name›', address: '‹our-address›' } as const;
export const MARKS = /‹our-(?:sender|name|address)›/gu;

/** One of the marks. */
export const MARKED = { sender: /‹our-sender›/u, host: /‹our-(?:name|address)›/u } as const;

/** `text`, folded, with the client's names marked and the recipient's taken out; whether there were any of the recipient's, and its address. */
export function markEchoes(
  text: string,
  echoes: Echoes,
): { text: string; namesRecipient: boolean; namesAddress: boolean } {
  const { recipient = '', sender = '', heloName = '', localAddress = '' } = echoes;
  const recipientDomain = domainOf(recipient);
  const withoutRecipient = replaceWhole(text, fold(recipient), ' ');
  // The sender's address before its domain, which may be the recipient's as well.
  const withSender = replaceWhole(withoutRecipient, fold(sender), MARK.sender);
  const withoutRecipientDomain = replaceWhole(withSender, recipientDomain, ' ');
  let marked = replaceWhole(withoutRecipientDomain, fold(localAddress), MARK.address);
  for (const name of clientNames(sender, heloName))
    if (name !== recipientDomain) marked = replaceWhole(marked, name, MARK.name);
  const namesAddress = withoutRecipient !== text;
  return { text: marked, namesRecipient: namesAddress || withoutRecipientDomain !== withSender, namesAddress };
}

/** Of the last reply: a process has one EHLO name and one or two senders. */
let cached: { sender: string; heloName: string; names: ReadonlySet<string> } | undefined;

/** The client's domains and host names, and the registrable domains above them. */
function clientNames(sender: string, heloName: string): ReadonlySet<string> {
  if (cached?.sender !== sender || cached.heloName !== heloName) {
    const names = [sender, heloName].map(domainOf).flatMap((name) => [name, getDomain(name) ?? '']);
    cached = { sender, heloName, names: new Set(names) };
  }
  return cached.names;
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
  if (!haystack.includes(wanted)) return text;
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
