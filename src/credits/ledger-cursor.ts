/** Where a page of the folded ledger ended: behind this movement, and behind these single checks of a day. */
export interface LedgerCursor {
  /** Id of the last movement; null: none yet. */
  entryId: number | null;
  /** The last checks; null: none yet. */
  checks: { day: number; accountId: number; tokenId: string } | null;
}

const FORM = /^(\d{1,10})\.(?:(\d{1,6})\.(\d{1,10})\.([0-9a-f-]{0,36}))?$/;
/** The same for the OpenAPI document; an empty one is as good as none. */
export const LEDGER_CURSOR_PATTERN = `^(${FORM.source.slice(1, -1)})?$`;

/** As text for a URL: `123.20785.7.` */
export function writeLedgerCursor({ entryId, checks }: LedgerCursor): string {
  return `${entryId ?? 0}.${checks === null ? '' : `${checks.day}.${checks.accountId}.${checks.tokenId}`}`;
}

/** Null for what no page gave. */
export function readLedgerCursor(text: string): LedgerCursor | null {
  const [, entryId, day, accountId, tokenId = ''] = FORM.exec(text) ?? [];
  if (entryId === undefined) return null;
  return {
    entryId: Number(entryId) || null,
    checks: day === undefined ? null : { day: Number(day), accountId: Number(accountId), tokenId },
  };
}
