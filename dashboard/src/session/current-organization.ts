import type { Organization } from '../api';

const KEY = 'organization';

/**
 * The one that the address names, else the one last shown in this browser, else the default, else the first. An address
 * that names somebody else's gets one of these too, for the frame: the page itself says so (`Shell`).
 */
export function currentOrganization(organizations: Organization[], fromAddress: number | null): Organization | null {
  const last = Number(window.localStorage.getItem(KEY));
  return (
    organizations.find(({ id }) => id === fromAddress) ??
    organizations.find(({ id }) => id === last) ??
    organizations.find((organization) => organization.is_default) ??
    organizations[0] ??
    null
  );
}

/** Whether somebody was signed in with this browser before: they have an account then. */
export function isKnownBrowser(): boolean {
  return window.localStorage.getItem(KEY) !== null;
}

export function rememberOrganization(id: number): void {
  window.localStorage.setItem(KEY, String(id));
}
