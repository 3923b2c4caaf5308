import type { Permission } from '../../../src/auth/permissions';
import type { Status } from '../../../src/engine/verification';

/** The resources of the management API, as they travel. Ids are numbers unless said; times are ISO 8601. */

export type Role = 'owner' | 'admin' | 'member' | 'viewer';
export type { Permission };
export type BatchStatus = 'pending' | 'processing' | 'completed' | 'cancelled';

export interface Account {
  id: number;
  email: string;
  name: string | null;
  default_organization_id: number | null;
  /** Has the operator's console. */
  is_operator: boolean;
}

export interface Organization {
  id: number;
  name: string;
  role: Role;
  is_default: boolean;
  balance: number;
  /** It lets nobody in without a second factor, and the person has none. */
  needs_two_factor: boolean;
}

export interface SignedIn {
  account: Account;
  organizations: Organization[];
}

export interface SessionEntry {
  id: number | string;
  created_at: string;
  last_seen_at: string;
  client: string | null;
  is_current: boolean;
}

export interface Member {
  account_id: number;
  email: string;
  name: string | null;
  role: Role;
  joined_at: string;
  /** The address of who invited it. */
  invited_by: string | null;
}

export interface Invitation {
  id: number;
  email: string;
  role: Role;
  created_at: string;
  expires_at: string;
}

/** What the holder of an invitation's link sees. */
export interface InvitationOffer {
  organization_name: string;
  role: Role;
  email: string;
}

export interface Token {
  id: string;
  name: string;
  /** Its last four characters; null for old ones. */
  hint: string | null;
  permissions: Permission[];
  /** A test token: answered in the sandbox, for free. */
  test: boolean;
  /** Null: all organizations of the account. */
  organization_ids: number[] | null;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
}

export interface Credits {
  balance: number;
  /** Set aside for lists at work. */
  held: number;
  monthly_allowance: number;
  monthly_allowance_used: number;
  monthly_allowance_reset_at: string | null;
  warn_below: number | null;
  /** Of the operator: how to get more. */
  help_text: string | null;
  help_url: string | null;
  /** For how long a clear answer is free to ask for again; 0: not at all. */
  cache_hours: number;
}

/** Somebody, or a token of theirs. */
export interface Actor {
  /** Null: not noted. */
  account_id: number | null;
  name: string | null;
  /** Null: the account is gone. */
  email: string | null;
  token_id: string | null;
  token_name: string | null;
}

export interface LedgerLine {
  kind: 'list' | 'checks' | 'free' | 'grant' | 'allowance' | 'transfer';
  at: string;
  /** Negative when they went. */
  amount: number;
  is_set_aside: boolean;
  checks: number | null;
  /** `status` null: it is deleted. */
  list: { id: number; name: string | null; status: BatchStatus | null } | null;
  organization_name: string | null;
  by: Actor | null;
  reason: string | null;
}

export interface LedgerPage {
  lines: LedgerLine[];
  next_before: string | null;
}

/** What of the ledger is shown: all, lists, single checks, or credits that came or moved. */
export type LedgerFilter = 'all' | 'list' | 'checks' | 'credits';

export interface PastCheck {
  id: number;
  at: string;
  email: string;
  status: Status;
  by: Actor;
}

export interface PastChecks {
  checks: PastCheck[];
  next_before: number | null;
  is_kept: boolean;
}

export interface UsageOfActor extends Actor {
  checks: number;
  rows: number;
  credits: number;
}

/** One day (UTC) of the organization's use. */
export type UsageDay = { date: string; credits: number } & Record<Status, number>;

export interface CheckResult {
  email: string;
  status: Status;
  confidence: number;
  mx_found: boolean;
  smtp_valid: boolean | null;
  is_disposable: boolean;
  is_catch_all: boolean | null;
  is_role_account: boolean;
  did_you_mean: string | null;
  from_cache: boolean;
  credits_used: number;
  result: CheckDetails | [] | null;
}

export interface CheckDetails {
  sub_status: string | null;
  layer?: string;
  mx_host?: string | null;
  reply_code?: number | null;
  enhanced_code?: string | null;
  text?: string | null;
  provider?: string | null;
  is_free_provider?: boolean;
  /** `control`: by what the mail host says to other addresses. */
  by?: 'control' | null;
  duration_ms?: number;
}

export interface Batch {
  id: number;
  name: string;
  /** Sent with a test token. */
  test: boolean;
  status: BatchStatus;
  total_count: number;
  processed_count: number;
  valid_count: number;
  invalid_count: number;
  /** Catch-all ones included. */
  risky_count: number;
  /** Null where they were not counted apart. */
  catch_all_count: number | null;
  unknown_count: number;
  credits_used: number;
  /** Set aside and not charged yet; 0 once it has ended. */
  credits_held: number;
  /** Who sent it; null: not noted. */
  by: Actor | null;
  /** Percent, 0 to 100. */
  progress: number;
  /** When the results are deleted; null while the work goes on, and where they are kept for good. */
  results_until: string | null;
  /** When they were. */
  results_deleted_at: string | null;
  created_at: string;
  updated_at: string;
}

export type RowStatus = Status | 'unchecked';
/** Which rows of a list are checked once more. */
export type ContinuedRows = 'open' | 'unknown' | 'unchecked';
export type ColumnChoice = 'all' | 'original' | 'results' | 'address';

/** What a list tells without its addresses. */
export interface SharedSummary {
  name: string;
  status: BatchStatus;
  total_count: number;
  processed_count: number;
  valid_count: number;
  invalid_count: number;
  risky_count: number;
  unknown_count: number;
  progress: number;
  created_at: string;
  updated_at: string;
  /** The rows that the rest is about. */
  counted_count: number;
  reasons: { status: Status; sub_status: string | null; count: number }[];
  providers: { provider: string; count: number }[];
  duplicate_count: number;
  malformed_count: number;
  suggestion_count: number;
  role_account_count: number;
  disposable_count: number;
  free_provider_count: number;
  started_at: string | null;
  finished_at: string | null;
  seconds_taken: number | null;
  rows_per_minute: number | null;
  expected_end_at: string | null;
}

/** The same, behind a link. */
export type OpenedSummary = SharedSummary & { link_expires_at: string };

export interface BatchSummary extends SharedSummary {
  id: number;
  credits_used: number;
  continues_id: number | null;
  continued_by_id: number | null;
}

export interface BatchRow {
  row: number;
  email: string;
  /** Null: not checked. */
  status: Status | null;
  sub_status: string | null;
  confidence: number | null;
  is_disposable: boolean | null;
  is_role_account: boolean | null;
  did_you_mean: string | null;
  provider: string | null;
  cells: string[];
}

export interface SummaryLink {
  id: number;
  created_at: string;
  expires_at: string;
}
