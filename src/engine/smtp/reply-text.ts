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

const MAX_EVIDENCE_CHARACTERS = 300;
/** Bounded on both sides, so that hostile text costs a constant per character. */
const MAILBOX = /[^\s<>()[\]",;:=/?&@]{1,64}@[^\s<>()[\]",;:/?&@]{1,255}/gu;
const ANGLE_BRACKETED = /<[^<>]{0,320}>/gu;

/** The words of a reply, ready for matching: NFKC, lower case, one line, no echo, no address; URLs are kept. */
export function wordsOf(lines: readonly string[], echoes: Echoes): string {
  const text = lines.join(' ').normalize('NFKC').toLowerCase();
  const domain = echoes.recipient?.slice(echoes.recipient.lastIndexOf('@') + 1);
  const anonymous = without(text, [echoes.recipient, echoes.sender, echoes.heloName, domain])
    .replace(ANGLE_BRACKETED, ' ')
    .replace(MAILBOX, ' ');
  return oneLine(anonymous);
}

/** The reply for people: one line, at most 300 characters, addresses and our own names masked. */
export function maskedText(lines: readonly string[], echoes: Echoes): string {
  let text = lines.join(' ');
  for (const [echo, mask] of [
    [echoes.recipient, '<address>'],
    [echoes.sender, '<address>'],
    [echoes.heloName, '<our name>'],
    [echoes.localAddress, '<our address>'],
  ] as const) {
    if (echo) text = replaceWhole(text, echo, mask);
  }
  const masked = oneLine(text.replace(MAILBOX, '<address>')).replaceAll('<<address>>', '<address>');
  return masked.length <= MAX_EVIDENCE_CHARACTERS ? masked : `${masked.slice(0, MAX_EVIDENCE_CHARACTERS - 1)}…`;
}

const oneLine = (text: string): string => text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/gu, ' ').trim();

function without(text: string, echoes: (string | undefined)[]): string {
  return echoes.reduce<string>(
    (rest, echo) => (echo ? replaceWhole(rest, echo.normalize('NFKC').toLowerCase(), ' ') : rest),
    text,
  );
}

/** Replaces `name` in any case where it is not a part of a longer name (`spamhaus.org` in `zen.spamhaus.org` stays). */
function replaceWhole(text: string, name: string, replacement: string): string {
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
