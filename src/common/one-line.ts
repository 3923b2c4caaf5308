/** Control and format characters (bidirectional overrides, zero-width ones), separators of lines and paragraphs, half pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
/** Letters and signs that are drawn as nothing: the fillers of Hangul, the empty pattern of Braille. */
const BLANKS = /[\u115f\u1160\u3164\uffa0\u2800]/gu;
const DRAWN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Text as it is stored and compared: without blanks around it, in Unicode's form NFC. */
export function tidyLine(text: string): string {
  return text.trim().normalize('NFC');
}

/** Whether all of the text is seen where it is shown, on one line and in its order. */
export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text);
}

/** Whether anything of it is seen. */
function isVisible(text: string): boolean {
  return DRAWN.test(text.replace(BLANKS, ''));
}

/** What is wrong with a name, as what comes behind "The name field"; null: nothing. `text` is tidy. */
export function lineFault(text: string, maxLength: number): string | null {
  if (text === '') return 'is required.';
  if (Array.from(text).length > maxLength) return `must not be greater than ${maxLength} characters.`;
  if (!isPrintable(text)) return 'must be one line without control characters or invisible ones.';
  return isVisible(text) ? null : 'must hold something that can be seen.';
}
