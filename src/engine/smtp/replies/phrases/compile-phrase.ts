/** Letters that servers also write in ASCII, beside the ones that lose a mark (`é`, `č`). */
const WRITTEN_AS: Record<string, string> = {
  ä: '(?:ä|ae?)',
  ö: '(?:ö|oe?)',
  ü: '(?:ü|ue?)',
  å: '(?:å|aa?)',
  ø: '(?:ø|oe?)',
  æ: '(?:æ|ae)',
  ß: '(?:ß|ss)',
  ł: '[łl]',
  đ: '[đd]',
  ı: '[ıi]',
  ё: '[ёе]',
  "'": "['’]?",
};

export interface CompiledPhrase {
  /** Source of a pattern. */
  body: string;
  /** Found anywhere, and not only at the beginning of a word. */
  isAnywhere: boolean;
}

/** Scripts without spaces, or with particles that stick to words: found anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const ALLOWED = /^[\p{L}\p{M}\p{N} '’.,:;!/=_#@*~()|[\]-]+$/u;
const WORD = String.raw`\S{1,60}`;

/** Names that stand for a part of a pattern, in braces. */
export type Nouns = Readonly<Record<string, string>>;

/**
 * One line of a phrase list, compiled (see `data/README.md`): `*` is a word, `...` up to three, `~` any ending
 * of a word, `(a|b)` either, `[a]` a or nothing; between slashes, a regular expression. Every repetition is bounded and none is
 * nested: linear in the length of the reply. Regular expressions are not compiled here one by one, which would take 0.2 s at each
 * start: `listed` compiles them together.
 * @throws Error that says what is wrong with the line
 */
export function compilePhrase(line: string, nouns: Nouns = {}): CompiledPhrase {
  const [, inside, pattern] = /^(~?)\/(.+)\/$/u.exec(line) ?? [];
  return pattern === undefined ? compileWords(line) : compilePattern(pattern, inside === '~', nouns);
}

/** `\S{1,80}` is bounded, `\S+` is not: what a reply may cost must not grow faster than it does. */
const UNBOUNDED = /(?<!\\)[*+]|\{\d+,\}/u;

function compilePattern(pattern: string, isAnywhere: boolean, nouns: Nouns): CompiledPhrase {
  const body = withNouns(pattern, nouns);
  if (UNBOUNDED.test(body.replace(/\[[^\]]*\]/gu, ''))) throw new Error(`"${pattern}" has a repetition without an end`);
  return { body, isAnywhere };
}

/** A noun may hold others. */
function withNouns(pattern: string, nouns: Nouns, depth = 0): string {
  return pattern.replace(/\{([a-z]+)\}/gu, (_, name: string) => {
    const meaning = nouns[name];
    if (meaning === undefined || depth > 3) throw new Error(`"${pattern}" has a name that means nothing, "${name}"`);
    return withNouns(meaning, nouns, depth + 1);
  });
}

function compileWords(line: string): CompiledPhrase {
  const phrase = line.normalize('NFKC').toLowerCase().trim();
  if (!ALLOWED.test(phrase)) throw new Error(`"${line}" has a character that means nothing in a phrase`);
  if (/\([^)]*[([]|\[[^\]]*[([]/.test(phrase)) throw new Error(`"${line}" has brackets inside of brackets`);
  if (!BALANCED.test(phrase)) throw new Error(`"${line}" has a bracket without its other half`);
  const body = phrase
    .replace(/\[([^\]]*)\] /gu, '{$1 }')
    .replace(/ \[([^\]]*)\]/gu, '{ $1}')
    .replace(/ ?\.\.\. ?/gu, '…')
    .replace(/\p{L}\p{M}*|[^\p{L}]/gu, sourceOf);
  const isAnywhere = UNSPACED.test(phrase);
  return { body: isAnywhere ? body : body + endOf(phrase), isAnywhere };
}

/** Brackets are never nested. */
const BALANCED = /^(?:[^()[\]]|\([^()[\]]*\)|\[[^()[\]]*\])*$/u;

/** One pattern that finds any of the phrases; never finds anything if there are none. */
export function patternOf(phrases: readonly CompiledPhrase[]): RegExp {
  const bodies = (isAnywhere: boolean): string =>
    phrases
      .filter((phrase) => phrase.isAnywhere === isAnywhere)
      .map(({ body }) => body)
      .join('|') || NEVER;
  // The look behind is shared: tried once at each character and not once for each phrase.
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${bodies(false)})|${bodies(true)}`, 'u');
}

const NEVER = '(?!)';

/** Of one character, or of one letter with its marks. */
function sourceOf(character: string): string {
  switch (character) {
    case ' ':
      return '[:,;]? ';
    case '…':
      return String.raw`[:,;]?(?: ${WORD}){0,3} `;
    case '*':
      return WORD;
    case '~':
      return String.raw`\p{L}{0,12}`;
    case '{':
    case '(':
      return '(?:';
    case '}':
      return ')?';
    case ')':
    case '|':
      return character;
    default:
      return (
        WRITTEN_AS[character] ?? (/\p{Script=Latin}/u.test(character) ? withoutMarks(character) : escaped(character))
      );
  }
}

function withoutMarks(letter: string): string {
  const bare = letter.normalize('NFD').replace(/\p{M}/gu, '');
  return bare === letter ? letter : `(?:${letter}|${bare})`;
}

const escaped = (character: string): string => character.replace(/[.*+?^${}()|[\]\\/]/u, String.raw`\$&`);

const endOf = (phrase: string): string => (/[\p{L}\p{N})]$/u.test(phrase) ? String.raw`(?![\p{L}\p{N}])` : '');
