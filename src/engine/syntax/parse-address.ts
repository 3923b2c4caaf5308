import { describeFault, type SyntaxFault, broken } from './syntax-fault';
import { displayAddress } from './format-address';
import { parseMailbox } from './mailbox';
import type { ParsedAddress } from './parsed-address';
import { repair } from './repair';

export type { ParsedAddress } from './parsed-address';
export type { SyntaxFault } from './syntax-fault';

export type ParseResult = { ok: true; address: ParsedAddress } | { ok: false; fault: SyntaxFault };

/** UTF-16 units. Beyond it nothing is read at all: no address, and no display name around one, is that long. */
export const MAX_INPUT = 1024;

/**
 * Reads one mailbox by RFC 5321 4.1.2 and RFC 6531 3.3. Spaces and tabs around it are dropped; a line break is a fault
 * wherever it stands. Comments, folding, display names and routes belong to message headers: they are faults, with the
 * inner address as `didYouMean`. Never throws; linear in the input.
 */
export function parseAddress(input: string): ParseResult {
  if (input.length > MAX_INPUT) return { ok: false, fault: describeFault(broken('input_too_long'), null) };
  const text = trimBlanks(input);
  const parsed = parseMailbox(text);
  if (parsed.ok) return { ok: true, address: parsed.address };

  const repaired = repair(text);
  const meant = repaired === null ? null : parseMailbox(repaired.text);
  if (repaired === null || meant?.ok !== true) return { ok: false, fault: describeFault(parsed, null) };
  return { ok: false, fault: describeFault(repaired.fault, displayAddress(meant.address)) };
}

/** Without the spaces and tabs around it. */
export function trimBlanks(input: string): string {
  let start = 0;
  let end = input.length;
  while (start < end && isBlank(input.charCodeAt(start))) start++;
  while (end > start && isBlank(input.charCodeAt(end - 1))) end--;
  return input.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
