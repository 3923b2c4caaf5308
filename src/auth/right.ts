import type { Actor } from '../audit/actor';
import type { Condition } from '../database/exists';

/**
 * The right by which something is done for an organization. What takes long asks for it again in the very write that
 * does it: a token may be revoked meanwhile, a session ended, a member removed, the organization deleted.
 */
export interface Right {
  readonly organizationId: number;
  /** Whose right it is. */
  readonly accountId: number;
  /** Of a test token: what is done by it costs nothing and counts nowhere. */
  readonly isTest: boolean;
  /** Who acts by it, for the audit log. */
  readonly by: Actor;
  /** True, in a statement, as long as the right holds. @param prefix begins the names of its values */
  condition(prefix: string): Condition;
  /** Resolves while the right holds; rejects with what the guard of the route would say now. */
  require(): Promise<void>;
}
