import type { Permission } from './permissions';

/** Who asks, and for whom: what every request of the interface carries once it has passed the guard. */
export interface Access {
  tokenId: string;
  accountId: number;
  organizationId: number;
  permissions: ReadonlySet<Permission>;
  /** By a test token: answered in the sandbox, and kept apart from what is live. */
  isTest: boolean;
}
