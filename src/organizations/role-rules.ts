import type { MemberRole } from './member-role';
import { MissingRoleError } from './organizations.errors';

/** Each role may do what those below it may. */
const RANK: Record<MemberRole, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };

const REFUSALS: Record<MemberRole, string> = {
  owner: 'Only an owner may do this.',
  admin: 'Only an owner or an admin may do this.',
  member: 'You are a viewer of this organization: you may read, not check or change anything.',
  viewer: 'Only a member may do this.',
};
/** What an admin may give. */
const BELOW_ADMIN: readonly MemberRole[] = ['member', 'viewer'];

/** @throws MissingRoleError */
export function requireRole(role: MemberRole, needed: MemberRole): void {
  if (RANK[role] >= RANK[needed]) return;
  throw new MissingRoleError(REFUSALS[needed]);
}

/** An owner gives any role to anybody; an admin makes members and viewers of those who are below an owner. */
export function mayGive(actor: MemberRole, given: MemberRole, current: MemberRole | null = null): boolean {
  return actor === 'owner' || (actor === 'admin' && BELOW_ADMIN.includes(given) && current !== 'owner');
}

/** `mayGive` for a write: SQL over the columns or placeholders that hold the roles. */
export function mayGiveSql(actor: string, given: string, current = "''"): string {
  const below = BELOW_ADMIN.map((role) => `'${role}'`).join(', ');
  return `(${actor} = 'owner' OR (${actor} = 'admin' AND ${given} IN (${below}) AND ${current} <> 'owner'))`;
}

/** @throws MissingRoleError */
export function requireMayGive(actor: MemberRole, given: MemberRole, current: MemberRole | null = null): void {
  requireRole(actor, 'admin');
  if (!mayGive(actor, given, current)) throw new MissingRoleError('Only an owner may give this role.');
}

/** Anybody may leave; an owner removes anybody, an admin those who are below an owner. @throws MissingRoleError */
export function requireMayRemove(actor: MemberRole, member: { role: MemberRole; isSelf: boolean }): void {
  if (member.isSelf) return;
  requireRole(actor, 'admin');
  if (actor === 'owner' || member.role !== 'owner') return;
  throw new MissingRoleError('Only an owner may remove an owner.');
}
