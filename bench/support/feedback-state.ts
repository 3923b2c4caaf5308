import { withDatabase } from './expired-verdicts';

/** Requests that wait to be read, and events that are recorded. */
export function feedbackState(env: Record<string, string>): Promise<{ waiting: number; recorded: number }> {
  return withDatabase(env, async (database) => {
    const count = async (table: string): Promise<number> => {
      const [row] = await database.query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`);
      return row?.count ?? NaN;
    };
    const waiting = await count('feedback_inbox');
    return { waiting, recorded: waiting === 0 ? await count('feedback_events') : 0 };
  });
}
