import type { Status, SubStatus, Verification } from '../../../engine';
import type { KnownKind } from '../../../feedback/known/known-kind';
import { readGzipJson, writeGzipJson } from './gzip-json';

/** The answer for one row, in the order of the results' columns (a tuple: a batch keeps millions of them). */
export type RowResult = [
  status: Status,
  subStatus: SubStatus | null,
  /** Percent, 0 to 100. */
  confidence: number,
  mxFound: boolean,
  smtpValid: boolean | null,
  isDisposable: boolean,
  isCatchAll: boolean | null,
  isRoleAccount: boolean,
  didYouMean: string | null,
  /** What was charged for the row: 0 or 1. */
  creditsUsed: number,
  /** Id of the mail provider, such as `google`; null: none of those that are known. No column, nor is the next. */
  provider?: string | null,
  isFreeProvider?: boolean,
  /** What the organization's own mails say of the address: a column where the organization has a source of feedback. */
  known?: KnownKind,
];

/** Where it is in a `RowResult`. */
const KNOWN_AT = 12;

/** The columns behind the caller's, one for each of the first parts of a `RowResult`. */
export const RESULT_COLUMNS = [
  'status',
  'sub_status',
  'confidence',
  'mx_found',
  'smtp_valid',
  'is_disposable',
  'is_catch_all',
  'is_role_account',
  'did_you_mean',
  'credits_used',
] as const;

export function toRowResult(
  verification: Verification,
  creditsUsed: number,
  known: KnownKind | null = null,
): RowResult {
  const { provider, isFreeProvider } = verification.evidence;
  const result: RowResult = [
    verification.status,
    verification.subStatus,
    verification.confidence,
    verification.mxFound,
    verification.smtpValid,
    verification.isDisposable,
    verification.isCatchAll,
    verification.isRoleAccount,
    verification.didYouMean,
    creditsUsed,
  ];
  // Left out where there is nothing to say: a batch keeps millions of them.
  if (provider !== null || isFreeProvider || known !== null) result.push(provider, isFreeProvider);
  if (known !== null) result.push(known);
  return result;
}

/** The name of the column of what is known, behind the others. */
export const KNOWN_COLUMN = 'known';

export const knownOf = (result: RowResult): KnownKind | null => result[KNOWN_AT] ?? null;

/** The results of a chunk, row by row, as one blob; null is a row without an answer yet. */
export function writeResults(results: readonly (RowResult | null)[]): Promise<Buffer> {
  return writeGzipJson(results);
}

export async function readResults(bytes: Uint8Array): Promise<(RowResult | null)[]> {
  return (await readGzipJson(bytes)) as (RowResult | null)[];
}
