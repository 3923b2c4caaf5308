import { ApiError } from './api-error';
import type {
  OpenBatch,
  OperatedAccount,
  OperatedAccountDetails,
  OperatedOrganization,
  OperatedOrganizationDetails,
  ServiceHealth,
  ServiceSettings,
  SettingsChange,
} from './operator-types';
import type { OperatedSource } from './feedback-types';
import type { AuditEntry } from './people';
import { query } from './query';
import { request, type Method } from './request';

export type * from './operator-types';
export type { OperatedSource };

/** Calls of the operator's console. */

export type OperatorAuditEntry = AuditEntry & { organization_id: number | null };

/** What is to be done when there is nothing at an address: the right to all of them may have gone. */
let onNothingThere: () => void = () => undefined;

/** Returns what ends the listening. */
export function whenNothingThere(listener: () => void): () => void {
  onNothingThere = listener;
  return () => {
    onNothingThere = () => undefined;
  };
}

async function ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
  try {
    return await request<T>(method, `/operator${path}`, body);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) onNothingThere();
    throw error;
  }
}

export const operator = {
  accounts: (search: string, before: number | null) =>
    ask<{ accounts: OperatedAccount[]; next_before: number | null }>('GET', `/accounts${query({ search, before })}`),
  account: (id: number) => ask<OperatedAccountDetails>('GET', `/accounts/${id}`),
  switchOff: (id: number) => ask<OperatedAccountDetails>('POST', `/accounts/${id}/disable`),
  switchOn: (id: number) => ask<OperatedAccountDetails>('POST', `/accounts/${id}/enable`),
  makeResetLink: (id: number) => ask<{ link: string; expires_at: string }>('POST', `/accounts/${id}/reset-link`),
  organizations: (search: string, before: number | null) =>
    ask<{ organizations: OperatedOrganization[]; next_before: number | null }>(
      'GET',
      `/organizations${query({ search, before })}`,
    ),
  organization: (id: number) => ask<OperatedOrganizationDetails>('GET', `/organizations/${id}`),
  grant: (id: number, body: { amount: number; reason: string | null }) =>
    ask<OperatedOrganizationDetails>('POST', `/organizations/${id}/grants`, body),
  setAllowance: (id: number, monthly: number) =>
    ask<OperatedOrganizationDetails>('PUT', `/organizations/${id}/allowance`, { monthly }),
  feedbackSources: (id: number) => ask<OperatedSource[]>('GET', `/organizations/${id}/feedback/sources`),
  switchFeedbackSource: (id: number, isEnabled: boolean) =>
    ask<OperatedSource>('PATCH', `/feedback-sources/${id}`, { is_enabled: isEnabled }),
  settings: () => ask<ServiceSettings>('GET', '/settings'),
  changeSettings: (change: SettingsChange) => ask<ServiceSettings>('PATCH', '/settings', change),
  health: () => ask<ServiceHealth>('GET', '/health'),
  batches: (before: number | null) =>
    ask<{ batches: OpenBatch[]; next_before: number | null }>('GET', `/batches${query({ before })}`),
  cancelBatch: (id: number) => ask<undefined>('POST', `/batches/${id}/cancel`),
  audit: (before: number | null) =>
    ask<{ entries: OperatorAuditEntry[]; next_before: number | null }>('GET', `/audit${query({ before, limit: 20 })}`),
};
