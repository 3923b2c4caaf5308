/** Whether a statement failed because a row with the same key is there. */
export function isDuplicate(fault: unknown): boolean {
  const { code } = fault as { code?: unknown };
  return code === 'ER_DUP_ENTRY' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}
