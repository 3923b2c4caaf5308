import { useRef, useState } from 'react';
import { useLoaded, type Loaded } from './use-loaded';
import { useTask, type Task } from './use-task';

/** Some of a long list, the newest first. */
export interface ListPage<Row, Cursor = number> {
  rows: Row[];
  /** The `before` of the next page; null: this is the last. */
  next: Cursor | null;
}

export interface Pages<Row> extends Omit<Loaded<unknown>, 'data'> {
  /** All that was loaded; null until something is there. */
  rows: Row[] | null;
  hasMore: boolean;
  more: Task<[]>;
}

/** Loads page after page; loading anew brings as many as were shown, so that none of them is older than another. */
export function usePages<Row, Cursor = number>(
  key: string,
  load: (before: Cursor | null) => Promise<ListPage<Row, Cursor>>,
): Pages<Row> {
  const shown = useRef({ key, pages: 1 });
  const [longer, setLonger] = useState<{ first: ListPage<Row, Cursor>; whole: ListPage<Row, Cursor> } | null>(null);
  const {
    data: first,
    fault,
    reload,
  } = useLoaded(key, async () => {
    if (shown.current.key !== key) shown.current = { key, pages: 1 };
    const whole = await load(null);
    for (let pages = 1; pages < shown.current.pages && whole.next !== null; pages += 1) {
      const page = await load(whole.next);
      whole.rows.push(...page.rows);
      whole.next = page.next;
    }
    return whole;
  });
  // What followed another beginning is dropped.
  const whole = longer !== null && longer.first === first ? longer.whole : first;
  const more = useTask(async () => {
    if (first === null || whole === null || whole.next === null) return;
    const page = await load(whole.next);
    shown.current.pages += 1;
    setLonger({ first, whole: { rows: [...whole.rows, ...page.rows], next: page.next } });
  });
  return { rows: whole?.rows ?? null, hasMore: whole !== null && whole.next !== null, more, fault, reload };
}
