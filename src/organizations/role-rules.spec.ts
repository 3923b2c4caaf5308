import { ROLES, type MemberRole } from './member-role';
import { requireMayGive, requireMayRemove, requireRole } from './role-rules';
import { MissingRoleError } from './organizations.errors';

function isAllowed(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (error instanceof MissingRoleError) return false;
    throw error;
  }
}

function allowed(rule: (actor: MemberRole, other: MemberRole) => void): string[] {
  return ROLES.flatMap((actor) =>
    ROLES.filter((other) =>
      isAllowed(() => {
        rule(actor, other);
      }),
    ).map((other) => `${actor} ${other}`),
  );
}

describe('what the roles may do', () => {
  it('lets each role do what those below it may', () => {
    expect(allowed(requireRole)).toEqual([
      'owner owner',
      'owner admin',
      'owner member',
      'owner viewer',
      'admin admin',
      'admin member',
      'admin viewer',
      'member member',
      'member viewer',
      'viewer viewer',
    ]);
  });

  it('lets an owner give any role, an admin that of a member or a viewer', () => {
    expect(
      allowed((actor, given) => {
        requireMayGive(actor, given, 'member');
      }),
    ).toEqual(['owner owner', 'owner admin', 'owner member', 'owner viewer', 'admin member', 'admin viewer']);
    expect(
      allowed((actor, current) => {
        requireMayGive(actor, 'member', current);
      }),
    ).toEqual([
      'owner owner',
      'owner admin',
      'owner member',
      'owner viewer',
      'admin admin',
      'admin member',
      'admin viewer',
    ]);
  });

  it('lets an owner remove anybody, an admin those below, and everybody himself', () => {
    expect(
      allowed((actor, role) => {
        requireMayRemove(actor, { role, isSelf: false });
      }),
    ).toEqual([
      'owner owner',
      'owner admin',
      'owner member',
      'owner viewer',
      'admin admin',
      'admin member',
      'admin viewer',
    ]);
    expect(
      allowed((actor) => {
        requireMayRemove(actor, { role: actor, isSelf: true });
      }),
    ).toHaveLength(16);
  });
});
