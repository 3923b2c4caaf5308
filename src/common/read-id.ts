import { MalformedRequestError } from './malformed-request.error';

/** The largest id that a column of ours holds: nothing has a larger one. */
const MAX_ID = 2_147_483_647;

export const ID_FAULT = 'An id in the path must be a positive integer.';

/** A positive integer, plainly written, else null. Ids beyond those that we give stand for an id that nothing has. */
export function parseId(text: unknown): number | null {
  return typeof text === 'string' && /^[1-9]\d*$/.test(text) ? Math.min(Number(text), MAX_ID) : null;
}

/** @throws MalformedRequestError */
export function readId(text: unknown): number {
  const id = parseId(text);
  if (id === null) throw new MalformedRequestError(ID_FAULT);
  return id;
}
