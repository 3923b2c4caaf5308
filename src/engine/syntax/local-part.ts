import { broken, type Broken } from './syntax-fault';

/** Octets (RFC 5321 4.5.3.1.1), counted in UTF-8 (RFC 6531 3.3). */
const MAX_OCTETS = 64;
/** Atom characters (RFC 5322 3.2.3), and all beyond ASCII (RFC 6531 3.3). */
const ATOM_CHARACTER = /[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\u0080-\uffff]/;
const DOT_STRING = new RegExp(`^${ATOM_CHARACTER.source}+(?:\\.${ATOM_CHARACTER.source}+)*$`);
/** Inside quotes: qtextSMTP and, behind a backslash, quoted-pairSMTP (RFC 5321 4.1.2). */
const QUOTABLE = /[\x20-\x7e\u0080-\uffff]/;
/** Behind a backslash: RFC 6531 3.3 extends qtextSMTP and leaves quoted-pairSMTP as it was. */
const ESCAPABLE = /[\x20-\x7e]/;

export interface LocalPart {
  ok: true;
  /** For the wire: a dot-string where the content allows, else a quoted string with the fewest backslashes. */
  text: string;
  isQuoted: boolean;
}

/** A dot-string (RFC 5321 4.1.2) from the text before the @ sign. */
export function parseDotString(text: string): LocalPart | Broken {
  if (text === '') return broken('empty_local_part');
  if (!DOT_STRING.test(text)) return explain(text);
  return withinLimit({ ok: true, text, isQuoted: false });
}

/** A quoted string (RFC 5321 4.1.2) at the start of `input`, with the index of what follows it. */
export function parseQuotedString(input: string): { local: LocalPart | Broken; end: number } {
  let content = '';
  let end = 1;
  for (; end < input.length && input[end] !== '"'; end++) {
    const isEscaped = input[end] === '\\';
    if (isEscaped) end++;
    const character = input[end] ?? '';
    if (isEscaped && character !== '' && !ESCAPABLE.test(character)) {
      const whole = String.fromCodePoint(input.codePointAt(end) ?? 0);
      return { local: broken('quoted_string_character', whole), end };
    }
    if (!QUOTABLE.test(character)) return { local: broken('quoted_string_unclosed'), end };
    content += character;
  }
  if (end >= input.length) return { local: broken('quoted_string_unclosed'), end };
  return { local: fromContent(content), end: end + 1 };
}

/** `"john"@` and `john@` are one mailbox (RFC 5321 4.1.2): the plain form is the one that servers take. */
function fromContent(content: string): LocalPart | Broken {
  if (content === '') return broken('quoted_string_empty');
  if (DOT_STRING.test(content)) return withinLimit({ ok: true, text: content, isQuoted: false });
  return withinLimit({ ok: true, text: `"${content.replace(/["\\]/g, '\\$&')}"`, isQuoted: true });
}

function withinLimit(local: LocalPart): LocalPart | Broken {
  return Buffer.byteLength(local.text) > MAX_OCTETS ? broken('local_part_too_long') : local;
}

function explain(text: string): Broken {
  for (const character of text) {
    if (character === '"') return broken('quoted_string_mixed');
    if (character !== '.' && !ATOM_CHARACTER.test(character)) return broken('local_part_character', character);
  }
  return broken('local_part_dot');
}
