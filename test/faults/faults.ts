/**
 * Where a connection to the database is lost, seen from one statement:
 * - `before`: it never reaches the database;
 * - `within`: half of it does;
 * - `late`: it does, a while after its sender has lost the connection;
 * - `unended`: as `late`, and whoever wants to end its connection on the server's side comes later still;
 * - `unheard`: it does, and its sender has lost the connection before there is an answer;
 * - `unanswered`: it was done, and the answer gets lost;
 * - `half-answered`: half of the answer comes.
 */
export type Cut = 'before' | 'within' | 'late' | 'unended' | 'unheard' | 'unanswered' | 'half-answered';

/** Loses the database at a statement of the test's choice, counted from the moment at which it is armed. */
export interface Faults {
  /** Those that this database can meet. */
  readonly cuts: readonly Cut[];
  /** @param like only statements that it fits are counted; @param forLong the database stays away until it is disarmed */
  arm(statement: number, cut: Cut, like?: RegExp, forLong?: boolean): void;
  /** Returns whether it came to the cut. */
  disarm(): boolean;
}
