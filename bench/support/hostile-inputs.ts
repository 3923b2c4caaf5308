import { rowXml } from '../../test/fixtures/xlsx/workbook';

/** Characters of a record, just under the longest. */
const LONG = 1_000_000;
const fill = (piece: string, length = LONG): string => piece.repeat(Math.floor(length / piece.length));

/** What records and headers are filled with: all that the grammar, the encoder or the address parser looks at. */
const PIECES = [
  ...[
    '"',
    '"""',
    'x"',
    'x" ',
    '" ',
    ' "',
    ', "',
    '"",',
    '\\"',
    '"a\\",',
    ',',
    'a,\n',
    '\n',
    '\r\n\r',
    '"\n',
    '"\r",\n',
  ],
  ...[' ', '\u00a0', '\ufeff', '\u0001', '=', ';=', '\t=', ';"=', '＝;', 'a@', '@', '.', 'a.', '日', '\u200b', 'ﬃ'],
];

/** CSV files of a megabyte, each the worst of its kind for somebody. */
export function hostileFiles(): [what: string, file: string][] {
  return PIECES.flatMap((piece): [string, string][] => {
    const name = JSON.stringify(piece);
    return [
      [`a cell of ${name}`, `email,x\na@b.co,${fill(piece)}\n`],
      [`a quoted cell of ${name}`, `email,x\na@b.co,"${fill(piece)}"\n`],
      [`quotes and blanks behind ${name}`, `email,x\na@b.co,"${fill(piece, LONG / 2)}${' '.repeat(LONG / 2)},"\n`],
      [`a header of ${name}`, `email,${fill(piece)}\nx\n`],
      [`rows of ${name}`, `email,x\n${fill(piece)}\n`],
      [`an address of ${name}`, `email\n${fill(piece)}\n`],
    ];
  });
}

/** Sheets of workbooks, and the texts that they share. */
export function hostileSheets(): [what: string, sheet: string, strings: string][] {
  const size = 8 * LONG;
  const rows = (row: string): string => `${rowXml('email', 'x')}${row.repeat(Math.ceil(size / row.length))}`;
  const shared = (text: string): string => `<sst><si><t>${text}</t></si></sst>`;
  const cell = '<c t="s"><v>0</v></c>';
  return [
    ['rows of two cells', rows(rowXml('a@b.co', 'x')), '<sst/>'],
    ['rows of numbers', rows('<row><c><v>1.5</v></c><c><v>46354.123456</v></c></row>'), '<sst/>'],
    ['blank rows', rows('<row/>'), '<sst/>'],
    ['attributes', rows(`<row ${Array.from({ length: 100 }, (_, at) => `a${at}=""`).join(' ')}/>`), '<sst/>'],
    ['entities', rows(`<row><c t="str"><v>${'&amp;'.repeat(100)}</v></c></row>`), '<sst/>'],
    ['escapes', rows(`<row><c t="str"><v>${'_x0041_'.repeat(100)}</v></c></row>`), '<sst/>'],
    ['a text that each row shares', rows(`<row>${cell}</row>`), shared('x'.repeat(60_000))],
    ['a long row that each row shares', rows(`<row>${cell.repeat(2)}</row>`), shared('"'.repeat(60_000))],
    ['the last column', rows('<row><c r="A1"><v>1</v></c><c r="ALL1"><v>1</v></c></row>'), '<sst/>'],
    ['many short texts', rows(`<row>${cell}</row>`), `<sst>${'<si><t>x</t></si>'.repeat(size / 17)}</sst>`],
  ];
}

/** JSON bodies of the largest size that is read. */
export function hostileBodies(bytes: number): [what: string, body: string][] {
  const keys = Array.from({ length: Math.floor(bytes / 12) }, (_, at) => `"k${at}":1`).join(',');
  const half = Math.floor(bytes / 2) - 20;
  return [
    ['keys', `{${keys.slice(0, bytes - 20).replace(/,[^,]*$/, '')}}`],
    ['nested brackets', `{"email":${'['.repeat(half)}${']'.repeat(half)}}`],
    ['nested objects', `${'{"a":'.repeat(Math.floor(half / 3))}1${'}'.repeat(Math.floor(half / 3))}`],
    ['one long text', `{"email":"${'a@'.repeat(half - 10)}"}`],
    ['escapes', `{"email":"${'\\u0040'.repeat(Math.floor(half / 3) - 10)}"}`],
    ['a list', `{"email":[${'1,'.repeat(half - 10)}1]}`],
  ];
}

/** Multipart bodies of a megabyte. */
export function hostileForms(boundary: string): [what: string, body: string][] {
  const part = (name: string, text: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const end = `--${boundary}--\r\n`;
  return [
    ['fields', fill(part('x', '')) + end],
    ['one long field', part('name', fill('x')) + end],
    ['a long name of a field', part(fill('x'), 'x') + end],
    ['boundaries that are none', part('name', fill(`\r\n--${boundary.slice(0, -1)}`)) + end],
    ['a preamble of dashes', fill('--') + end],
    ['headers of parts', `--${boundary}\r\n${fill('X: y\r\n')}\r\n\r\n${end}`],
  ];
}

/** Replies of mail hosts, as long as they are read. */
export function hostileReplies(): [what: string, reply: string][] {
  const pieces = [
    'user ',
    'a@b.co ',
    '<a@b',
    'not ',
    'mailbox ',
    '5.1.1 ',
    '. ',
    'a@',
    '(',
    ' ',
    '\u00a0',
    'unknown ',
    'blocked ',
    'domain does ',
  ];
  return pieces.flatMap((piece): [string, string][] => [
    [`a line of ${JSON.stringify(piece)}`, `550 ${fill(piece, 8100)}\r\n`],
    [`lines of ${JSON.stringify(piece)}`, `${`550-${fill(piece, 72)}\r\n`.repeat(98)}550 end\r\n`],
  ]);
}
