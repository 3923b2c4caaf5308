import { MalformedFeedbackError } from './feedback-provider';

/** An object of a stranger's JSON: of its keys only those that are known are read, and each is looked at for its type. */
export type Fields = Readonly<Record<string, unknown>>;

const NOTHING: Fields = {};

/**
 * The value of a JSON text in UTF-8, with or without a byte order mark.
 *
 * @param expected what it should have been, for the error
 * @throws {MalformedFeedbackError}
 */
export function parseJson(body: Buffer | string, expected: string): unknown {
  const text = typeof body === 'string' ? body : body.toString('utf8');
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text) as unknown;
  } catch {
    throw new MalformedFeedbackError(`This is no JSON; ${expected} was expected.`);
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object under a key; an empty one where there is none. */
export function fieldsIn(fields: Fields, key: string): Fields {
  const value = fields[key];
  return isFields(value) ? value : NOTHING;
}

/** The objects of the list under a key; what else it holds is left out. */
export function listIn(fields: Fields, key: string): readonly Fields[] {
  return objectsOf(fields[key]);
}

export const objectsOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** A text that is not blank, trimmed. */
export function textIn(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** An id: a text, or a whole number that JSON did not round. */
export function idIn(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value.toString() : textIn(fields, key);
}

/** A number, also one that is written as a text. */
export function numberIn(fields: Fields, key: string): number | undefined {
  const value = fields[key];
  const number = typeof value === 'string' && /^-?\d{1,20}(?:\.\d{1,20})?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/**
 * The objects of a list of events that are named by `event`. What else is in the list is left out, unless there is nothing else.
 *
 * @throws {MalformedFeedbackError}
 */
export function eventObjects(list: readonly unknown[], expected: string): readonly Fields[] {
  const objects = objectsOf(list);
  if (list.length > 0 && !objects.some((fields) => textIn(fields, 'event') !== undefined)) {
    throw new MalformedFeedbackError(`The body is not ${expected}.`);
  }
  return objects;
}
