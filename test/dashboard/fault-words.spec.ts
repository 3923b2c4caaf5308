import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSourceFile,
  forEachChild,
  isBinaryExpression,
  isCallExpression,
  isDecorator,
  isIdentifier,
  isNewExpression,
  isPropertyAssignment,
  isStringLiteralLike,
  isTemplateExpression,
  isVariableDeclaration,
  ScriptTarget,
  SyntaxKind,
  type Expression,
  type Node,
  type TemplateSpan,
} from 'typescript';
import { inWords } from '../../dashboard/src/api/fault-words';
import { say } from '../../dashboard/src/texts';
import { de } from '../../dashboard/src/texts/de';
import { en } from '../../dashboard/src/texts/en';

const source = join(__dirname, '../../src');

/** Rooms whose sentences people can meet on the page. */
const ROOMS = [
  'auth',
  'batches',
  'common',
  'credits',
  'http',
  'management',
  'organizations',
  'sessions',
  'validation',
  'webhooks',
];
/** What makes a refusal of its words. */
const MAKER = /(Error|Fault|fault|damaged|tooLarge|super|this\.fail)$/;

/** Nobody at the page is told these: it does not send what they refuse, or they are for programs and operators. */
const NOT_MET: readonly RegExp[] = [
  // Programs: tokens, headers, bodies and addresses of their own making.
  /X-Organization-ID|Idempotency-Key: they are moved once|multipart\/form-data|names no boundary/,
  /^(The body is|Send one JSON object|The Content-Encoding of a body|The request has more than one Host)/,
  /^(An id in the path|The batch id must|The path or query|There is no 7 7 here)/,
  /^The 7 field (is not known here|holds too many|is nested|holds a name|must come before|is required\.$)/,
  /^The (has_header|encoding|sheet|column|file) field |^The file must come in the field|^The form may hold one file/,
  /^The (role|rows|days|expires_in_days|invitation|is_kept|is_enabled|provider|required|revoke_tokens|secret|test) field /,
  /^The (\w+|the column "mail") (parameter|filter) /,
  // Programs that send a list as it is, or packed: the page sends forms.
  /text\/plain|one address a line\?|^The Content-Encoding of a list|^The body unpacks to|^The charset of a list|^The list (is|holds) /,
  // Programs with a test token: the page checks and sends nothing by one.
  /^A list that is sent with a test token|as this address of sandbox\.test asks for/,
  // Told with the wait that came with it.
  /^Too many requests\./,
  // What is wrong with the program itself, or what nobody waits for.
  /stands in front of|needs @|^Account 7 left|^Nobody waits|^There is no key to sign with|^The service stops|^The batch is cancelled or deleted/,
  // Operators, on the command line and in their console.
  /`account (create|enable|operator)|serves \/health|Figures are for operators|before you grant them again|the new balance can't be read/,
  /^(The request is not valid|It can't be told|Redis does not answer|No mail can be sent|The database can't be used)/,
  // Said behind another sentence, by which it is known.
  /^7 The check was not charged/,
  // Whoever signs in by such a role is told by `viewer` what he may not.
  /^Only a member may do this/,
  // The page chooses it. What keys of signatures are fetched by.
  /^The since field |^An address with a user in it|^Only https addresses|^The answer is too large|^The host has an address/,
  // The results that broke off in the middle of a download: the browser says so itself.
  /were deleted during a download/,
];

/** What stands for values in the sentences, by the expression; `7` for all others. */
const VALUES: Readonly<Record<string, string>> = {
  what: 'CSV file',
  columns: '7 columns',
  where: 'closed',
  name: 'the column "mail"',
  'this.widest': 'header',
  "field.replace('_', ' ')": 'current password',
  "needed === 1 ? 'credit' : 'credits'": 'credits',
};

const valueOf = ({ expression }: TemplateSpan): string => VALUES[expression.getText()] ?? '7';

/** A text, also one that is put together; null: it is none. */
function textOf(node: Node): string | null {
  if (isStringLiteralLike(node)) return node.text;
  if (isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((span) => valueOf(span) + span.literal.text).join('');
  if (!isBinaryExpression(node) || node.operatorToken.kind !== SyntaxKind.PlusToken) return null;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === null && right === null ? null : `${left ?? '7'}${right ?? '7'}`;
}

/** All that refusals in a file can say. */
function sentencesOf(file: string): string[] {
  const found: string[] = [];
  const constants = new Map<string, Expression>();
  const root = createSourceFile(file, readFileSync(file, 'utf8'), ScriptTarget.ES2022, true);
  const learn = (node: Node): void => {
    if (isVariableDeclaration(node) && isIdentifier(node.name) && node.initializer !== undefined)
      constants.set(node.name.text, node.initializer);
    forEachChild(node, learn);
  };
  const take = (node: Node): void => {
    const constant = isIdentifier(node) ? constants.get(node.text) : undefined;
    if (constant !== undefined && textOf(constant) !== null) take(constant);
    else if (textOf(node) !== null) found.push(textOf(node) ?? '');
    else forEachChild(node, take);
  };
  const visit = (node: Node): void => {
    const isMade =
      (isNewExpression(node) || isCallExpression(node)) && MAKER.test(node.expression.getText()) && !isDecorator(node);
    const isRule = isPropertyAssignment(node) && node.name.getText() === 'message';
    if (isMade) node.arguments?.forEach(take);
    else if (isRule) take(node.initializer);
    else forEachChild(node, visit);
  };
  learn(root);
  visit(root);
  return found.filter((text) => /^[A-Z7].{10,}[.?]$/s.test(text));
}

describe('the sentences of the service, on the page', () => {
  const files = ROOMS.flatMap((room) =>
    readdirSync(join(source, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.(spec|decorators?|responses?)\.ts$/.test(name))
      .map((name) => join(source, room, name)),
  );
  // What the page calls what was seen.
  files.push(join(source, 'engine/smtp/wire/reply-reader.ts'));
  const sentences = [...new Set(files.flatMap(sentencesOf))].sort();
  const met = sentences.filter((sentence) => !NOT_MET.some((pattern) => pattern.test(sentence)));

  afterAll(() => {
    say(en);
  });

  it('are found in its sources', () => {
    expect(sentences.length).toBeGreaterThan(100);
    expect(sentences).toContain('This batch is being worked on: cancel it first.');
    expect(sentences).toContain(
      'Line 7 holds bytes that are neither UTF-8 nor UTF-16. Save the list as "CSV UTF-8" and send that.',
    );
  });

  it('have German words, all that people can meet', () => {
    say(de);
    expect(met.filter((sentence) => inWords(sentence) === de.faults.asSaid(sentence))).toEqual([]);
  });

  it('have English words without those of programs', () => {
    say(en);
    expect(met.map(inWords).filter((words) => /\bbatch|\bmodel\b|_|`|header row/.test(words))).toEqual([]);
  });

  it('are quoted where there are none, rather than passed off as German', () => {
    say(de);
    expect(inWords('Something new.')).toBe('Der Dienst antwortet auf Englisch: „Something new.“');
    say(en);
    expect(inWords('Something new.')).toBe('Something new.');
  });

  it('keep the numbers and names that are in them', () => {
    say(de);
    expect(
      inWords(
        'Line 1203 has 4 cells, but the header has 3. A cell that holds the delimiter "," needs quotes around it.',
      ),
    ).toMatch(/1.?203.*4 Zellen.*3 Spalten/);
    expect(inWords('Line 7 has 1200 cells; 1000 are the most that can be taken. Send the "email" column.')).toMatch(
      /^Zeile 7 hat 1.200 Zellen; mehr als 1.000 sind nicht möglich\./,
    );
    expect(
      inWords('The sheet "Kunden" must contain the column "mail" in its first row. Columns seen: "Name", "Ort".'),
    ).toBe('Keine Spalte heißt "mail". Gefunden: "Name", "Ort".');
    expect(
      inWords(
        'The file is a ZIP archive, and no Excel workbook (.xlsx). Save the list as CSV (UTF-8) or .xlsx and send that.',
      ),
    ).toBe(de.intake.faults.compressed);
    expect(
      inWords(
        'The file is an old Excel workbook (.xls), or one with a password, not CSV text. Save the list as CSV (UTF-8) and send that.',
      ),
    ).toBe(de.intake.faults.old_workbook);
    expect(inWords('The file is a PNG image, not CSV text. Save the list as CSV (UTF-8) and send that.')).toBe(
      de.intake.faults.not_text,
    );
  });
});
