/** What a bounce says, in the parts that are judged. */
export interface BounceText {
  /** Basic code at the beginning of the reply, 400 to 599. */
  readonly code?: number;
  /** Enhanced code (RFC 3463) at the beginning of the reply, such as `5.1.1`. */
  readonly enhanced?: string;
  /** The reply's own lines without codes; what a relay wrote around the reply is left out. None: nothing was said. */
  readonly lines: readonly string[];
  /** The host refused before it was told of a recipient, by what a relay wrote around the reply. */
  readonly isBeforeRecipient: boolean;
}

/** The part of a text that is read: what a hostile one can cost. */
const LONGEST = 2_000;

/**
 * What relays and providers write in front of the reply that they quote: types of a Diagnostic-Code (RFC 3464 2.3.6), Brevo's
 * `RecipientError:`, Postfix's `host … said:`, Exim's `SMTP error from remote mail server …: host …:`. Words in them (`remote`, `host`)
 * would be taken for the reply's. Every repetition is bounded.
 */
const PREFIXES = [
  /^\s{0,20}(?:smtp|lmtp|unix|x-[\w-]{1,30})\s{0,4};\s{0,20}/i,
  /^\w{2,30}error:\s{0,20}/i,
  /^\(?host \S{1,255} (?:said|refused to talk to me): /i,
  /^smtp error from remote (?:mail )?(?:server|mailer) .{0,300}?\bhost \S{1,255} \[[\w.:]{2,60}\]: /i,
  /^remote (?:mail )?server (?:said|returned|replied|responded)[:,]? /i,
];
/** Postfix names the command that was answered. */
const SUFFIX = / ?\(in reply to [^()]{1,40}\)$/i;
const BEFORE_RECIPIENT =
  /\(in reply to (?:mail from|ehlo|helo|lhlo|starttls|auth|initial)\b[^()]{0,40}\)$|^\(?host \S{1,255} refused to talk to me: |^smtp error from remote (?:mail )?(?:server|mailer) after (?:mail from|ehlo|helo|initial connection)\b/i;
const CODES =
  /^[\s'"<(]{0,4}(?:([45]\d\d)(?:[ #-]{1,3}|$|(?=[(;:])))?(?:[(#]{0,2}([245]\.\d{1,3}\.\d{1,3})(?![.\d])[\s):;-]{0,4})?/;
const IN_BRACKETS = /\(#?([245]\.\d{1,3}\.\d{1,3})[ )]/;

/** Reads a diagnostic in any of the forms that providers pass on. Never throws; linear, of which the first 2,000 characters are read. */
export function readBounceText(text: string): BounceText {
  const [type = /^/, ...prefixes] = PREFIXES;
  let rest = text.slice(0, LONGEST).trim().replace(type, '');
  const isBeforeRecipient = BEFORE_RECIPIENT.test(rest);
  for (const prefix of prefixes) rest = rest.replace(prefix, '');
  rest = rest.replace(SUFFIX, '');
  const [matched = '', basic, enhanced = IN_BRACKETS.exec(rest)?.[1]] = CODES.exec(rest) ?? [];
  const repeated =
    basic === undefined ? /\r?\n/ : new RegExp(String.raw`\r?\n|\s(?=${basic}-)|\s(?=${basic} [245]\.\d)`);
  const lines = rest
    .slice(matched.length)
    .split(repeated)
    .map((line) => (basic === undefined ? line : withoutCodes(line, basic)).trim())
    .filter((line) => line !== '');
  return {
    ...(basic !== undefined && { code: Number(basic) }),
    ...(enhanced !== undefined && { enhanced }),
    lines,
    isBeforeRecipient,
  };
}

/** Each line of a reply repeats its codes (RFC 5321 4.2.1); some providers join the lines by blanks. */
const withoutCodes = (line: string, basic: string): string =>
  line.trim().startsWith(basic) ? line.trim().replace(CODES, '') : line;

/** Inside of a word; bounded, since a word may have any length. */
const ADDRESS = /[^\s<>()[\]",;:=]{1,64}@[^\s<>()[\]",;:=]{1,255}/;

/** The addresses that a text names, in lower case; masks such as `...@...` aside. */
export function addressesIn(text: string): string[] {
  return text
    .slice(0, LONGEST)
    .split(/\s+/)
    .filter((word) => word.includes('@') && word.length <= 400)
    .map(
      (word) =>
        ADDRESS.exec(word)?.[0]
          .toLowerCase()
          .replace(/^['.]+|['.]+$/g, '') ?? '',
    )
    .filter((address) => /[\p{L}\p{N}]@\S*\p{L}/u.test(address));
}
