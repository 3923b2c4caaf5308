/** Somebody in a text: an address as it was given, and the name beside it. */
export interface Pasted {
  email: string;
  name: string;
}

const ANGLED = /^(.*?)<\s*(?:mailto:)?([^<>]*)>$/is;

/**
 * Finds the addresses of a text that was pasted: one a line, or with commas, semicolons or tabs between them, bare or as
 * `Jane <jane@example.org>`, also with the comma of `Doe, Jane <jane@example.org>`. A line without any `@` is taken
 * as it is: it may be an address with a slip.
 */
export function parsePasted(text: string): Pasted[] {
  return text.split(/[\r\n]+/).flatMap(parseLine);
}

function parseLine(line: string): Pasted[] {
  const trimmed = line.trim();
  if (trimmed === '') return [];
  if (!trimmed.includes('@')) return [{ email: trimmed, name: '' }];
  const found: Pasted[] = [];
  let before: string[] = [];
  for (const part of parts(trimmed)) {
    if (!part.includes('@')) {
      if (part !== '') before.push(part);
      continue;
    }
    const [, name, inside] = ANGLED.exec(part) ?? [];
    if (inside === undefined || name === undefined) found.push({ email: bare(part), name: '' });
    else found.push({ email: bare(inside), name: tidy([...before, name.trim()].filter(Boolean).join(', ')) });
    before = [];
  }
  return found;
}

/** What stands between the separators: where there are semicolons or tabs, commas belong to names. Quotes may hold any of them. */
function parts(line: string): string[] {
  const bareLine = line.replace(/"[^"]*"/g, '');
  const separators = /[;\t]/.test(bareLine) ? ';\t' : ',';
  const pieces: string[] = [];
  let piece = '';
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted || !separators.includes(character)) piece += character;
    else {
      pieces.push(piece.trim());
      piece = '';
    }
  }
  return [...pieces, piece.trim()];
}

function bare(address: string): string {
  return address
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/^['<]+|['>.]+$/g, '');
}

function tidy(name: string): string {
  return name.replaceAll('"', '').replace(/\s+/g, ' ').trim();
}

/** A list file of them: `email`, and `name` where anybody has one. */
export function toListFile(pasted: readonly Pasted[], fileName: string): File {
  const hasNames = pasted.some(({ name }) => name !== '');
  const rows = pasted.map(({ email, name }) => (hasNames ? [email, name] : [email]));
  const lines = [hasNames ? ['email', 'name'] : ['email'], ...rows].map((cells) => cells.map(quoted).join(','));
  return new File([`${lines.join('\r\n')}\r\n`], fileName, { type: 'text/csv' });
}

function quoted(cell: string): string {
  return /[",;\t|\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
