import { parseAddressLiteral } from './address-literal';
import { lowerAscii } from './ascii-case';
import { parseDomain, type Domain } from './domain';
import { findForbidden } from './forbidden-characters';
import { parseDotString, parseQuotedString, type LocalPart } from './local-part';
import type { ParsedAddress } from './parsed-address';
import { broken, type Broken } from './syntax-fault';

/** Octets (RFC 5321 4.5.3.1.3: a path of 256 less its brackets; RFC 3696 erratum 1690). */
const MAX_OCTETS = 254;
const NOT_ASCII = /[^\0-\x7f]/;

/** `Mailbox` of RFC 5321 4.1.2: (dot-string / quoted-string) "@" (domain / address-literal). No repair, no trimming. */
export function parseMailbox(text: string): { ok: true; address: ParsedAddress } | Broken {
  if (text === '') return broken('empty');
  const forbidden = findForbidden(text);
  if (forbidden !== null) return broken(forbidden);
  const halves = split(text);
  if (!halves.ok) return halves;
  const { local } = halves;

  const isAddressLiteral = halves.domain.startsWith('[');
  const domain = isAddressLiteral ? literalDomain(halves.domain) : parseDomain(halves.domain);
  if (!domain.ok) return domain;
  if (Buffer.byteLength(local.text) + 1 + domain.ascii.length > MAX_OCTETS) return broken('address_too_long');
  return { ok: true, address: build(local, domain, isAddressLiteral) };
}

function split(text: string): { ok: true; local: LocalPart; domain: string } | Broken {
  if (text.startsWith('"')) {
    const { local, end } = parseQuotedString(text);
    if (!local.ok) return local;
    if (end === text.length) return broken('no_at_sign');
    if (text[end] !== '@') return broken('quoted_string_mixed');
    return { ok: true, local, domain: text.slice(end + 1) };
  }
  const at = text.indexOf('@');
  if (at === -1) return broken('no_at_sign');
  const local = parseDotString(text.slice(0, at));
  if (!local.ok) return local;
  if (text.includes('@', at + 1)) return broken('several_at_signs');
  return { ok: true, local, domain: text.slice(at + 1) };
}

function literalDomain(text: string): Domain | Broken {
  const literal = parseAddressLiteral(text);
  return literal === null ? broken('address_literal') : { ok: true, ascii: literal, unicode: literal };
}

function build(local: LocalPart, domain: Domain, isAddressLiteral: boolean): ParsedAddress {
  const needsSmtputf8 = NOT_ASCII.test(local.text);
  return {
    localPart: local.text,
    domain: domain.ascii,
    unicodeDomain: domain.unicode,
    // Beyond ASCII two spellings may be two mailboxes (RFC 6531 3.3 defines no case and no normalisation): two keys.
    normalised: `${lowerAscii(local.text)}@${domain.ascii}`,
    isAddressLiteral,
    isQuoted: local.isQuoted,
    needsSmtputf8,
  };
}
