import type { Step } from '../database/database';
import { OPERATOR, type Actor } from './actor';

/** The right by which an operator acts on what is not his own; as `Right` (`auth/right.ts`), asked for again in the write. */
export interface OperatorRight {
  by: Actor;
  /** They come first in the write, and undo it where the right holds no more. */
  steps: readonly Step[];
  /** Resolves while the right holds; rejects with what the guard of the route would say now. */
  require(): Promise<void>;
}

/** Whoever can run the command line may do everything. */
export const COMMAND_LINE: OperatorRight = operatorRightOf(OPERATOR);

/** A right that nothing can end. */
export function operatorRightOf(by: Actor): OperatorRight {
  return { by, steps: [], require: () => Promise.resolve() };
}
