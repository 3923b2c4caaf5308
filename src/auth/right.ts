/**
 * The right by which something is done for an organization. What takes long asks for it again in the very write that
 * does it: a token may be revoked meanwhile, a session ended, a member removed, the organization deleted.
 */
export interface Right {
  readonly organizationId: number;
  /** Whose right it is. */
  readonly accountId: number;
  /** SQL that is true as long as the right holds, and the values of its placeholders. */
  condition(): { sql: string; parameters: unknown[] };
  /** Resolves while the right holds; rejects with what the guard of the route would say now. */
  require(): Promise<void>;
}
