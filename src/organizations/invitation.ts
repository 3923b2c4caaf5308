import type { MemberRole } from './member-role';

export interface Invitation {
  id: number;
  email: string;
  role: MemberRole;
  /** Milliseconds since the epoch. */
  createdAt: number;
  expiresAt: number;
}

/** An invitation, and its secret, which is shown only now. */
export interface MadeInvitation {
  invitation: Invitation;
  secret: string;
}

export interface OpenedInvitation extends Invitation {
  inviterId: number;
  organizationId: number;
  organizationName: string;
}

/** Who acts, and for which organization. */
export interface ActingMember {
  accountId: number;
  organizationId: number;
}
