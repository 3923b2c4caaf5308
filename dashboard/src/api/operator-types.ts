import type { Member, Role } from './types';

/** The resources of the operator's console, as they travel. */

export type SignUpMode = 'open' | 'invited' | 'off';

export interface OperatedAccount {
  id: number;
  email: string;
  name: string | null;
  created_at: string;
  /** Null: it is on. */
  disabled_at: string | null;
  is_operator: boolean;
  has_password: boolean;
  organization_count: number;
  /** Null: no session of it is kept. */
  last_seen_at: string | null;
}

export interface OperatedAccountDetails extends OperatedAccount {
  organizations: { id: number; name: string; role: Role; balance: number }[];
  token_count: number;
}

export interface OperatedOrganization {
  id: number;
  name: string;
  balance: number;
  monthly_allowance: number;
  member_count: number;
  created_at: string;
}

export interface OperatedOrganizationDetails extends OperatedOrganization {
  monthly_allowance_used: number;
  monthly_allowance_reset_at: string | null;
  members: Member[];
}

export interface ServiceSettings {
  sign_up: SignUpMode;
  sign_up_environment: SignUpMode;
  is_sign_up_stored: boolean;
  free_credits: number;
  free_credits_environment: number;
  are_free_credits_stored: boolean;
}

/** Null gives way to the environment again. */
export interface SettingsChange {
  sign_up?: SignUpMode | null;
  free_credits?: number | null;
}

export interface Refusal {
  key: string;
  outcome: 'sender_blocked' | 'throttled';
  text: string | null;
  paused_until: string;
}

export interface ServiceHealth {
  is_ready: boolean;
  /** Each part: `up`, or what is wrong with it. */
  parts: Record<string, string>;
  /** Sentences in English: what needs the operator, though the service works. */
  warnings: string[];
  is_dns_down: boolean;
  is_probing: boolean;
  egress_fault: 'blocked' | 'proxy_down' | null;
  refusals: Refusal[];
  /** Null: the queue does not answer. */
  waiting_jobs: number | null;
  open_batches: number;
  open_rows: number;
  /** Null: never. */
  maintained_at: string | null;
}

export interface OpenBatch {
  id: number;
  /** Addresses in it are masked. */
  name: string;
  organization_id: number;
  organization_name: string;
  status: 'pending' | 'processing';
  total_count: number;
  processed_count: number;
  created_at: string;
  updated_at: string;
}
