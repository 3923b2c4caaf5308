import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePhrase, patternOf, type CompiledPhrase } from './compile-phrase';

/** What a list is about; its file is `data/<language>/<topic>.txt`. */
export const TOPICS = ['not-found', 'full', 'disabled', 'recipient', 'client', 'throttled', 'later'] as const;
export type Topic = (typeof TOPICS)[number];

export interface ListedPhrase {
  /** `data/de/full.txt:3`. */
  place: string;
  topic: Topic;
  phrase: string;
  compiled: CompiledPhrase;
  /** Where it was seen. */
  source: string;
}

const FOLDER = join(__dirname, 'data');

/** All lines of all lists. Throws for a file of no topic and for a line without a source. */
export function listedPhrases(): ListedPhrase[] {
  const languages = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return languages.flatMap(({ name }) => readdirSync(join(FOLDER, name)).flatMap((file) => phrasesOf(name, file)));
}

function phrasesOf(language: string, file: string): ListedPhrase[] {
  const topic = TOPICS.find((name) => `${name}.txt` === file);
  if (!topic) throw new Error(`data/${language}/${file}: there is no such topic`);
  const lines = readFileSync(join(FOLDER, language, file), 'utf8').split('\n');
  return lines.flatMap((line, n) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const place = `data/${language}/${file}:${n + 1}`;
    const at = line.lastIndexOf(' | ');
    if (at === -1) throw new Error(`${place}: no source`);
    const phrase = line.slice(0, at).trim();
    return [{ place, topic, phrase, compiled: compiled(place, phrase), source: line.slice(at + 3).trim() }];
  });
}

function compiled(place: string, phrase: string): CompiledPhrase {
  try {
    return compilePhrase(phrase);
  } catch (error) {
    throw new Error(place, { cause: error });
  }
}

const ALL = listedPhrases();

/** One pattern out of a topic's lists of all languages. */
export const listed = (topic: Topic): RegExp =>
  patternOf(ALL.filter((line) => line.topic === topic).map((line) => line.compiled));
