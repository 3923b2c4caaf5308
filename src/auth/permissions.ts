/** In the order in which the page offers them; it takes them from here, and its words are in `dashboard/src/texts`. */
export const PERMISSIONS = [
  'validate:single',
  'validate:batch',
  'credits:read',
  'feedback:write',
  'feedback:read',
] as const;
/** What a token may do. */
export type Permission = (typeof PERMISSIONS)[number];
