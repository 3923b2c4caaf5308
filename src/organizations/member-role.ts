export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;

/** What a member may do: `role-rules.ts` says. */
export type MemberRole = (typeof ROLES)[number];
