import { replaceWhole, type Echoes } from './echoes';

const MAX_EVIDENCE_CHARACTERS = 300;
/** Bounded on both sides, so that hostile text costs a constant per character. */
export const MAILBOX = /[^\s<>()[\]",;:=/?&@]{1,64}@[^\s<>()[\]",;:/?&@]{1,255}/gu;

/** The reply for people: one line, at most 300 characters, addresses and the client's names masked. */
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

export const oneLine = (text: string): string => text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/gu, ' ').trim();
