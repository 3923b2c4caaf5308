import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSourceFile,
  forEachChild,
  isCallExpression,
  isJsxAttribute,
  isJsxText,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTemplateExpression,
  ScriptKind,
  ScriptTarget,
  type Node,
} from 'typescript';
import { de } from '../../dashboard/src/texts/de';
import { en } from '../../dashboard/src/texts/en';
import { developersDe } from '../../dashboard/src/texts/developers.de';
import { developersEn } from '../../dashboard/src/texts/developers.en';
import { feedbackDe } from '../../dashboard/src/texts/feedback.de';
import { feedbackEn } from '../../dashboard/src/texts/feedback.en';
import { feedbackStepsDe } from '../../dashboard/src/texts/feedback-steps.de';
import { feedbackStepsEn } from '../../dashboard/src/texts/feedback-steps.en';
import { operatorDe } from '../../dashboard/src/texts/operator.de';
import { operatorEn } from '../../dashboard/src/texts/operator.en';
import { say } from '../../dashboard/src/texts';
import { formatMoment, formatUtcDay, writeBy } from '../../dashboard/src/texts/formats';
import { localeFor } from '../../dashboard/src/texts/locale';
import { clientName } from '../../dashboard/src/ui/client-name';

const source = join(__dirname, '../../dashboard/src');

/** Attributes that are never read by people. */
const SILENT = ['className', 'd', 'autoComplete', 'viewBox', 'placeholder'];

/** Strings that look like words, and mean something to browsers or to the service alone. */
const NOT_READ = new Set([
  'Password needed',
  'Code needed',
  'Second factor needed',
  'Content-Type',
  'Idempotency-Key',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Escape',
  'ArrowDown',
  'ArrowUp',
  'Windows',
  'Files',
  'Relationship',
]);

/** Two words, or one that begins a sentence. */
const isText = (text: string): boolean =>
  !NOT_READ.has(text) && (/\p{L}{2,} \p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}{2,}/u.test(text));

/** What people could read in a file, but for the texts that it takes from the catalogue. */
function textsOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (isJsxAttribute(node) && SILENT.includes(node.name.getText())) return;
    // Errors of those who write the page; headers of HTTP.
    if (isNewExpression(node) && node.expression.getText() === 'Error') return;
    if (isCallExpression(node) && /^(sending|response\.headers)\./.test(node.expression.getText())) return;
    if (isJsxText(node) && /\p{L}{2,}/u.test(node.text)) found.push(node.text.trim());
    if ((isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) && isText(node.text)) found.push(node.text);
    if (isTemplateExpression(node)) {
      const pieces = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      if (pieces.some(isText)) found.push(node.getText());
    }
    forEachChild(node, visit);
  };
  visit(createSourceFile(file, readFileSync(file, 'utf8'), ScriptTarget.ES2022, true, ScriptKind.TSX));
  return found;
}

/** The texts by path, a function by how many values it takes. */
function shapeOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]) => {
    if (typeof text === 'function') return [`${path}${key}(${text.length})`];
    return typeof text === 'object' && text !== null ? shapeOf(text, `${path}${key}.`) : [`${path}${key}`];
  });
}

describe('the texts of the page', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.startsWith('texts/'),
  );

  it('stand in the catalogue, and nowhere else', () => {
    const found = files.flatMap((name) => textsOf(join(source, name)).map((text) => `${name}: ${text}`));
    expect(found).toEqual([]);
  });

  it('would be found in a page', () => {
    const page = textsOf(join(__dirname, '../fixtures/page-with-texts.tsx.txt'));
    expect(page).toEqual(['Say hello', 'Hello there', '`You have ${count} new letters`']);
  });

  it.each([
    ['the page', en, de],
    ['the console', operatorEn, operatorDe],
    ['feedback', feedbackEn, feedbackDe],
    ['the steps at each provider', feedbackStepsEn, feedbackStepsDe],
    ['developers', developersEn, developersDe],
  ])('are the same in each language: %s', (_, english, german) => {
    expect(shapeOf(german)).toEqual(shapeOf(english));
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
    ['the page', en, de, ['API', 'CSV', 'Credits', 'Feedback', 'Name', 'Team', 'Upload']],
    ['the console', operatorEn, operatorDe, ['Credits', 'DNS']],
    ['feedback', feedbackEn, feedbackDe, ['Feedback']],
    ['developers', developersEn, developersDe, ['Credits', 'Token', 'Webhooks']],
  ])('differ, but for names and formats: %s', (_, english, german, names) => {
    const plain = (texts: object): string[] => Object.values(texts).filter((text) => typeof text === 'string');
    const sections = Object.keys(english).filter((name) => typeof english[name] === 'object');
    const same = sections.flatMap((name) => {
      const known = new Set(plain(english[name] as object));
      return plain(german[name] as object).filter((text) => known.has(text));
    });
    expect([...new Set(same)].sort()).toEqual(names);
  });
});

describe('the language of the page', () => {
  it.each([
    [['de-AT', 'en'], null, 'de', 'de-AT', 'h23'],
    [['en-GB', 'de'], null, 'en', 'en-GB', 'h23'],
    [['en-US'], null, 'en', 'en-US', 'h12'],
    [['fr-FR', 'de', 'en'], null, 'de', 'de', 'h23'],
    [['fr-FR'], null, 'en', 'fr-FR', 'h23'],
    [['de-DE', 'en-US'], 'en', 'en', 'en-US', 'h23'],
    [['de-DE'], 'en', 'en', 'en', 'h23'],
    [['en-US'], 'de', 'de', 'de', 'h12'],
    [['x-nonsense', '!!'], null, 'en', 'en', undefined],
    [[], null, 'en', 'en', 'h12'],
  ] as const)(
    'of a browser that wants %j, with %s chosen, is %s, written by %s',
    (wanted, chosen, language, tag, clock) => {
      expect(localeFor(wanted, chosen)).toEqual({ language, tag, hourCycle: clock });
    },
  );
});

describe('a moment', () => {
  it.each([
    ['de-DE', 0, '29. Nov. 2026, 00:05'],
    ['de-DE', 9, '29. Nov. 2026, 09:05'],
    ['en-GB', 0, '29 Nov 2026, 00:05'],
    ['en-GB', 13, '29 Nov 2026, 13:05'],
    ['en-US', 0, 'Nov 29, 2026, 12:05 AM'],
    ['en-US', 9, 'Nov 29, 2026, 9:05 AM'],
    ['en-US', 13, 'Nov 29, 2026, 1:05 PM'],
  ])('is written by %s at %s hours: %s', (tag, hour, written) => {
    writeBy(localeFor([tag], null));
    const moment = formatMoment(new Date(2026, 10, 29, hour, 5).toISOString());
    // Between the minute and AM stands a narrow space that a line cannot break at.
    expect(moment.replace(/\s/gu, ' ')).toBe(written);
  });
});

describe('what somebody is signed in with', () => {
  afterEach(() => {
    say(en);
  });

  it.each([
    [en, 'Firefox on Linux', 'Firefox on Linux'],
    [de, 'Firefox on Linux', 'Firefox unter Linux'],
    [de, 'curl', 'curl'],
    [de, 'Based on hope 1.0', 'Based on hope 1.0'],
    [de, null, 'Ein Programm'],
  ])('is said in the language of the page: %#', (texts, client, said) => {
    say(texts);
    expect(clientName(client)).toBe(said);
  });
});

it('writes a day of UTC with its year, wherever it is read', () => {
  writeBy(localeFor(['de-DE'], null));
  expect(formatUtcDay('2026-11-29')).toBe('29. Nov. 2026');
});
