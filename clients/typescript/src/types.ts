import type { components, operations, webhooks } from './openapi.js';

type Schemas = components['schemas'];

/** The verdict on one address. */
export type Verdict = Schemas['SingleResponse'];
export type Status = Verdict['status'];
/** How far a batch is, and what came of it. */
export type BatchStatus = Schemas['BatchResponse'];
export type BatchList = Schemas['BatchListResponse'];
export type BatchSummary = Schemas['BatchSummaryResponse'];
export type BatchRows = Schemas['BatchRowsResponse'];
export type Credits = Schemas['BalanceResponse'];
/** What became of a mail, as you tell it. */
export type FeedbackEvent = Schemas['ToldEventRequest'];
export type ToldEvents = Schemas['ToldEventsResponse'];
export type FeedbackEvents = Schemas['FeedbackEventsResponse'];
/** What is known of an address from your own mails. */
export type KnownAddress = Schemas['KnownAddressResponse'];

type Parameters<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;
export type BatchListQuery = Parameters<'listBatches'>;
export type BatchRowsQuery = Omit<Parameters<'listBatchRows'>, 'status'> & {
  /** Rows of these only; `unchecked`: those without an answer. */
  status?: RowStatus | readonly RowStatus[] | undefined;
};
export type FeedbackEventsQuery = Parameters<'listFeedbackEvents'>;
export type RowStatus = Status | 'unchecked';

/** What a webhook tells, by its `type`. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];
