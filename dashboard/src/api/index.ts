import { request } from './request';
import type {
  Account,
  Batch,
  CheckResult,
  CreditEntry,
  Credits,
  Invitation,
  InvitationOffer,
  Member,
  Organization,
  Permission,
  Role,
  SessionEntry,
  SignedIn,
  Token,
  UsageDay,
} from './types';

export { ApiError } from './api-error';
export { uploadBatch } from './upload-batch';
export type * from './types';

/** Every call of the page, by what it is about. */

export const account = {
  signUp: (body: { email: string; password: string; name?: string; invitation?: string }) =>
    request<SignedIn>('POST', '/account', body),
  signIn: (body: { email: string; password: string }) => request<SignedIn>('POST', '/session', body),
  current: () => request<SignedIn>('GET', '/session'),
  signOut: () => request<undefined>('DELETE', '/session'),
  sessions: () => request<SessionEntry[]>('GET', '/sessions'),
  confirmPassword: (password: string) => request<undefined>('POST', '/session/password', { password }),
  signOutEverywhere: () => request<undefined>('DELETE', '/sessions'),
  endSession: (id: number | string) => request<undefined>('DELETE', `/sessions/${id}`),
  changePassword: (body: { current_password: string; new_password: string; revoke_tokens: boolean }) =>
    request<undefined>('PUT', '/account/password', body),
  change: (body: { name?: string; default_organization_id?: number | null }) =>
    request<Account>('PATCH', '/account', body),
};

export const organizations = {
  list: () => request<Organization[]>('GET', '/organizations'),
  create: (name: string) => request<{ id: number }>('POST', '/organizations', { name }),
  rename: (id: number, name: string) => request<unknown>('PATCH', `/organizations/${id}`, { name }),
  remove: (id: number, name: string) => request<undefined>('DELETE', `/organizations/${id}`, { name }),
  members: (id: number) => request<Member[]>('GET', `/organizations/${id}/members`),
  setRole: (id: number, accountId: number, role: Role) =>
    request<unknown>('PATCH', `/organizations/${id}/members/${accountId}`, { role }),
  removeMember: (id: number, accountId: number) =>
    request<undefined>('DELETE', `/organizations/${id}/members/${accountId}`),
};

export const invitations = {
  list: (id: number) => request<Invitation[]>('GET', `/organizations/${id}/invitations`),
  create: (id: number, body: { email: string; role: Role }) =>
    request<Invitation & { link: string }>('POST', `/organizations/${id}/invitations`, body),
  withdraw: (id: number, invitationId: number) =>
    request<undefined>('DELETE', `/organizations/${id}/invitations/${invitationId}`),
  read: (secret: string) => request<InvitationOffer>('GET', `/invitations/${encodeURIComponent(secret)}`),
  accept: (secret: string) => request<Organization>('POST', `/invitations/${encodeURIComponent(secret)}`),
};

const TOKENS_PAGE = 100;

export const tokens = {
  /** The oldest first: page by page, of which there are few, since the service keeps no more than some hundred. */
  list: async () => {
    let all: Token[] = [];
    for (;;) {
      const page = await request<Token[]>('GET', `/tokens${query({ before: all[0]?.id ?? null, limit: TOKENS_PAGE })}`);
      all = [...page, ...all];
      if (page.length < TOKENS_PAGE) return all;
    }
  },
  create: (body: {
    name: string;
    permissions: Permission[];
    expires_in_days: number | null;
    organization_ids: number[] | null;
  }) => request<Token & { token: string }>('POST', '/tokens', body),
  revoke: (id: string) => request<undefined>('DELETE', `/tokens/${id}`),
};

export const credits = {
  read: (id: number) => request<Credits>('GET', `/organizations/${id}/credits`),
  entries: (id: number, before: number | null) =>
    request<{ entries: CreditEntry[]; next_before: number | null }>(
      'GET',
      `/organizations/${id}/credits/entries${query({ before, limit: 10 })}`,
    ),
  usage: (id: number, days: number) => request<{ days: UsageDay[] }>('GET', `/organizations/${id}/usage?days=${days}`),
};

export const checks = {
  check: (id: number, email: string) => request<CheckResult>('POST', `/organizations/${id}/check`, { email }),
};

export interface BatchFilter {
  before: number | null;
  status: string;
  name: string;
}

export const batches = {
  list: (id: number, filter: BatchFilter) =>
    request<{ batches: Batch[]; next_before: number | null }>(
      'GET',
      `/organizations/${id}/batches${query({ ...filter, limit: 20 })}`,
    ),
  read: (id: number, batchId: number) => request<Batch>('GET', `/organizations/${id}/batches/${batchId}`),
  cancel: (id: number, batchId: number) => request<Batch>('POST', `/organizations/${id}/batches/${batchId}/cancel`),
  remove: (id: number, batchId: number) => request<undefined>('DELETE', `/organizations/${id}/batches/${batchId}`),
  /** Where the browser fetches the results by itself. */
  downloadLink: (id: number, batchId: number, options: { status: string; bom: string }) =>
    `/v1/organizations/${id}/batches/${batchId}/download${query(options)}`,
};

/** Leaves out what is null or empty. */
function query(values: Record<string, string | number | null>): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  return pairs.length === 0
    ? ''
    : `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()}`;
}
