/**
 * The pattern for `LOWER(column) LIKE LOWER(:pattern) ESCAPE '!'`, which holds of texts that contain this one in any case:
 * `!` goes before the signs that mean something in patterns.
 */
export function likePattern(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}
