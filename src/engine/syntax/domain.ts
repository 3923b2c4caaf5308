import { isIPv4 } from 'node:net';
import { toASCII, toUnicode } from 'tr46';
import { broken, type Broken } from './syntax-fault';

/** Octets without the root's dot (RFC 1035 2.3.4). */
const MAX_OCTETS = 253;
const MAX_LABEL_OCTETS = 63;
const LDH = /^[a-z0-9-]+$/;
const NOT_LDH = /[^a-z0-9-]/;

/** UTS 46, non-transitional. Hyphens and lengths are checked below, where the fault can be named. */
const STRICT = { checkBidi: true, checkJoiners: true, useSTD3ASCIIRules: true, transitionalProcessing: false } as const;

export interface Domain {
  ok: true;
  /** A-labels in lower case (RFC 5890). */
  ascii: string;
  /** U-labels. */
  unicode: string;
}

/** A domain name of a mailbox: host name rules (RFC 1123 2.1), IDNA, and at least two labels. */
export function parseDomain(text: string): Domain | Broken {
  if (text === '') return broken('empty_domain');
  const lower = text.toLowerCase();
  if (!/[^\0-\x7f]|xn--/.test(lower)) {
    return checkHostName(lower) ?? { ok: true, ascii: lower, unicode: lower };
  }
  const ascii = toASCII(text, STRICT);
  if (ascii === null) return explainIdna(lower);
  return checkHostName(ascii) ?? { ok: true, ascii, unicode: toUnicode(ascii, STRICT).domain };
}

/**
 * Hyphens in the third and fourth place are let through: RFC 5891 4.2.3.1 forbids them to new U-labels, DNS does not, and
 * names such as `ab--cd.com` receive mail. A false `xn--` was refused before.
 */
function checkHostName(name: string): Broken | null {
  if (isIPv4(name)) return broken('domain_is_ip_address');
  if (name.endsWith('.')) return broken('domain_trailing_dot');
  const labels = name.split('.');
  for (const label of labels) {
    if (label === '') return broken('domain_empty_label');
    if (!LDH.test(label)) return broken('domain_character', NOT_LDH.exec(label)?.[0] ?? '');
    if (label.length > MAX_LABEL_OCTETS) return broken('domain_label_too_long');
    if (label.startsWith('-') || label.endsWith('-')) return broken('domain_hyphen');
  }
  if (name.length > MAX_OCTETS) return broken('domain_too_long');
  return checkTopLevel(labels);
}

/** A TLD list would age; these hold for ever (RFC 3696 2, ICANN's rule against dotless domains). */
function checkTopLevel(labels: string[]): Broken | null {
  const top = labels.at(-1) ?? '';
  if (labels.length < 2) return broken('domain_single_label');
  if (/^[0-9]+$/.test(top)) return broken('domain_numeric_tld');
  if (top.length < 2) return broken('domain_one_letter_tld');
  return null;
}

/** Where the plain part of the name alone is at fault, say that. */
function explainIdna(lower: string): Broken {
  if (lower.endsWith('.')) return broken('domain_trailing_dot');
  const character = /[\0-\x2c/:-`{-\x7f]/.exec(lower)?.[0];
  return character === undefined ? broken('domain_not_idna') : broken('domain_character', character);
}
