import { useCallback, useEffect, useRef, useState } from 'react';
import { batches, type ApiError, type Batch, type BatchRow } from '../../../api';
import { useOrganization } from '../../../session/session-context';
import { useTask } from '../../../ui/use-task';

const ROWS_OF_A_PAGE = 50;
/** How often the service is asked for one page before the person is: each time it looks at some ten thousand rows. */
const MOST_REQUESTS = 10;

interface Found {
  columns: string[];
  found: BatchRow[];
  /** Where the next page begins; null: there is none. */
  after: string | null;
  searched: number;
  /** Whether the last page holds less than it could, and the list goes on behind it. */
  isShort: boolean;
  isKnown: boolean;
}

const NOTHING: Found = { columns: [], found: [], after: null, searched: 0, isShort: false, isKnown: false };

export interface Rows extends Found {
  more: () => void;
  isBusy: boolean;
  fault: ApiError | null;
}

/** The rows of a list that are like this, from the first on; what was found for another filter is dropped. */
export function useRows(
  { id: batchId, status: phase }: Pick<Batch, 'id' | 'status'>,
  filter: { search: string; status: string },
): Rows {
  const { id } = useOrganization();
  // What was seen while it was at work is seen anew when it has ended.
  const key = `${id} ${batchId} ${phase} ${filter.status} ${filter.search}`;
  const current = useRef(key);
  const [state, setState] = useState({ key, ...NOTHING });
  const shown = state.key === key ? state : { key, ...NOTHING };
  const task = useTask(async (of: string, from: Found) => {
    let next = from;
    const wanted = from.found.length + ROWS_OF_A_PAGE;
    for (let asked = 0; asked < MOST_REQUESTS && current.current === of; asked += 1) {
      const limit = wanted - next.found.length;
      const page = await batches.rows(id, batchId, { ...filter, after: next.after, limit });
      next = {
        columns: page.columns,
        found: [...next.found, ...page.rows],
        after: page.next_after,
        searched: page.searched_count,
        isShort: next.found.length + page.rows.length < wanted,
        isKnown: true,
      };
      if (current.current !== of) return;
      setState({ key: of, ...next });
      if (next.after === null || !next.isShort) return;
    }
  });
  const { run, clear, isBusy } = task;
  useEffect(() => {
    current.current = key;
    clear();
  }, [key, clear]);
  // The question before this one may be under way: it ends by itself, and this one is asked then.
  const isWanted = !shown.isKnown && task.fault === null;
  useEffect(() => {
    if (isWanted && !isBusy) run(key, NOTHING);
  }, [isWanted, isBusy, key, run]);
  const more = useCallback(() => {
    run(key, shown);
  }, [run, key, shown]);
  return { ...shown, more, isBusy, fault: task.fault };
}
