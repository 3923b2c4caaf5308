/** Each rule that an address can break, with the sentence for people. `#` stands for the one character at fault. */
export const FAULT_MESSAGES = {
  empty: 'The address is empty.',
  input_too_long: 'The text is far longer than an address can be: 254 octets at most.',
  control_character: 'The address holds a control character, such as a line break, a tab or NUL.',
  broken_text: 'The address holds broken text: it was decoded with the wrong character set.',
  invisible_character: 'The address holds an invisible character; type it anew without it.',
  white_space: 'The address holds white space; an address has none.',
  no_at_sign: 'The address has no @ sign.',
  several_at_signs: 'The address has more than one @ sign.',
  wide_at_sign: 'The address has a wide @ sign; use the plain one.',
  empty_local_part: 'Nothing stands before the @ sign.',
  empty_domain: 'Nothing stands after the @ sign.',
  display_name: 'Give the address alone, without a name and without < and >.',
  mailto_prefix: 'Give the address alone, without "mailto:".',
  source_route: 'The address starts with a source route; give the mailbox alone.',
  comment: 'The address holds a comment in parentheses; give it without.',
  outer_quotes: 'The address stands in quotation marks; give it without them.',
  trailing_punctuation: 'The address ends with a punctuation mark that does not belong to it.',
  local_part_too_long: 'The part before the @ sign is longer than 64 octets.',
  local_part_dot: 'The part before the @ sign starts or ends with a dot or has two dots in a row; only quoted it may.',
  local_part_character: 'The part before the @ sign holds a character that is not allowed there: #',
  quoted_string_empty: 'The part before the @ sign is an empty quoted string.',
  quoted_string_unclosed: 'The part before the @ sign opens a quoted string and does not close it.',
  quoted_string_character: 'The quoted part before the @ sign holds a character that is not allowed there: #',
  quoted_string_mixed: 'Quotation marks must stand around the whole part before the @ sign.',
  domain_too_long: 'The domain is longer than 253 octets.',
  domain_trailing_dot: 'The domain ends with a dot; give it without.',
  domain_empty_label: 'The domain starts with a dot or has two dots in a row.',
  domain_label_too_long: 'A part of the domain between two dots is longer than 63 octets.',
  domain_hyphen: 'A part of the domain starts or ends with a hyphen.',
  domain_character: 'The domain holds a character that is not allowed there: #',
  domain_not_idna: 'The domain is not a well-formed internationalised domain name.',
  domain_single_label: 'The domain has no dot: a mail domain has at least two parts, such as company.com.',
  domain_is_ip_address: 'The domain is an IP address; mail goes to a domain name.',
  domain_numeric_tld: 'The domain ends with a number; no top-level domain does.',
  domain_one_letter_tld: 'The domain ends with a single letter; no top-level domain is that short.',
  address_literal: 'The part in square brackets is not an IP address.',
  address_too_long: 'The address is longer than 254 octets.',
} as const;

/** Stable id of a rule. */
export type FaultCode = keyof typeof FAULT_MESSAGES;
/** Of a rule whose sentence names a character. */
export type CharacterFault = 'local_part_character' | 'quoted_string_character' | 'domain_character';
export type PlainFault = Exclude<FaultCode, CharacterFault>;

export interface SyntaxFault {
  /** Stable id of the rule that was broken. */
  code: FaultCode;
  /** One sentence: what is wrong and, where it is clear, what would be right. Holds no more of the input than one character. */
  message: string;
  /** The address that was probably meant (display name or trailing dot removed …), well-formed, or null. */
  didYouMean: string | null;
}

/** A rule was broken, and by which character where one is to blame. */
export interface Broken {
  ok: false;
  code: FaultCode;
  character?: string;
}

/** A fault about a character cannot be made without it. */
export function broken(code: CharacterFault, character: string): Broken;
export function broken(code: PlainFault): Broken;
export function broken(code: FaultCode, character?: string): Broken {
  return character === undefined ? { ok: false, code } : { ok: false, code, character };
}

export function describeFault({ code, character }: Broken, didYouMean: string | null): SyntaxFault {
  return { code, message: FAULT_MESSAGES[code].replace('#', () => nameOf(character ?? '')), didYouMean };
}

/** Characters that get lost in a sentence have names. */
const NAMES: Readonly<Record<string, string>> = { ' ': 'a space', ',': 'a comma', '.': 'a dot', "'": 'an apostrophe' };

const nameOf = (character: string): string => NAMES[character] ?? character;
