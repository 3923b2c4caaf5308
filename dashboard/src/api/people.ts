import type { AuditAction, AuditKind } from '../../../src/audit/audit-action';
import { query } from './query';
import { request } from './request';

/** Calls about accounts, their second factor, and who did what. */

export interface AuditEntry {
  id: number;
  action: AuditAction;
  via: 'session' | 'token' | 'operator';
  account_id: number | null;
  account_email: string | null;
  account_name: string | null;
  token_id: string | null;
  token_name: string | null;
  subject: string | null;
  /** Of whom a role was changed, or who was removed. */
  member_name: string | null;
  details: Record<string, string | number | boolean | null>;
  created_at: string;
}

export interface AuditPage<Entry extends AuditEntry = AuditEntry> {
  entries: Entry[];
  next_before: number | null;
}

interface Named {
  id: number;
  name: string;
}

export interface DeletionPlan {
  deleted_organizations: Named[];
  organizations_in_the_way: Named[];
  left_organizations: Named[];
}

/** What of an organization's log is shown. */
export interface AuditFilter {
  /** Null: all. */
  kind: AuditKind | null;
  /** Null: everybody. */
  account_id: number | null;
}

export const audit = {
  ofOrganization: (id: number, filter: AuditFilter, before: number | null) =>
    request<AuditPage>('GET', `/organizations/${id}/audit${query({ ...filter, before, limit: 10 })}`),
  /** Where the browser fetches the file by itself. */
  fileLink: (id: number, filter: AuditFilter) => `/v1/organizations/${id}/audit.csv${query({ ...filter })}`,
  ofAccount: (before: number | null) => request<AuditPage>('GET', `/account/audit${query({ before, limit: 10 })}`),
};

export const passwordResets = {
  read: () => request<{ by_mail: boolean }>('GET', '/password-resets'),
  ask: (email: string) => request<{ by_mail: boolean }>('POST', '/password-resets', { email }),
  open: (secret: string) => request<{ email: string }>('GET', `/password-resets/${encodeURIComponent(secret)}`),
  reset: (secret: string, body: { password: string; revoke_tokens: boolean }) =>
    request<undefined>('POST', `/password-resets/${encodeURIComponent(secret)}`, body),
};

export const emailChanges = {
  ask: (body: { email: string; password: string }) => request<{ by_mail: boolean }>('PUT', '/account/email', body),
  open: (secret: string) => request<{ email: string }>('GET', `/email-changes/${encodeURIComponent(secret)}`),
  confirm: (secret: string) => request<undefined>('POST', `/email-changes/${encodeURIComponent(secret)}`),
};

export const twoFactor = {
  read: () => request<{ is_on: boolean; recovery_codes_left: number }>('GET', '/account/two-factor'),
  begin: (password: string) => request<{ secret: string; uri: string }>('POST', '/account/two-factor', { password }),
  confirm: (code: string) =>
    request<{ recovery_codes: string[] }>('POST', '/account/two-factor/confirmation', { code }),
  renew: (password: string) =>
    request<{ recovery_codes: string[] }>('POST', '/account/two-factor/recovery-codes', { password }),
  turnOff: (password: string) => request<undefined>('DELETE', '/account/two-factor', { password }),
  isRequired: async (id: number) =>
    (await request<{ two_factor_required: boolean }>('GET', `/organizations/${id}`)).two_factor_required,
  require: (id: number, required: boolean) => request<unknown>('PUT', `/organizations/${id}/two-factor`, { required }),
};

export const deletion = {
  plan: () => request<DeletionPlan>('GET', '/account/deletion'),
  delete: (password: string) => request<undefined>('DELETE', '/account', { password }),
};
