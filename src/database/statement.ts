/** What says its text and the values of its placeholders (`?`): TypeORM's query builders, and what `limitRows` makes of them. */
export interface Statement {
  getQueryAndParameters(): [string, unknown[]];
}

/** Text: only in this folder (ADR 0022). */
interface TextForm {
  sql: string;
  /** The values of the placeholders; a function is given the ids that the earlier steps' inserts made, by position. */
  parameters?: unknown[] | ((insertIds: readonly number[]) => unknown[]);
}

interface BuilderForm {
  /** A function is given the ids that the earlier steps' inserts made, by position. */
  statement: Statement | ((insertIds: readonly number[]) => Statement);
}

interface StepConditions {
  /**
   * What it means when the statement changes no row: `rollback` undoes all steps, `stop` keeps what was done and leaves
   * out the rest. Unset: go on.
   */
  ifNone?: 'rollback' | 'stop';
  /** Says that the statement is a `SELECT`, and that any row of it undoes all steps. It sees what others have committed. */
  ifSome?: 'rollback';
}

interface ProofConditions {
  /** What is there when the write became true; a row if left out. */
  shows?: 'row' | 'no_row';
}

/** One statement of an atomic write: a builder, or one with conditions. */
export type Step = Statement | ((TextForm | BuilderForm) & StepConditions);

/**
 * How to find out whether an atomic write became true, should the connection be lost when that is not known: a `SELECT`
 * by key of one table, of rows that the write itself changes. So it can be told from a write that is still going on,
 * which holds their locks.
 */
export type Proof = Statement | ((TextForm | BuilderForm) & ProofConditions);

type Text = { sql: string; values: unknown[] } & StepConditions & ProofConditions;

/** What a step or a proof runs, once the ids of the inserts before it are known. */
export function textOf(given: Step | Proof, insertIds: readonly number[]): Text {
  if ('getQueryAndParameters' in given) return textOf({ statement: given }, insertIds);
  if ('sql' in given) {
    const { sql, parameters = [], ...conditions } = given;
    return { sql, values: typeof parameters === 'function' ? parameters(insertIds) : parameters, ...conditions };
  }
  const { statement, ...conditions } = given;
  const [sql, values] = (typeof statement === 'function' ? statement(insertIds) : statement).getQueryAndParameters();
  return { sql, values, ...conditions };
}
