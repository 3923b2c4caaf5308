import { Injectable, type PipeTransform } from '@nestjs/common';
import { MalformedRequestError } from './malformed-request.error';

/** The largest id that a column of ours holds: nothing has a larger one. */
const MAX_ID = 2_147_483_647;

/** A positive integer, plainly written. Ids beyond those that we give stand for an id that nothing has. */
export function readId(text: unknown): number {
  if (typeof text !== 'string' || !/^[1-9]\d*$/.test(text)) {
    throw new MalformedRequestError('An id in the path must be a positive integer.');
  }
  return Math.min(Number(text), MAX_ID);
}

/** @throws MalformedRequestError */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    return readId(text);
  }
}
