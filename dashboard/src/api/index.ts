import { query } from './query';
import { request } from './request';
import type {
  Account,
  Batch,
  BatchRow,
  BatchSummary,
  CheckResult,
  Credits,
  Invitation,
  InvitationOffer,
  LedgerFilter,
  LedgerPage,
  Member,
  OpenedSummary,
  Organization,
  PastChecks,
  Permission,
  Role,
  ContinuedRows,
  SessionEntry,
  SignedIn,
  SummaryLink,
  Token,
  UsageDay,
  UsageOfActor,
} from './types';

export { ApiError, StoppedError } from './api-error';
export { uploadBatch, type CreatedBatch } from './upload-batch';
export type * from './types';

/** Every call of the page, by what it is about. */

export const account = {
  signUp: (body: { email: string; password: string; name?: string; invitation?: string }) =>
    request<SignedIn>('POST', '/account', body),
  signIn: (body: { email: string; password: string; code?: string }) => request<SignedIn>('POST', '/session', body),
  current: () => request<SignedIn>('GET', '/session'),
  signOut: () => request<undefined>('DELETE', '/session'),
  sessions: () => request<SessionEntry[]>('GET', '/sessions'),
  confirmPassword: (password: string) => request<undefined>('POST', '/session/password', { password }),
  signOutEverywhere: () => request<undefined>('DELETE', '/sessions'),
  endSession: (id: number | string) => request<undefined>('DELETE', `/sessions/${id}`),
  changePassword: (body: { current_password: string; new_password: string; revoke_tokens: boolean }) =>
    request<undefined>('PUT', '/account/password', body),
  change: (body: { name?: string | null; default_organization_id?: number | null }) =>
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
    test: boolean;
    expires_in_days: number | null;
    organization_ids: number[] | null;
  }) => request<Token & { token: string }>('POST', '/tokens', body),
  revoke: (id: string) => request<undefined>('DELETE', `/tokens/${id}`),
};

/** The number that was typed; what was typed, where it is none: as JSON it would be null. */
const numberIn = (typed: string): number | string => (Number.isFinite(Number(typed)) ? Number(typed) : typed);

/** What the ledger shows, as its interface names it. */
const KINDS: Record<LedgerFilter, string> = {
  all: '',
  list: 'list',
  checks: 'checks',
  credits: 'free,grant,allowance,transfer',
};

export const credits = {
  read: (id: number) => request<Credits>('GET', `/organizations/${id}/credits`),
  /** @param typed nothing: nobody is warned; what is no number the service refuses, in its words */
  warn: (id: number, typed: string) =>
    request<Credits>('PATCH', `/organizations/${id}/credits`, { warn_below: typed === '' ? null : numberIn(typed) }),
  /** @param key the same for a try that is made again */
  move: (from: number, body: { to_organization_id: number; amount: number }, key: string) =>
    request<{ amount: number }>('POST', `/organizations/${from}/credits/transfers`, body, undefined, key),
  ledger: (id: number, filter: LedgerFilter, before: string | null) =>
    request<LedgerPage>(
      'GET',
      `/organizations/${id}/credits/ledger${query({ before, kind: KINDS[filter], limit: 10 })}`,
    ),
  /** Where the browser fetches the file by itself. */
  ledgerLink: (id: number, filter: LedgerFilter) =>
    `/v1/organizations/${id}/credits/ledger.csv${query({ kind: KINDS[filter] })}`,
  usageLink: (id: number, days: number) => `/v1/organizations/${id}/usage.csv?days=${days}`,
  actors: (id: number, days: number) =>
    request<{ actors: UsageOfActor[] }>('GET', `/organizations/${id}/usage/actors?days=${days}`),
  usage: (id: number, days: number) => request<{ days: UsageDay[] }>('GET', `/organizations/${id}/usage?days=${days}`),
};

export const checks = {
  check: (id: number, email: string, stop?: AbortSignal) =>
    request<CheckResult>('POST', `/organizations/${id}/check`, { email }, stop),
  /** Of the last 30 days. @param search how the address begins, or nothing */
  history: (id: number, search: string, before: number | null) =>
    request<PastChecks>('GET', `/organizations/${id}/checks${query({ search, before, limit: 10 })}`),
  historyLink: (id: number, search: string) => `/v1/organizations/${id}/checks.csv${query({ search })}`,
  keepHistory: (id: number, isKept: boolean) =>
    request<unknown>('PATCH', `/organizations/${id}/checks`, { is_kept: isKept }),
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
  summary: (id: number, batchId: number) =>
    request<BatchSummary>('GET', `/organizations/${id}/batches/${batchId}/summary`),
  rows: (
    id: number,
    batchId: number,
    wanted: { search: string; status: string; after: string | null; limit: number },
  ) =>
    request<{ columns: string[]; rows: BatchRow[]; next_after: string | null; searched_count: number }>(
      'GET',
      `/organizations/${id}/batches/${batchId}/rows${query(wanted)}`,
    ),
  goOn: (id: number, batchId: number, rows: ContinuedRows) =>
    request<{ id: number }>('POST', `/organizations/${id}/batches/${batchId}/continue`, { rows }),
  /** Where the browser fetches the results by itself. */
  downloadLink: (
    id: number,
    batchId: number,
    options: { status: string; bom: string; format?: string; columns?: string },
    form: 'download' | 'zip' = 'download',
  ) => `/v1/organizations/${id}/batches/${batchId}/${form}${query(options)}`,
};

/** Links to the summary of a list, for people without an account. */
export const summaryLinks = {
  list: (id: number, batchId: number) => request<SummaryLink[]>('GET', `/organizations/${id}/batches/${batchId}/links`),
  make: (id: number, batchId: number, days: number) =>
    request<SummaryLink & { link: string }>('POST', `/organizations/${id}/batches/${batchId}/links`, { days }),
  withdraw: (id: number, batchId: number, linkId: number) =>
    request<undefined>('DELETE', `/organizations/${id}/batches/${batchId}/links/${linkId}`),
  open: (secret: string) => request<OpenedSummary>('GET', `/shared-summaries/${encodeURIComponent(secret)}`),
};
