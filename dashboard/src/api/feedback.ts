import type {
  Accuracy,
  FeedbackProviderName,
  FeedbackSource,
  FeedbackSummary,
  FeedbackTest,
  ImportedRows,
  KnownAddress,
  KnownGroup,
  ListedAddress,
} from './feedback-types';
import { query } from './query';
import { request } from './request';
import { sendForm, type FormSending } from './send-form';

export type * from './feedback-types';

/** Calls about what became of an organization's mails. */

const base = (id: number): string => `/organizations/${id}/feedback`;
const source = (id: number, sourceId: number): string => `${base(id)}/sources/${sourceId}`;
const rotate = (id: number, sourceId: number, endPrevious: boolean): string =>
  `${source(id, sourceId)}/rotate${query({ end_previous: endPrevious ? 'true' : null })}`;
const address = (id: number, email: string): string => `${base(id)}/addresses/${encodeURIComponent(email)}`;

export interface AddressesWanted {
  search: string;
  kind: KnownGroup | '';
  after: string | null;
}

export const feedback = {
  summary: (id: number) => request<FeedbackSummary>('GET', base(id)),
  sources: (id: number) => request<FeedbackSource[]>('GET', `${base(id)}/sources`),
  connect: (id: number, body: { provider: FeedbackProviderName; name: string; secret: string | null }) =>
    request<FeedbackSource & { url: string }>('POST', `${base(id)}/sources`, body),
  /** @param endPrevious what the last rotation replaced ends now */
  newUrl: (id: number, sourceId: number, endPrevious: boolean) =>
    request<FeedbackSource & { url: string }>('POST', rotate(id, sourceId, endPrevious), { secret: null }),
  setSecret: (id: number, sourceId: number, secret: string, endPrevious: boolean) =>
    request<FeedbackSource>('POST', rotate(id, sourceId, endPrevious), { secret }),
  switch: (id: number, sourceId: number, isEnabled: boolean) =>
    request<FeedbackSource>('PATCH', source(id, sourceId), { is_enabled: isEnabled }),
  remove: (id: number, sourceId: number) => request<undefined>('DELETE', source(id, sourceId)),
  test: (id: number, sourceId: number) => request<FeedbackTest>('POST', `${source(id, sourceId)}/test`),
  lastTest: (id: number, sourceId: number) => request<FeedbackTest>('GET', `${source(id, sourceId)}/test`),
  addresses: (id: number, wanted: AddressesWanted) =>
    request<{ addresses: ListedAddress[]; next_after: string | null }>(
      'GET',
      `${base(id)}/addresses${query({ ...wanted, limit: 20 })}`,
    ),
  address: (id: number, email: string) => request<KnownAddress>('GET', address(id, email)),
  clear: (id: number, email: string) => request<undefined>('DELETE', address(id, email)),
  accuracy: (id: number) => request<Accuracy>('GET', `${base(id)}/accuracy`),
};

export interface FeedbackImport extends Pick<FormSending, 'onProgress' | 'signal'> {
  organizationId: number;
  file: File;
  /** What holds for rows that do not say it; empty: nothing does. */
  unsaid: { type: string; occurred_at: string };
}

/** Sends a provider's export. */
export function importFeedback({ organizationId, file, unsaid, ...rest }: FeedbackImport): Promise<ImportedRows> {
  const form = new FormData();
  form.set('file', file);
  return sendForm<ImportedRows>({ path: `${base(organizationId)}/imports${query(unsaid)}`, form, ...rest });
}
