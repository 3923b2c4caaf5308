export const ROLES = ['owner', 'admin', 'member'] as const;

/** What a member may do: `role-rules.ts` says. */
export type MemberRole = (typeof ROLES)[number];
