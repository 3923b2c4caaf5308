import { createContext, useContext } from 'react';
import type { Account, Organization, SignedIn } from '../api';

/** Who is signed in, and the organization that the page shows. */
export interface Session {
  account: Account;
  organizations: Organization[];
  /** Null for somebody who belongs to none. */
  organization: Organization | null;
  /** The address of a page of the current organization. */
  link: (page: string) => string;
  /** Asks the service again: after anything that changes names, roles or credits. */
  refresh: () => Promise<void>;
  /** Takes the answer of a sign-in, or null when the session has ended. */
  set: (signedIn: SignedIn | null) => void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('This part is only for people who are signed in.');
  return session;
}

/** The current organization, on pages that are only shown where there is one. */
export function useOrganization(): Organization {
  const { organization } = useSession();
  if (organization === null) throw new Error('This part is only shown with an organization.');
  return organization;
}
