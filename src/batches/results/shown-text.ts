/** Controls, direction overrides, invisible characters, separators of lines and paragraphs, half pairs. */
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** What a stranger's text looks like on a page: one line, nothing in it that moves or hides what stands beside it, cut to size. */
export function shownText(text: string, most: number): string {
  // Cut first: a cell may have a megabyte.
  const start = text.slice(0, most * 2).replace(NOT_SHOWN, ' ');
  const characters = Array.from(start);
  return text.length > most * 2 || characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : start;
}
