import type { Step } from './database';

/**
 * The first step of a write that counts rows before it adds one: of such writes about the same account or organization one
 * waits for the other. Without it MySQL lets both count, and then each waits for what the other has locked.
 */
export function lockRow(table: 'accounts' | 'organizations', id: number): Step {
  return { sql: `UPDATE ${table} SET created_at = created_at WHERE id = ?`, parameters: [id] };
}
