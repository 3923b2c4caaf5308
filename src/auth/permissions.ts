export const PERMISSIONS = ['validate:single', 'validate:batch', 'credits:read'] as const;
/** What a token may do. */
export type Permission = (typeof PERMISSIONS)[number];
