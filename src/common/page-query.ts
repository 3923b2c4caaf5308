import { readId } from './id.pipe';
import { MalformedRequestError } from './malformed-request.error';

/** Which page of a list that starts with the newest. */
export interface PageQuery {
  /** All of the page have lower ids; null: from the newest on. */
  before: number | null;
  limit: number;
}

const MAX_LIMIT = 100;

/** @throws MalformedRequestError */
export function readPageQuery(query: Record<string, unknown>, defaultLimit: number): PageQuery {
  const { before, limit } = query;
  return {
    before: before === undefined || before === '' ? null : readId(before),
    limit: limit === undefined ? defaultLimit : readWholeNumber('limit', limit, MAX_LIMIT),
  };
}

/** From 1 to `maximum`. @throws MalformedRequestError */
export function readWholeNumber(name: string, text: unknown, maximum: number): number {
  const value = typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > maximum) {
    throw new MalformedRequestError(`The ${name} parameter is a whole number from 1 to ${maximum}.`);
  }
  return value;
}
