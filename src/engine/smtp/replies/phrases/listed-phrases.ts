import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePhrase, patternOf, type CompiledPhrase, type Nouns } from './compile-phrase';

export interface ListedPhrase {
  /** `data/de/full.txt:3`. */
  place: string;
  /** What the list is about: the name of its file, `not-found` or `not-found.removed`. */
  topic: string;
  phrase: string;
  compiled: CompiledPhrase;
  /** Where it was seen. */
  source: string;
}

interface Line {
  place: string;
  text: string;
  /** Behind the last ` | `. */
  source: string;
}

const FOLDER = join(__dirname, 'data');
/** Not a topic: what the patterns of a language have in common. */
const NOUNS_FILE = 'words.txt';

/** All lines of all lists. Throws for a line without a source, and for one that means nothing. */
export function listedPhrases(): ListedPhrase[] {
  const languages = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return languages.flatMap(({ name: language }) => {
    const files = readdirSync(join(FOLDER, language));
    const nouns = files.includes(NOUNS_FILE) ? nounsOf(language) : {};
    return files.filter((file) => file !== NOUNS_FILE).flatMap((file) => phrasesOf(language, file, nouns));
  });
}

function phrasesOf(language: string, file: string, nouns: Nouns): ListedPhrase[] {
  return linesOf(language, file).map(({ place, text, source }) => {
    return { place, topic: file.replace(/\.txt$/, ''), phrase: text, compiled: compiled(place, text, nouns), source };
  });
}

/** `{mailbox} = (user|recipient)`: stands in the patterns of its language. */
function nounsOf(language: string): Nouns {
  return Object.fromEntries(
    linesOf(language, NOUNS_FILE).map(({ place, text }) => {
      const [, name, pattern] = /^\{([a-z]+)\} = (.+)$/u.exec(text) ?? [];
      if (name === undefined || pattern === undefined) throw new Error(`${place}: no "{name} = pattern"`);
      return [name, pattern];
    }),
  );
}

function linesOf(language: string, file: string): Line[] {
  const lines = readFileSync(join(FOLDER, language, file), 'utf8').split('\n');
  return lines.flatMap((line, n) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const place = `data/${language}/${file}:${n + 1}`;
    const at = line.lastIndexOf(' | ');
    if (at === -1) throw new Error(`${place}: no source`);
    return [{ place, text: line.slice(0, at).trim(), source: line.slice(at + 3).trim() }];
  });
}

function compiled(place: string, phrase: string, nouns: Nouns): CompiledPhrase {
  try {
    return compilePhrase(phrase, nouns);
  } catch (error) {
    throw new Error(place, { cause: error });
  }
}

const BY_TOPIC = new Map<string, ListedPhrase[]>();
for (const line of listedPhrases()) {
  const lines = BY_TOPIC.get(line.topic);
  if (lines === undefined) BY_TOPIC.set(line.topic, [line]);
  else lines.push(line);
}
const asked = new Set<string>();

/** The topics that something asks for: a list of any other would be read in vain. */
export const askedTopics = (): ReadonlySet<string> => asked;

/** One pattern out of a topic's lists of all languages. Throws where there is none: the name is misspelt. */
export function listed(topic: string): RegExp {
  const lines = BY_TOPIC.get(topic);
  if (lines === undefined) throw new Error(`no list of phrases is about "${topic}"`);
  asked.add(topic);
  return patternOf(lines.map((line) => line.compiled));
}
