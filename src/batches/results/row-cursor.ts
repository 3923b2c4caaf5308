/** Where the next page of rows begins. */
export interface RowCursor {
  /** Of the chunk. */
  position: number;
  /** Within the chunk. */
  index: number;
  /** Rows in the chunks in front of it. */
  rowsBefore: number;
}

export const FIRST_ROW: RowCursor = { position: 0, index: 0, rowsBefore: 0 };

const CURSOR = /^(\d{1,9})-(\d{1,9})-(\d{1,9})$/;

export function writeCursor({ position, index, rowsBefore }: RowCursor): string {
  return `${position}-${index}-${rowsBefore}`;
}

/** Null for what is no cursor of ours. One that somebody made up leads to rows of the same list, or to none. */
export function readCursor(text: string): RowCursor | null {
  const [, position, index, rowsBefore] = CURSOR.exec(text) ?? [];
  if (position === undefined) return null;
  return { position: Number(position), index: Number(index), rowsBefore: Number(rowsBefore) };
}
