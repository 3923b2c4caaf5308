import type { Status } from '../../../src/engine/verification';

/** The resources of the management API, as they travel. Ids are numbers unless said; times are ISO 8601. */

export type Role = 'owner' | 'admin' | 'member';
export type Permission = 'validate:single' | 'validate:batch' | 'credits:read';
export type BatchStatus = 'pending' | 'processing' | 'completed' | 'cancelled';

export interface Account {
  id: number;
  email: string;
  name: string | null;
  default_organization_id: number | null;
}

export interface Organization {
  id: number;
  name: string;
  role: Role;
  is_default: boolean;
  balance: number;
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
  permissions: Permission[];
  /** Null: all organizations of the account. */
  organization_ids: number[] | null;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
}

export interface Credits {
  balance: number;
  monthly_allowance: number;
  monthly_allowance_used: number;
  monthly_allowance_reset_at: string | null;
}

export interface CreditEntry {
  id: number;
  /** Negative when they went. */
  amount: number;
  kind: 'free' | 'grant' | 'allowance' | 'single' | 'hold' | 'release';
  reason: string | null;
  batch_id: number | null;
  created_at: string;
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
  duration_ms?: number;
}

export interface Batch {
  id: number;
  name: string;
  status: BatchStatus;
  total_count: number;
  processed_count: number;
  valid_count: number;
  invalid_count: number;
  risky_count: number;
  unknown_count: number;
  credits_used: number;
  /** Percent, 0 to 100. */
  progress: number;
  created_at: string;
  updated_at: string;
}
